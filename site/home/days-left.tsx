import { countDays } from '#contract/content/calendar-days.ts';

type DaysLeftProps = { day: string; today: string; passed: string };

/** "in 51 days", "tomorrow" or "today", in the language of the page. After the day the text is `passed`. */
export function DaysLeft({ day, today, passed }: DaysLeftProps) {
  if (day < today) return <span className="text-faint">{passed}</span>;
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  return (
    <span className="font-semibold text-accent">
      {format.format(countDays(today, day) - 1, 'day')}
    </span>
  );
}

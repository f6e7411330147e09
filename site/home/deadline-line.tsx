import { language } from 'content:language';
import conference from 'content:conference';
import { countDays, localeOf } from '#contract/content/calendar-days.ts';
import type { Deadline } from './deadlines.tsx';

export { After } from './after.tsx';

type DeadlineLineProps = {
  deadlines: readonly Deadline[];
  today: string;
  todayLabel: string;
};

/** Deadlines that are closer than this, in per cent of the line, are drawn above each other. */
const CLOSE = 4;

const months = new Intl.DateTimeFormat(localeOf(language), { month: 'short', timeZone: 'UTC' });

/** A line of months from the first deadline to the conference, with the numbers of the deadlines and a mark for today. */
export function DeadlineLine({ deadlines, today, todayLabel }: DeadlineLineProps) {
  const { start, end } = conference.dates;
  const days = deadlines.flatMap(({ day }) => day ?? []);
  const first = `${[...days, start].toSorted()[0]?.slice(0, 7)}-01`;
  const last = [...days, end].toSorted().at(-1) ?? end;
  const length = countDays(first, last);
  const at = (day: string) => (100 * (countDays(first, day) - 1)) / length;
  const percent = (place: number) => `${place.toFixed(2)}%`;

  const isWithin = today >= first && today <= last;
  const gone = isWithin ? at(today) : today > last ? 100 : 0;
  const marks = deadlines.flatMap(({ day }, index) =>
    day === undefined ? [] : [{ number: index + 1, day, place: at(day) }],
  );
  return (
    <svg aria-hidden="true" className="size-full overflow-visible">
      <line x1={percent(gone)} x2="100%" y1="60" y2="60" strokeDasharray="1 6" />
      <line x1="0" x2={percent(gone)} y1="60" y2="60" />
      {monthsFrom(first, last).map((month) => (
        <g key={month} className="deadline-month">
          <line x1={percent(at(month))} x2={percent(at(month))} y1="60" y2="72" />
          <text x={percent(at(month))} y="92">
            {months.format(new Date(month))}
          </text>
        </g>
      ))}
      <line
        x1={percent(at(start))}
        x2={percent(at(end) + 100 / length)}
        y1="60"
        y2="60"
        className="deadline-conference"
      />
      {isWithin && (
        <g className="deadline-today">
          <line x1={percent(at(today))} x2={percent(at(today))} y1="14" y2="72" />
          <text x={percent(at(today))} y="8">
            {todayLabel}
          </text>
        </g>
      )}
      {marks.map(({ number, day, place }, index) => {
        const below = marks.slice(0, index).filter((mark) => Math.abs(mark.place - place) < CLOSE);
        const y = 60 - 26 * below.length;
        const isPassed = day < today;
        return (
          <g key={number} className={isPassed ? 'deadline-passed' : 'deadline-coming'}>
            <circle cx={percent(place)} cy={y} r="12" />
            <text x={percent(place)} y={y} dy="0.36em">
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The first day of each month; for more than 14 months, the first day of each quarter. */
function monthsFrom(first: string, last: string): string[] {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
  );
  const within = days.filter((day) => day <= last);
  return within.length > 14 ? within.filter((day) => /-(?:01|04|07|10)-/.test(day)) : within;
}

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

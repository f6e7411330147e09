import * as labels from 'content:labels/layout';
import { language } from 'content:language';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { dayText } from '#contract/content/calendar-days.ts';

/** "November 23, 2026 at 19:30 CET", in the given time zone or in the time zone of this device. */
export function momentText(instant: string | number, timeZone?: string): string {
  const date = new Date(instant);
  // The Swedish locale writes a day as content/ does: 2026-11-23.
  const day = date.toLocaleDateString('sv-SE', { timeZone });
  const time = date.toLocaleTimeString(language === 'en' ? 'en-GB' : language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return fillPlaceholders(labels.moment, { day: dayText(day, language), time });
}

import { HOUR } from '#contract/time-spans.ts';

const MORNING = 7;

/** The last full hour, or the last 07:00, in the time zone of the conference. */
export function lastDigestTime(digest: 'hourly' | 'daily', timezone: string, now: Date): Date {
  const { hour, sinceHour } = timeOfDay(timezone, now);
  const fullHour = new Date(now.getTime() - sinceHour);
  if (digest === 'hourly') return fullHour;
  const morning = new Date(fullHour.getTime() - ((hour + 24 - MORNING) % 24) * HOUR);
  // The result is an hour off if the clocks changed since that morning.
  const off = timeOfDay(timezone, morning).hour - MORNING;
  return new Date(morning.getTime() - off * HOUR);
}

function timeOfDay(timezone: string, at: Date): { hour: number; sinceHour: number } {
  const format = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en', { ...format, timeZone: timezone }).formatToParts(at);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { hour: number('hour'), sinceHour: number('minute') * 60_000 + (at.getTime() % 60_000) };
}

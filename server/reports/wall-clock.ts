/** Converts a moment to the local time at the conference, in the UTC fields of a Date. */
export type Clock = (at: string | null | undefined) => Date | undefined;

/** Formats moments as "2026-11-25 19:40" in a time zone, for the outputs of commands. */
export function printTimes(timeZone: string): (at: string) => string {
  const clock = clockAt(timeZone);
  return (at) => clock(at)?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
}

/** Prints the moments of a sentence, which are in ISO format; `at` is a `printTimes`. */
export function withTimes(sentence: string, at: (moment: string) => string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at);
}

/**
 * Converts a moment to the local time of a time zone, in the UTC fields of a Date: spreadsheets have no time zones, and
 * an organiser counts by days at the conference.
 */
export function clockAt(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  /** The offset from UTC in each quarter of an hour that was asked for: clocks change only at full quarters. */
  const offsets = new Map<string, number>();
  const offsetAt = (moment: Date) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return shown - Math.floor(moment.getTime() / 1000) * 1000;
  };
  return (at) => {
    if (at === null || at === undefined) return undefined;
    const moment = new Date(at);
    const quarter = at.slice(0, 14) + Math.floor(moment.getUTCMinutes() / 15);
    const offset = offsets.get(quarter) ?? offsetAt(moment);
    offsets.set(quarter, offset);
    return new Date(Math.floor((moment.getTime() + offset) / 1000) * 1000);
  };
}

const HOUR = 3_600_000;

/** A change of the clocks: the instant, and how far local time is ahead of UTC before and after it, in minutes. */
type Change = { at: number; from: number; to: number };

/**
 * VTIMEZONE of RFC 5545 with the changes of clocks that hold in one year: the last one before it and those within it,
 * as this runtime's time zone data knows them.
 */
export function zoneLines(zone: string, year: number): readonly string[] {
  const key = `${zone} ${year}`;
  const lines = known.get(key) ?? readZone(zone, year);
  known.set(key, lines);
  return lines;
}

/** Each reading asks for the offset of 730 days, and a server mails one calendar after the other. */
const known = new Map<string, readonly string[]>();

function readZone(zone: string, year: number): string[] {
  const clock = clockOf(zone);
  const first = Date.UTC(year - 1, 0, 1);
  const changes = changesBetween(clock, first, Date.UTC(year + 1, 0, 1));
  const before = changes.findLast(({ at }) => at < Date.UTC(year, 0, 1));
  const within = changes.filter(({ at }) => at >= Date.UTC(year, 0, 1));
  const offset = offsetAt(clock, first);
  const held = before ?? { at: first, from: offset, to: offset };
  const standard = Math.min(...[held, ...within].map(({ to }) => to));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...[held, ...within].flatMap((change) => {
      const kind = change.to === standard ? 'STANDARD' : 'DAYLIGHT';
      return [
        `BEGIN:${kind}`,
        // In the local time that held until the change.
        `DTSTART:${localTime(change.at + change.from * 60_000)}`,
        `TZOFFSETFROM:${offsetText(change.from)}`,
        `TZOFFSETTO:${offsetText(change.to)}`,
        `TZNAME:${clock.name(change.at)}`,
        `END:${kind}`,
      ];
    }),
    'END:VTIMEZONE',
  ];
}

function changesBetween(clock: Clock, start: number, end: number): Change[] {
  const changes: Change[] = [];
  for (let at = start; at < end; at += 24 * HOUR) {
    const [from, to] = [offsetAt(clock, at), offsetAt(clock, at + 24 * HOUR)];
    if (from === to) continue;
    let [low, high] = [at, at + 24 * HOUR];
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetAt(clock, middle) === from) low = middle;
      else high = middle;
    }
    changes.push({ at: high, from, to });
  }
  return changes;
}

/** Minutes ahead of UTC. */
function offsetAt(clock: Clock, instant: number): number {
  const [, sign, hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(clock.offset(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

type Clock = Record<'name' | 'offset', (instant: number) => string>;

/** How the runtime names a zone's time: CEST and GMT+02:00. */
function clockOf(timeZone: string): Clock {
  const reader = (timeZoneName: 'short' | 'longOffset') => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName });
    return (instant: number) =>
      format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  };
  return { name: reader('short'), offset: reader('longOffset') };
}

/** 2026-03-29T02:00:00.000Z -> 20260329T020000 */
function localTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

/** 90 -> +0130 */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}

import { overlap } from '#contract/content/shapes/agenda-shape.ts';
import { endDateOf } from '#contract/content/agenda-items.ts';
import type { Content } from '#contract/content.ts';
import { instantOf, momentAt, openingIn } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { isTicketFor, type TicketDays } from '#contract/content/ticket-days.ts';
import { ticketDays } from '#server/orders/sell/registration-price.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { HOUR } from '#contract/time-spans.ts';
import type { Way } from './tables.ts';

/** An item of the agenda with places. */
export type Session = {
  id: string;
  title: string;
  room: string | undefined;
  /** The day, in the calendar and in words. */
  date: string;
  dateText: string;
  /** As the agenda writes them: "09:00". */
  hours: { start: string; end: string };
  /** The same as instants. */
  start: string;
  end: string;
  places: number;
  /** It ends when the session begins, or before. */
  signUp: Opening;
};

/** The sessions in their order. */
export function sessionsIn({ agenda, conference: { dates } }: Content): Session[] {
  const all = agenda.days.flatMap(({ date, dateText, items }) =>
    items.flatMap((item) => {
      const { id, title, room, places, start, end } = item;
      if (places === undefined || id === undefined) return [];
      const begins = instantOf(date, start, dates.timezone);
      const ends = instantOf(endDateOf(date, item), end, dates.timezone);
      const { from, until } = openingIn(dates, item.signUp ?? {});
      const last = until && until.at < begins ? until : momentAt(begins, dates);
      const signUp = { ...(from && { from }), until: last };
      const hours = { start, end };
      return [{ id, title, room, date, dateText, hours, start: begins, end: ends, places, signUp }];
    }),
  );
  return all.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

/** The sessions that run at the same time as one of them, if only for a minute. */
export function clashesOf(session: Session, others: readonly Session[]): Session[] {
  return others.filter(
    (other) =>
      other.id !== session.id &&
      (other.date === session.date
        ? overlap(session.hours, other.hours)
        : session.start < other.end && other.start < session.end),
  );
}

/** Whether a ticket is for the part of the day in which a session begins. */
function isOnTicket({ date, hours }: Session, days: TicketDays): boolean {
  const part = hours.start < '12:00' ? 'morning' : 'afternoon';
  return isTicketFor(days, { day: date, part });
}

/** The sessions that a person may see, which is nothing without a sure place. */
export function sessionsFor(content: Content, person: ListedParticipant): Session[] {
  if (person.placeSince === undefined || person.email === '') return [];
  const days = ticketDays(content.prices, person.presentationType);
  return sessionsIn(content).filter((session) => isOnTicket(session, days));
}

export function isOpenAt({ signUp }: Session, now: string): boolean {
  return stateOf(signUp, now) === 'open';
}

/** "May 29, 2026, 09:00–12:00" */
export function timeOf({ dateText, hours }: Session): string {
  return `${dateText}, ${hours.start}–${hours.end}`;
}

type Scan = { way: Way; at: string };

/**
 * The hours for which somebody was in a session, to the nearest quarter, by the scans in their order. A person who was
 * not scanned out stayed until the end.
 */
export function hoursIn({ start, end }: Pick<Session, 'start' | 'end'>, scans: readonly Scan[]) {
  const within = (at: string) =>
    Math.min(Math.max(Date.parse(at), Date.parse(start)), Date.parse(end));
  let since: number | undefined;
  let sum = 0;
  for (const { way, at } of scans) {
    if (way === 'in') since ??= within(at);
    if (way === 'out' && since !== undefined) {
      sum += within(at) - since;
      since = undefined;
    }
  }
  if (since !== undefined) sum += Date.parse(end) - since;
  return Math.round((4 * sum) / HOUR) / 4;
}

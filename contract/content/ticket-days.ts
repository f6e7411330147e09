/** A day of the conference, or a half of it, as prices.yaml writes it. */
export type WrittenPart = { day: string; part?: 'morning' | 'afternoon' };

/** A part with its words: "Fri May 29, morning", and on documents "Friday, May 29, 2026, morning". */
export type ConferencePart = WrittenPart & { words: string; longWords: string };

/** The days of a ticket; absent if it is for the whole conference. */
export type TicketDays = readonly ConferencePart[] | undefined;

/** Whether a ticket lets its holder in on a day, or during a part of it. */
export function isTicketFor(days: TicketDays, { day, part }: WrittenPart): boolean {
  return (
    days === undefined ||
    days.some((each) => each.day === day && (!each.part || !part || each.part === part))
  );
}

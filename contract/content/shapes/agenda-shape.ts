import * as z from 'zod/mini';
import {
  clockTime,
  id,
  isClockTime,
  noTwins,
  ownAddress,
  text,
} from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';

/** The latest end of an item that begins in the evening and ends on the next day. */
const SMALL_HOURS = '06:00';

const names = z.optional(z.array(text).check(z.minLength(1)));

const AgendaItem = withAdded(
  'agendaItem',
  z.strictObject({
    /** With an id, an entry in a visitor's calendar stays the same entry when the title of the item changes. */
    id: z.optional(id),
    start: clockTime,
    /** An end before the start is on the next day. */
    end: clockTime,
    title: text,
    text: z.optional(text),
    room: z.optional(text),
    track: z.optional(text),
    /** The subject of the item; visitors can filter by it. */
    topic: z.optional(text),
    chair: z.optional(text),
    /** The id of another place in conference.yaml; without it the item is at the venue. */
    place: z.optional(id),
    speakers: names,
    /** The reference of an abstract: `organiser agenda` keeps such an item up to date. */
    abstract: z.optional(text),
    /** The address on this site to which the title leads. */
    link: z.optional(ownAddress),
  }),
).check(
  z.refine(({ start, end }) => !isClockTime(start) || !isClockTime(end) || isAfter(end, start), {
    path: ['end'],
    error: `must be after the start, or in the small hours until ${SMALL_HOURS} of the next day`,
  }),
);
export type AgendaItem = z.output<typeof AgendaItem>;

function isAfter(end: string, start: string): boolean {
  return end > start || (end < start && end <= SMALL_HOURS);
}
type Hours = Pick<AgendaItem, 'start' | 'end'>;

/** The first day in the list is the first day of the conference. Items may run at the same time in different rooms. */
const AgendaDay = z.strictObject({
  label: text,
  items: z.array(AgendaItem).check(noTwins('id'), noRoomTwice(), noSpeakerTwice()),
  /** The page shows this text after the items while the programme of the day is incomplete. */
  placeholder: z.optional(text),
});

export const Agenda = z.strictObject({
  days: z.array(AgendaDay).check(noTwins('label'), noIdOnTwoDays()),
});

/** An id names one entry in a visitor's calendar, so two days cannot share it. */
function noIdOnTwoDays() {
  return z.superRefine<z.output<typeof AgendaDay>[]>((days, { addIssue }) => {
    const seen = new Map<string, string>();
    for (const [dayAt, { label, items }] of days.entries()) {
      for (const [at, item] of items.entries()) {
        if (item.id === undefined) continue;
        const other = seen.get(item.id);
        if (other === undefined) seen.set(item.id, label);
        else if (other !== label) {
          addIssue({
            code: 'custom',
            path: [dayAt, 'items', at, 'id'],
            message: `"${item.id}" is on ${other} already`,
          });
        }
      }
    }
  });
}

function noRoomTwice() {
  return z.superRefine<AgendaItem[]>((items, { addIssue }) => {
    for (const [at, item] of items.entries()) {
      const other = items
        .slice(0, at)
        .find(
          (before) =>
            before.room !== undefined && before.room === item.room && overlap(before, item),
        );
      if (!other) continue;
      addIssue({
        code: 'custom',
        path: [at, 'room'],
        message: `"${item.room}" is taken by "${other.title}" at that time`,
      });
    }
  });
}

/** A person cannot speak in two rooms. An item without a room may be a session around the talks. */
function noSpeakerTwice() {
  return z.superRefine<AgendaItem[]>((items, { addIssue }) => {
    for (const [at, { room, speakers = [], ...item }] of items.entries()) {
      const others = items
        .slice(0, at)
        .filter(
          (before) =>
            room !== undefined &&
            before.room !== undefined &&
            before.room !== room &&
            overlap(before, item),
        );
      for (const [nth, speaker] of speakers.entries()) {
        const other = others.find((before) => before.speakers?.includes(speaker));
        if (!other) continue;
        addIssue({
          code: 'custom',
          path: [at, 'speakers', nth],
          message: `${speaker} speaks in "${other.room}" at that time: "${other.title}"`,
        });
      }
    }
  });
}

/** Whether two items of one day run at the same time, if only for a minute. */
export function overlap(one: Hours, other: Hours): boolean {
  return one.start < lastHour(other) && other.start < lastHour(one);
}

/** The end, counted in hours of the day on which the item begins: 01:00 of the next day is 25:00. */
export function lastHour({ start, end }: Hours): string {
  if (end > start) return end;
  const [hour = '', minute] = end.split(':');
  return `${Number(hour) + 24}:${minute}`;
}

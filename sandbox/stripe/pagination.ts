import * as z from 'zod/mini';
import { integer, text } from './parameters.ts';
import { noSuch } from './stripe-error.ts';

export const pageParameters = {
  limit: z.optional(integer({ minimum: 1, maximum: 100 })),
  starting_after: z.optional(text()),
  ending_before: z.optional(text()),
};

export const createdParameter = z.optional(
  z.union([
    integer({ minimum: 0 }),
    z.strictObject({
      gt: z.optional(integer({ minimum: 0 })),
      gte: z.optional(integer({ minimum: 0 })),
      lt: z.optional(integer({ minimum: 0 })),
      lte: z.optional(integer({ minimum: 0 })),
    }),
  ]),
);

type Created = z.output<typeof createdParameter>;

export function createdWithin(created: number, range: Created): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  return (
    (range.gt === undefined || created > range.gt) &&
    (range.gte === undefined || created >= range.gte) &&
    (range.lt === undefined || created < range.lt) &&
    (range.lte === undefined || created <= range.lte)
  );
}

type Page = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

/** One page of rows given oldest first, answered newest first as Stripe does. */
export function listObject<Row extends { id: string }, Wire>(
  rows: Iterable<Row>,
  { limit = 10, starting_after: after, ending_before: before }: Page,
  { url, write }: { url: string; write: (row: Row) => Wire },
) {
  const newestFirst = [...rows].toReversed();
  const place = (id: string, param: string) => {
    const index = newestFirst.findIndex((row) => row.id === id);
    if (index < 0) throw noSuch('object', id, param);
    return index;
  };
  let page: Row[];
  let more: boolean;
  if (before !== undefined) {
    const end = place(before, 'ending_before');
    const start = Math.max(0, end - limit);
    page = newestFirst.slice(start, end);
    more = start > 0;
  } else {
    const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
    page = newestFirst.slice(start, start + limit);
    more = start + limit < newestFirst.length;
  }
  return { object: 'list' as const, data: page.map(write), has_more: more, url };
}

import * as z from 'zod/mini';
import { call } from './call.ts';

/**
 * The page of the agenda makes this call if an item has limited places. It is not in `calls`, because a feature answers
 * it.
 */
export const findAgendaPlaces = call({
  method: 'GET',
  path: '/api/agenda-places',
  summary: 'The places that are left in items of the agenda for which people sign up now',
  reply: z.object({
    items: z.array(
      z.object({
        /** The id of the item. */
        id: z.string(),
        left: z.number(),
        /** The number of people on the waiting list. */
        waiting: z.number(),
      }),
    ),
  }),
});

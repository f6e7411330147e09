import * as z from 'zod/mini';
import { call } from './call.ts';

/** The fewest letters with which a search finds something useful. */
export const FEWEST_LETTERS = 3;

/**
 * The call is made where `abstracts.suggestions` of conference.yaml is true. It is not in `calls`, because a feature
 * answers it.
 */
export const findOrganisations = call({
  method: 'GET',
  path: '/api/organisations',
  summary: 'The organisations of the public list whose names have the words that somebody types',
  query: z.object({
    q: z.string().check(z.minLength(FEWEST_LETTERS), z.maxLength(100)),
    /** The language of the places. */
    language: z._default(z.string().check(z.regex(/^[a-zA-Z-]{2,20}$/)), 'en'),
  }),
  reply: z.object({
    organisations: z.array(
      z.object({
        /** The text for the field, which names no other organisation of the answer. */
        name: z.string(),
        /** "Dresden, Germany" */
        place: z.string(),
        /** https://ror.org/042aqky30 */
        ror: z.string(),
      }),
    ),
  }),
});

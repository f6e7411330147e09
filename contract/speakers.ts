import * as z from 'zod/mini';
import { call } from './call.ts';

const Speaker = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.optional(z.string()),
  title: z.optional(z.string()),
  university: z.optional(z.string()),
  type: z.optional(z.string()),
  bio: z.optional(z.string()),
  link: z.optional(z.string()),
});

/** A speaker as the page reads it. The page does not show a field that is missing or null. */
const SpeakerAsRead = z.object({
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  name: z.nullish(z.string()),
  imageUrl: z.nullish(z.string()),
  title: z.nullish(z.string()),
  university: z.nullish(z.string()),
  type: z.nullish(z.string()),
  bio: z.nullish(z.string()),
  link: z.nullish(z.string()),
});
export type SpeakerAsRead = z.output<typeof SpeakerAsRead>;

export const listSpeakers = call({
  method: 'GET',
  path: '/api/speakers/polymers',
  summary: 'The speakers, in the order of the programme',
  reply: z.array(Speaker),
  reads: z.union([
    z.array(SpeakerAsRead),
    z.pipe(
      z.object({ data: z.array(SpeakerAsRead) }),
      z.transform((answer) => answer.data),
    ),
  ]),
});

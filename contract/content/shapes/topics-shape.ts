import * as z from 'zod/mini';
import { id, noTwins, text } from '#contract/content/content-fields.ts';

const Topic = z.strictObject({
  id,
  title: text,
  description: text,
  tags: z.array(text).check(z.minLength(1)),
});
export type Topic = z.output<typeof Topic>;

export const Topics = z.pipe(
  z.strictObject({ topics: z.array(Topic).check(noTwins('id')) }),
  z.transform((file) => file.topics),
);

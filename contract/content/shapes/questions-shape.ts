import * as z from 'zod/mini';
import { id, noTwins, text } from '#contract/content/content-fields.ts';
import { moment } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';

/** The greatest number of characters in an answer, as in a line of the forms. */
export const LONGEST_ANSWER = 200;

/** `line`: one line of text. `choice`: one of the options. `yes_no`: yes or no. */
const kinds = ['line', 'choice', 'yes_no'] as const;

/** The words of a question, and the options of a choice: the survey after the conference asks in the same way. */
export const asked = {
  id,
  label: text,
  /** A note below the label. */
  text: z.optional(text),
  options: z.optional(
    z
      .array(
        text.check(
          z.maxLength(LONGEST_ANSWER, `must not be longer than ${LONGEST_ANSWER} letters`),
        ),
      )
      .check(
        z.minLength(2, 'a choice needs at least two options'),
        noTwins(undefined, (option) => option.toLowerCase()),
      ),
  ),
  required: z._default(z.boolean('expected true or false'), false),
};

/** A choice has options, and nothing else has. */
export function optionsOfChoice() {
  return z.superRefine<{ kind: string; options?: readonly string[] | undefined }>(
    ({ kind, options }, { addIssue }) => {
      if (kind === 'choice' && !options) {
        addIssue({
          code: 'custom',
          path: ['options'],
          message: 'a choice needs a list of options',
        });
      }
      if (kind !== 'choice' && options) {
        addIssue({ code: 'custom', path: ['options'], message: 'only a choice has options' });
      }
    },
  );
}

/**
 * The questions of a conference to its participants. An answer is stored with the id of its question, so an id that
 * was used once is never used for another question.
 */
export const Questions = z._default(
  z
    .array(
      z
        .strictObject({
          ...asked,
          kind: z.enum(kinds),
          /** Afterwards only organisers change answers. */
          until: z.optional(moment),
          /** Whether badges print the answer. */
          badge: z._default(z.boolean('expected true or false'), false),
          /** The ids of the presentation types that are asked; absent: everybody. */
          for: z.optional(z.array(text).check(z.minLength(1))),
        })
        .check(optionsOfChoice()),
    )
    .check(noTwins('id'), noTwins('label')),
  [],
);

type Written = z.output<typeof Questions>[number];

/** A question of the conference. `for` is absent if everybody is asked. */
export type Question = Omit<Written, 'until' | 'options'> & {
  options: readonly string[];
  until?: Moment;
};

import * as z from 'zod/mini';
import { withAdded } from '#contract/content/feature-texts.ts';
import { mails } from '#contract/content/sentences/mails.ts';
import { wordsOf } from './words-shape.ts';

const Own = z.strictObject({
  ...wordsOf(mails),
  /** How often one mail replaces the secretary's routine mails. */
  digest: z._default(z.enum(['off', 'hourly', 'daily']), 'off'),
  /** How often the secretary gets a report in numbers. */
  report: z._default(z.enum(['off', 'weekly']), 'off'),
});
/** The texts of the mails and of the receipt page to which the mails link. */
export const Mails = withAdded('mails', Own);
export type Mails = z.output<typeof Mails>;

import * as z from 'zod/mini';
import { withAdded } from '#contract/content/feature-texts.ts';
import { yourAbstract } from '#contract/content/sentences/your-abstract.ts';
import { wordsOf } from './words-shape.ts';

/** The texts of the page of an abstract, behind the link in the mails to its author. */
export const YourAbstract = withAdded('yourAbstract', z.strictObject(wordsOf(yourAbstract)));
export type YourAbstract = z.output<typeof YourAbstract>;

import * as z from 'zod/mini';
import { placeholdersIn, textWith } from '#contract/content/content-fields.ts';
import { abstract } from '#contract/content/labels/abstract.ts';
import { agenda } from '#contract/content/labels/agenda.ts';
import { contact } from '#contract/content/labels/contact.ts';
import { discount } from '#contract/content/labels/discount.ts';
import { exhibition } from '#contract/content/labels/exhibition.ts';
import { forms } from '#contract/content/labels/forms.ts';
import { home } from '#contract/content/labels/home.ts';
import { layout } from '#contract/content/labels/layout.ts';
import { moments } from '#contract/content/labels/moments.ts';
import { pages } from '#contract/content/labels/pages.ts';
import { paymentResult } from '#contract/content/labels/payment-result.ts';
import { registration } from '#contract/content/labels/registration.ts';
import { speakers } from '#contract/content/labels/speakers.ts';
import { combinations } from '#contract/content/labels/combinations.ts';
import { memberPrice } from '#contract/content/labels/member-price.ts';
import { proof } from '#contract/content/labels/proof.ts';
import { orders } from '#contract/content/labels/orders.ts';
import { ownPage } from '#contract/content/labels/own-page.ts';
import { people } from '#contract/content/labels/people.ts';
import { programme } from '#contract/content/labels/programme.ts';
import { refusals } from '#contract/content/labels/refusals.ts';
import { replies } from '#contract/content/labels/replies.ts';
import { transfers } from '#contract/content/labels/transfers.ts';
import {
  type AddedToLabels,
  featureTexts,
  type LabelWords,
} from '#contract/content/feature-texts.ts';
import type { Plural } from '#contract/content/plural.ts';

/**
 * The trunk's sections of labels.yaml with the short words and sentences of the product: buttons, headings, refusals. The
 * English words are in labels/SECTION.ts.
 */
const sections = {
  combinations,
  memberPrice,
  moments,
  orders,
  ownPage,
  pages,
  people,
  layout,
  forms,
  registration,
  discount,
  abstract,
  paymentResult,
  agenda,
  home,
  speakers,
  contact,
  exhibition,
  programme,
  proof,
  refusals,
  replies,
  transfers,
};

export const labelSections = Object.keys(sections);

/** Labels that no page shows any more, and placeholders that the English words had: a folder may still have them. */
const earlier: Readonly<Record<string, Earlier>> = {
  forms: { labels: ['countriesMissing'] },
  refusals: { placeholders: ['contact'] },
};
type Earlier = { labels?: readonly string[]; placeholders?: readonly string[] };

/** A label that the file leaves out has its English words. */
const AllLabels: z.ZodMiniType = z.lazy(() => z.prefault(allLabels(), {}));
export const Labels = AllLabels as z.ZodMiniType<Labels>;
export type Labels = typeof sections & AddedToLabels;

function allLabels() {
  const english = new Map<string, LabelWords>(Object.entries(sections));
  for (const { labels = {} } of featureTexts()) {
    for (const [name, words] of Object.entries(labels)) {
      english.set(name, { ...english.get(name), ...words });
    }
  }
  const shapes = [...english].map(([name, words]) => [name, sectionOf(words, earlier[name])]);
  return z.strictObject(Object.fromEntries(shapes));
}

/** A label may name the placeholders of its English words and no others. The earlier ones are still filled. */
function sectionOf(english: LabelWords, { labels = [], placeholders = [] }: Earlier = {}) {
  const shape = Object.fromEntries([
    ...labels.map((name) => [name, z.optional(z.string())] as const),
    ...Object.entries(english).map(
      ([name, words]) => [name, z.optional(labelOf(words, placeholders))] as const,
    ),
  ]);
  const written = z.pipe(
    z.strictObject(shape),
    z.transform((own) => ({ ...english, ...own })),
  );
  return z.prefault(written, {});
}

function labelOf(words: string | Plural, known: readonly string[]) {
  if (typeof words === 'string')
    return textWith([...new Set([...placeholdersIn(words), ...known])]);
  const text = textWith(placeholdersIn(words.other));
  const rare = z.optional(text);
  return z.strictObject({ zero: rare, one: rare, two: rare, few: rare, many: rare, other: text });
}

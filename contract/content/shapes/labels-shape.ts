import * as z from 'zod/mini';
import { placeholdersIn, textWith } from '#contract/content/content-fields.ts';
import { consent } from '#contract/content/labels/consent.ts';
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
import { invitation } from '#contract/content/labels/invitation.ts';
import { memberPrice } from '#contract/content/labels/member-price.ts';
import { proof } from '#contract/content/labels/proof.ts';
import { orders } from '#contract/content/labels/orders.ts';
import { ownPage } from '#contract/content/labels/own-page.ts';
import { people } from '#contract/content/labels/people.ts';
import { programme } from '#contract/content/labels/programme.ts';
import { refusals } from '#contract/content/labels/refusals.ts';
import { replies } from '#contract/content/labels/replies.ts';
import { transfers } from '#contract/content/labels/transfers.ts';
import { waitingList } from '#contract/content/labels/waiting-list.ts';
import type { Plural } from '#contract/content/plural.ts';

/**
 * The sections of labels.yaml with the short words and sentences of the product: buttons, headings, refusals. The English
 * words are in labels/SECTION.ts.
 */
const sections = {
  consent: sectionOf(consent),
  combinations: sectionOf(combinations),
  invitation: sectionOf(invitation),
  memberPrice: sectionOf(memberPrice),
  moments: sectionOf(moments),
  orders: sectionOf(orders),
  ownPage: sectionOf(ownPage),
  pages: sectionOf(pages),
  people: sectionOf(people),
  layout: sectionOf(layout),
  forms: sectionOf(forms, { labels: ['countriesMissing'] }),
  registration: sectionOf(registration),
  discount: sectionOf(discount),
  abstract: sectionOf(abstract),
  paymentResult: sectionOf(paymentResult),
  agenda: sectionOf(agenda),
  home: sectionOf(home),
  speakers: sectionOf(speakers),
  contact: sectionOf(contact),
  exhibition: sectionOf(exhibition),
  programme: sectionOf(programme),
  proof: sectionOf(proof),
  refusals: sectionOf(refusals, { placeholders: ['contact'] }),
  replies: sectionOf(replies),
  transfers: sectionOf(transfers),
  waitingList: sectionOf(waitingList),
};

/** A label that the file leaves out has its English words. */
export const Labels = z.prefault(z.strictObject(sections), {});
export type Labels = z.output<typeof Labels>;

export const labelSections = Object.keys(sections);

type Earlier = {
  /** Labels that no page shows any more. */
  labels?: readonly string[];
  /** Placeholders that the English words had. The label is still filled with them. */
  placeholders?: readonly string[];
};

/**
 * A label may name the placeholders of its English words and no others. A folder may still have what an earlier version
 * knew.
 */
function sectionOf<Section extends Record<string, string | Plural>>(
  english: Section,
  { labels = [], placeholders = [] }: Earlier = {},
) {
  const shape = Object.fromEntries([
    ...labels.map((name) => [name, z.optional(z.string())] as const),
    ...Object.entries(english).map(
      ([name, words]) => [name, z.optional(labelOf(words, placeholders))] as const,
    ),
  ]);
  const written = z.pipe(
    z.strictObject(shape),
    z.transform((own): Section => ({ ...english, ...own })),
  );
  return z.prefault(written, {});
}

function labelOf(words: string | Plural, earlier: readonly string[]) {
  if (typeof words === 'string')
    return textWith([...new Set([...placeholdersIn(words), ...earlier])]);
  const text = textWith(placeholdersIn(words.other));
  const rare = z.optional(text);
  return z.strictObject({ zero: rare, one: rare, two: rare, few: rare, many: rare, other: text });
}

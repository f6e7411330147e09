import * as z from 'zod/mini';
import { countDays } from '#contract/content/calendar-days.ts';
import { text, textWith } from '#contract/content/content-fields.ts';
import {
  type ContentToCheck,
  featureTexts,
  type FeatureTexts,
  type TextMistake,
} from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  yourRegistration: {
    // The certificate of attendance: before the end of the conference with the {day} of the first download, after it, and
    // after it for somebody who was not checked in, before the address of the secretary.
    certificate: {
      heading: 'Certificate of attendance',
      later:
        'From {day} you can download your certificate here, if you were checked in at the registration desk.',
      download: 'Download the certificate',
      notCheckedIn:
        'Nobody checked you in at the registration desk, so there is no certificate yet. If you were there, please write to',
    },
  },
};

/** The person who signs the certificates of attendance. */
const Signer = z.optional(
  z.strictObject({
    signer: text,
    role: text,
    /** The hours of attendance that each day of the conference counts. */
    hours: z.optional(z.array(z.number().check(z.minimum(0), z.maximum(24)))),
  }),
);

const note = z.string().check(
  z.refine((value) => value.trim() !== '', 'must not be empty'),
  z.maxLength(200, 'must not be longer than 200 characters'),
);

/** Organisers print badges, certificates, and the list for the registration desk. */
const documents = {
  badges: z.strictObject({ title: text, code: text }),
  certificate: z.strictObject({
    title: text,
    begins: text,
    tookPart: text,
    reference: text,
    /** Lines below the days. `mistakes` checks their placeholders, because they name questions of the conference. */
    notes: z.optional(z.array(note).check(z.maxLength(4))),
  }),
  attendance: z.strictObject({
    title: text,
    people: text,
    present: text,
    name: text,
    institute: text,
    type: text,
    nights: text,
    guests: text,
    extras: text,
    signature: text,
    page: text,
  }),
};

export const badgesTexts: FeatureTexts = {
  sentences: en,
  shapes: { conference: { certificate: Signer }, documents },
  mistakes: ({ conference, pages }) => [
    ...wrongHours(conference),
    ...wrongNotes(conference, pages),
  ],
};

function wrongHours({ certificate, dates }: ContentToCheck['conference']): TextMistake[] {
  const hours = certificate?.hours;
  if (!hours || hours.length === countDays(dates.start, dates.end)) return [];
  const path = ['conference', 'certificate', 'hours'];
  const message = `expected a number for each day of the conference, ${dates.text}`;
  return [{ path, input: hours, message }];
}

function wrongNotes(
  { certificate, questions }: ContentToCheck['conference'],
  { documents: { certificate: words } }: ContentToCheck['pages'],
): TextMistake[] {
  const known = textWith([
    'ticket_days',
    ...(certificate?.hours ? ['hours'] : []),
    ...questions.map((question) => `answer:${question.id}`),
    ...featureTexts().flatMap(({ certificateValues = [] }) => certificateValues),
  ]);
  return (words.notes ?? []).flatMap((input, at) =>
    (known.safeParse(input).error?.issues ?? []).map(({ message }) => {
      return { path: ['pages', 'documents', 'certificate', 'notes', at], input, message };
    }),
  );
}

type YourRegistration = Words<typeof en.yourRegistration>;
type Documents = { [Key in keyof typeof documents]: z.output<(typeof documents)[Key]> };
declare module '#contract/content/feature-texts.ts' {
  interface FeatureTexts {
    /** The names of further placeholders in the notes of certificates. */
    certificateValues?: readonly string[];
  }
  interface AddedToYourRegistration extends YourRegistration {}
  interface AddedToDocuments extends Documents {}
  interface AddedToConference {
    /** The person who signs the certificates of attendance. */
    certificate?: z.output<typeof Signer>;
  }
}

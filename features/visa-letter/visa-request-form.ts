import * as z from 'zod/mini';
import { countryNames } from '#contract/countries.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { plainDigits } from '#contract/plain-digits.ts';
import { line } from '#contract/text.ts';
import { formEntries } from '#server/http/form-body.ts';
import type { VisaData } from './visa-requests.ts';

export const visaFields = [
  'name',
  'nationality',
  'passport',
  'birthDate',
  'expiryDate',
  'consulate',
] as const satisfies (keyof VisaData)[];
export type VisaField = (typeof visaFields)[number];
/** The entries as they were typed. */
export type TypedVisa = { readonly [field in VisaField]?: string };

/** The largest number of characters in a line. */
export const LONGEST = 120;
const OLDEST_DAYS = 120 * 366;

const text = line(LONGEST);
/** A consulate compares the name with the passport's, whose machine-readable lines have Latin letters. */
const latin = text.check(
  z.regex(/^(?=.*\p{Script=Latin})(?:\P{L}|\p{Lm}|\p{Script_Extensions=Latin})*$/u),
);
const day = z.iso.date();
/** Blanks between the parts of a number have no meaning. */
const passport = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(LONGEST)),
    z.transform((typed: string) =>
      plainDigits(typed.normalize('NFKC')).replace(/\s/g, '').toUpperCase(),
    ),
  ),
  z.string().check(z.regex(/^(?=.*\d)[A-Z0-9]{5,20}$/)),
);

type Days = {
  /** 2026-03-04 */
  today: string;
  /** The last day of the conference, when the passport still has to be valid. */
  lastDay: string;
};
/** A form with its entries. */
export type VisaForm = {
  mistakes: readonly VisaField[];
  typed: TypedVisa;
  /** The id of the request that the form was made for, and that this one replaces; empty: there was none. */
  shown: string;
};

/** Reads the form of a request; `data` is undefined if a field has a mistake. */
export function readVisaForm(
  body: unknown,
  { today, lastDay }: Days,
): VisaForm & { data: VisaData | undefined } {
  const { shown = '', ...typed } = formEntries(body);
  const dayIn = (written = '', isPossible: (one: string) => boolean) => {
    const read = day.safeParse(
      plainDigits(written.normalize('NFKC')).trim().replaceAll(/[./]/g, '-'),
    ).data;
    return read !== undefined && isPossible(read) ? read : undefined;
  };
  const oldest = dayAfter(today, -OLDEST_DAYS);
  const name = latin.safeParse(typed['name']).data;
  const nationality = countryNames.find((country) => country === typed['nationality']);
  const number = passport.safeParse(typed['passport']).data;
  const birthDate = dayIn(typed['birthDate'], (birth) => oldest < birth && birth < today);
  const expiryDate = dayIn(typed['expiryDate'], (end) => end >= lastDay && end >= today);
  const { consulate: written = '' } = typed;
  const consulate = written.trim() === '' ? '' : text.safeParse(written).data;
  const read = { name, nationality, passport: number, birthDate, expiryDate, consulate };
  const mistakes = visaFields.filter((field) => read[field] === undefined);
  const data =
    name && nationality && number && birthDate && expiryDate && consulate !== undefined
      ? {
          name,
          nationality,
          passport: number,
          birthDate,
          expiryDate,
          consulate: consulate || undefined,
        }
      : undefined;
  return { data, mistakes, typed, shown };
}

import * as z from 'zod/mini';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';

/** The number of an account, or a key of digits or letters. YAML reads a number without quotes as a number. */
const account = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform(String),
    z.string().check(z.regex(/^\d{3,9}$/, 'expected the number of an account, such as 8400')),
  ),
);
const key = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform(String),
    z.string().check(z.regex(/^\w{1,10}$/, 'expected letters or digits')),
  ),
);

const Revenue = z.strictObject({
  /** The rate in per cent, or `exempt`; without it the account of everything that has no entry of its own. */
  tax: z.optional(z.union([z.number().check(z.minimum(0), z.maximum(100)), z.literal('exempt')])),
  account,
  /** The tax key of DATEV; none for an account that knows its rate. */
  taxKey: z.optional(key),
});

/** The accounts of the journal and of the DATEV file. */
export const Bookkeeping = z.strictObject({
  accounts: z.strictObject({
    /** Money that Stripe or PayPal has and has not paid out. */
    stripe: account,
    paypal: account,
    bank: account,
    /** Cash boxes, and what counts of them find; without them it is `unassigned`. */
    cash: z.optional(account),
    cashDifferences: z.optional(account),
    /** The fees of Stripe and PayPal. */
    fees: account,
    /** Money that no document is about, until somebody assigns it. */
    unassigned: account,
    /** The missing rest of bank transfers that were accepted as paid; by default that of the fees. */
    shortfalls: z.optional(account),
    /** Money that payers gave to the conference; without it, this stays with what no document is about. */
    gifts: z.optional(account),
    revenue: z.array(Revenue).check(
      z.minLength(1),
      z.refine(
        (all) => all.some(({ tax }) => tax === undefined),
        'needs an entry without `tax`, for everything that has no entry of its own',
      ),
      z.refine(
        (all) => new Set(all.map(({ tax }) => tax)).size === all.length,
        'has two entries for the same tax',
      ),
    ),
  }),
  costCentre: z.optional(
    z.string().check(z.regex(/^[\w-]{1,36}$/, 'expected at most 36 letters, digits and hyphens')),
  ),
  datev: z.optional(
    z.strictObject({
      /** The numbers of the tax adviser and of the client at DATEV. */
      consultant: z.int().check(z.minimum(1001), z.maximum(9_999_999)),
      client: z.int().check(z.minimum(1), z.maximum(99_999)),
      /** The first day of the financial year: month and day. */
      yearBegins: z._default(
        z.string().check(z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected 01-01')),
        '01-01',
      ),
      accountLength: z._default(z.int().check(z.minimum(4), z.maximum(9)), 4),
    }),
  ),
});
export type Bookkeeping = z.output<typeof Bookkeeping>;

export const booksTexts: FeatureTexts = {
  facts: {
    conference: [
      'stripe',
      'paypal',
      'cash',
      'cashDifferences',
      'fees',
      'unassigned',
      'shortfalls',
      'gifts',
      'account',
      'taxKey',
      'costCentre',
      'yearBegins',
    ],
  },
  shapes: { conference: { bookkeeping: z.optional(Bookkeeping) } },
};

declare module '#contract/content/feature-texts.ts' {
  interface AddedToConference {
    bookkeeping?: Bookkeeping | undefined;
  }
}

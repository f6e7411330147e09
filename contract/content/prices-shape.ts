import * as z from 'zod/mini';
import { findCurrency } from '../currency.ts';
import { type Cents, centsFromDecimal, type Currency, type Fee } from '../money.ts';
import { id, noTwins, text } from './content-fields.ts';
import { openingTimes } from './moments.ts';

/** An amount as organisers write it: "399.00", or unquoted 399 and 399.5. */
const amount = z.union([z.string(), z.number()], 'expected an amount, such as "399.00"');
/** One amount, or one for each phase. */
const price = z.union(
  [z.string(), z.number(), z.array(amount).check(z.minLength(1))],
  'expected an amount, such as "399.00", or a list with one for each phase',
);
const places = z.optional(
  z.int('expected a whole number of places').check(z.minimum(0, 'must not be negative')),
);
/** The rate of the tax in a price, in per cent. `exempt` is taxed nowhere, for the reason in `taxExemption`. */
const tax = z.optional(
  z.union(
    [
      z
        .number()
        .check(
          z.minimum(0, 'must not be negative'),
          z.maximum(100, 'must not be above 100'),
          z.multipleOf(0.01, 'must not have more than two decimals'),
        ),
      z.literal('exempt'),
    ],
    'expected a number of per cent, such as 19, or exempt',
  ),
);
const spelling = z.optional(
  z.string().check(z.regex(/^[\w/-]{1,60}$/, 'expected letters, digits, hyphens and slashes')),
);

const Written = z.strictObject({
  currency: z.string(),
  processingFee: z.optional(
    z.strictObject({
      percent: z._default(
        z
          .number()
          .check(
            z.minimum(0, 'must not be negative'),
            z.maximum(100, 'must not be above 100'),
            z.multipleOf(0.01, 'must not have more than two decimals'),
          ),
        0,
      ),
      fixed: z.optional(amount),
      tax,
    }),
  ),
  /** The tax in all prices that have none of their own. Without any `tax` the conference states no tax. */
  tax,
  /** The sentence on documents about what is exempt. */
  taxExemption: z.optional(text),
  /** Prices by date: each phase ends when the next phase begins. The last phase has no end. */
  phases: z.optional(
    z
      .array(z.strictObject({ name: text, until: openingTimes.until }))
      .check(z.minLength(1), noTwins('name')),
  ),
  places,
  presentationTypes: z
    .array(
      z.strictObject({
        id,
        label: text,
        price,
        tax,
        places,
        ...openingTimes,
        /** `form` is the option's value on the page; `pricing` and `register` are the names of the type in two calls. */
        form: spelling,
        pricing: spelling,
        register: spelling,
      }),
    )
    .check(z.minLength(1), noTwins('id'), noTwins('label')),
  /** Without a room the conference offers no accommodation. `guestPerNight` is the price for each guest in the room. */
  room: z.optional(
    z.strictObject({ night: price, guestPerNight: price, tax, nights: places, ...openingTimes }),
  ),
  /** Things for sale beside the registration, each with its own price. */
  extras: z.optional(
    z
      .array(
        z.strictObject({
          id,
          label: text,
          text: z.optional(text),
          price,
          tax,
          /** The largest number that one person may order. */
          most: z._default(
            z
              .int()
              .check(z.minimum(1, 'must be at least 1'), z.maximum(20, 'must not be above 20')),
            1,
          ),
          places,
          ...openingTimes,
        }),
      )
      .check(noTwins('id'), noTwins('label')),
  ),
});

type Written = z.output<typeof Written>;
type Amount = string | number;

/** Everything that is for sale. Each price is a list with one amount for each phase. */
export const Prices = z.pipe(
  Written,
  z.transform((written, { issues }) => {
    const complain = (path: PropertyKey[], message: string) => {
      issues.push({ code: 'custom', input: written, path, message });
    };
    const currency = findCurrency(written.currency);
    if (!currency) {
      complain(['currency'], 'expected the code of a currency that can be charged, such as EUR');
      return z.NEVER;
    }
    const phases = written.phases ?? [];
    const read = reader(currency, phases.length, complain);
    const { room, extras = [], places: most, tax: usual, taxExemption } = written;
    const rates = [usual, written.processingFee?.tax, room?.tax]
      .concat(written.presentationTypes.map((type) => type.tax))
      .concat(extras.map((extra) => extra.tax));
    if (rates.includes('exempt') && taxExemption === undefined) {
      complain(['taxExemption'], 'is missing, though something is exempt');
    }
    const rateOf = (own?: typeof usual): { taxBasisPoints?: number } => {
      const percent = own ?? usual;
      return typeof percent === 'number' ? { taxBasisPoints: Math.round(percent * 100) } : {};
    };
    phases.forEach(({ until }, at) => {
      const isLast = at === phases.length - 1;
      const path = ['phases', at, 'until'];
      if (isLast && until) {
        complain(
          path,
          'the last phase cannot have an end: conference.yaml says when registration closes',
        );
      } else if (!isLast && !until) {
        complain(['phases', at], 'needs an end, because another phase follows');
      } else if (!isLast && !isAfter(until, phases[at - 1]?.until)) {
        complain(path, 'must be after the end of the previous phase');
      }
    });
    const sold = [
      ...written.presentationTypes.map((type, at) => ({
        path: ['presentationTypes', at],
        ...type,
      })),
      ...(room ? [{ path: ['room'], ...room }] : []),
      ...extras.map((extra, at) => ({ path: ['extras', at], ...extra })),
    ];
    for (const { path, from, until } of sold) {
      if (until && from && !isOpen(from, until))
        complain([...path, 'until'], 'must be after `from`');
    }
    const fee: Fee = {
      percent: written.processingFee?.percent ?? 0,
      fixed: read.one(written.processingFee?.fixed ?? '0', ['processingFee', 'fixed']),
      ...rateOf(written.processingFee?.tax),
    };
    const types = written.presentationTypes.map((type, at) => ({
      ...type,
      price: read.each(type.price, ['presentationTypes', at, 'price']),
      ...rateOf(type.tax),
      ...spellingsOf(type),
    }));
    for (const spelled of ['form', 'pricing', 'register'] as const) {
      types.forEach((type, at) => {
        if (types.findIndex((other) => other[spelled] === type[spelled]) < at) {
          complain(['presentationTypes', at, spelled], `"${type[spelled]}" appears twice`);
        }
      });
    }
    return {
      places: most,
      currency,
      fee,
      /** The rate of amounts that no list of prices has, such as an agreed amount. */
      ...rateOf(),
      taxExemption,
      phases,
      presentationTypes: types,
      room: room && {
        ...room,
        night: read.each(room.night, ['room', 'night']),
        guestPerNight: read.each(room.guestPerNight, ['room', 'guestPerNight']),
        ...rateOf(room.tax),
      },
      extras: extras.map((extra, at) => ({
        ...extra,
        price: read.each(extra.price, ['extras', at, 'price']),
        ...rateOf(extra.tax),
      })),
    };
  }),
);

/** The rates of tax in these prices, in hundredths of a per cent, highest first. */
export function ratesIn(prices: z.output<typeof Prices>): number[] {
  const { fee, presentationTypes, room, extras } = prices;
  const all = [prices, fee, room, ...presentationTypes, ...extras];
  const rates = all.flatMap((each) => each?.taxBasisPoints ?? []);
  return [...new Set(rates)].toSorted((a, b) => b - a);
}

type Moment = Written['presentationTypes'][number]['until'];

function isAfter(later: Moment, earlier: Moment): boolean {
  const sortable = (when: Moment) => `${when?.day} ${when?.time ?? '24:00'}`;
  return earlier === undefined || sortable(later) > sortable(earlier);
}

/** Whether a sale from a moment until another is open at all. A day without a time is a whole day. */
function isOpen(from: NonNullable<Moment>, until: NonNullable<Moment>): boolean {
  return `${from.day} ${from.time ?? '00:00'}` < `${until.day} ${until.time ?? '24:00'}`;
}

function spellingsOf({ id: name, form, pricing, register }: Written['presentationTypes'][number]) {
  const inCapitals = name.toUpperCase().replaceAll('-', '_');
  return {
    form: form ?? name,
    pricing: pricing ?? inCapitals,
    register: register ?? pricing ?? inCapitals,
  };
}

type Complain = (path: PropertyKey[], message: string) => void;

function reader(currency: Currency, phases: number, complain: Complain) {
  const example = currency.decimals === 0 ? '"39900"' : '"399.00"';
  const one = (written: Amount, path: PropertyKey[]): Cents => {
    const cents = centsFromDecimal(String(written), currency);
    if (cents === undefined) {
      complain(
        path,
        `expected an amount in ${currency.code}, such as ${example}, and found "${written}"`,
      );
    }
    return cents ?? (0 as Cents);
  };
  return {
    one,
    each(written: Amount | Amount[], path: PropertyKey[]): Cents[] {
      if (!Array.isArray(written)) {
        const cents = one(written, path);
        return Array.from({ length: Math.max(phases, 1) }, () => cents);
      }
      if (written.length !== phases) {
        complain(
          path,
          `expected ${phases} amounts, one for each phase, and found ${written.length}`,
        );
      }
      return written.map((each, at) => one(each, [...path, at]));
    },
  };
}

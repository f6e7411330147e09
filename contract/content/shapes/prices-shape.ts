import * as z from 'zod/mini';
import { findCurrency } from '#contract/currency.ts';
import { type Cents, centsFromDecimal, type Currency, type Fee } from '#contract/money.ts';
import { id, noTwins, text } from '#contract/content/content-fields.ts';
import { CHOICE } from '#contract/content/combinations.ts';
import { conferencePart } from '#contract/content/conference-parts.ts';
import { moment, openingTimes } from '#contract/content/moments.ts';

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
const perCent = z
  .number()
  .check(
    z.minimum(0, 'must not be negative'),
    z.maximum(100, 'must not be above 100'),
    z.multipleOf(0.01, 'must not have more than two decimals'),
  );
/** The rate of the tax in a price, in per cent. `exempt` is taxed nowhere, for the reason in `taxExemption`. */
const tax = z.optional(
  z.union([perCent, z.literal('exempt')], 'expected a number of per cent, such as 19, or exempt'),
);
const spelling = z.optional(
  z.string().check(z.regex(/^[\w/-]{1,60}$/, 'expected letters, digits, hyphens and slashes')),
);

/** The largest number that one person may have. */
const mostOfOnePerson = z
  .int()
  .check(z.minimum(1, 'must be at least 1'), z.maximum(20, 'must not be above 20'));
const ids = z.optional(z.array(id).check(z.minLength(1), noTwins()));

const Written = z.strictObject({
  currency: z.string(),
  processingFee: z.optional(
    z.strictObject({ percent: z._default(perCent, 0), fixed: z.optional(amount), tax }),
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
  /** Amounts that are meant, although they look mistyped beside the others. */
  unusualPrices: z.optional(z.array(amount)),
  presentationTypes: z
    .array(
      z.strictObject({
        id,
        label: text,
        price,
        tax,
        places,
        ...openingTimes,
        /** The days of a ticket that is not for the whole conference. */
        days: z.optional(z.array(conferencePart).check(z.minLength(1))),
        /** The ids of extras of which each person of this type has one, for nothing. */
        includes: ids,
        /**
         * `members`: for the people on the list of members. `invited`: only by a personal link, and on no page of the
         * site.
         */
        onlyFor: z.optional(z.enum(['members', 'invited'], 'expected members or invited')),
        /** A proof that a participant of this type sends until a day. Without it, the price of `otherwise` is due. */
        proof: z.optional(z.strictObject({ text, until: moment, otherwise: id })),
        /** `form` is the option's value on the page; `pricing` and `register` are the names of the type in two calls. */
        form: spelling,
        pricing: spelling,
        register: spelling,
      }),
    )
    .check(z.minLength(1), noTwins('id')),
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
          most: z._default(mostOfOnePerson, 1),
          places,
          ...openingTimes,
          /** The choices of a buyer; `most` and `places` of the extra hold for all choices together. */
          choices: z.optional(
            z
              .array(z.strictObject({ id, label: text, price: z.optional(price), places }))
              .check(z.minLength(2, 'needs at least two'), noTwins('id'), noTwins('label')),
          ),
          /** The id of the group to which it belongs. */
          group: z.optional(id),
          /** The ids of extras that nobody can have beside this one. */
          excludes: ids,
          /** The ids of the presentation types that can have it; by default all. */
          for: ids,
          /** The day on which it takes place: tickets for other days cannot have it. */
          day: z.optional(conferencePart),
        }),
      )
      .check(noTwins('id'), noTwins('label')),
  ),
  /** Extras of which one person may have only a few. */
  groups: z.optional(
    z
      .array(z.strictObject({ id, label: text, most: z._default(mostOfOnePerson, 1) }))
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
    const { room, extras = [], groups, places: most, tax: usual, taxExemption } = written;
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
    for (const { path, message } of mistakesOfTimes(written)) complain(path, message);
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
    for (const { path, message } of twinsAmong(types)) complain(path, message);
    for (const { path, message } of unknownNames(written)) complain(path, message);
    return {
      places: most,
      ...(groups && { groups }),
      currency,
      unusual: (written.unusualPrices ?? []).map((each, at) =>
        read.one(each, ['unusualPrices', at]),
      ),
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
      extras: soldExtras(written, read, rateOf),
    };
  }),
);

type WrittenExtra = Omit<NonNullable<Written['extras']>[number], 'price' | 'choices'>;

/** An extra, or one of its choices, which is sold like an extra of its own. */
type SoldExtra = WrittenExtra & {
  price: Cents[];
  taxBasisPoints?: number;
  /** The extra of this choice, and the name of the choice alone. */
  whole?: { id: string; label: string; choice: string; places: number | undefined };
};

/** Each extra, and each choice of one that has choices, as a thing of its own. */
function soldExtras(
  { extras = [] }: Written,
  read: ReturnType<typeof reader>,
  rateOf: (own: z.output<typeof tax>) => { taxBasisPoints?: number },
): SoldExtra[] {
  return extras.flatMap(({ choices, ...extra }, at): SoldExtra[] => {
    const usual = read.each(extra.price, ['extras', at, 'price']);
    const sold = { ...extra, price: usual, ...rateOf(extra.tax) };
    if (!choices) return [sold];
    const { label, places: of } = extra;
    return choices.map((choice, nth) => ({
      ...sold,
      id: `${extra.id}${CHOICE}${choice.id}`,
      label: choice.label,
      places: choice.places,
      ...(choice.price !== undefined && {
        price: read.each(choice.price, ['extras', at, 'choices', nth, 'price']),
      }),
      whole: { id: extra.id, label, choice: choice.label, places: of },
    }));
  });
}

type Mistake = { path: PropertyKey[]; message: string };

function* mistakesOfTimes(written: Written): Generator<Mistake, void> {
  const { phases = [] } = written;
  for (const [at, { until }] of phases.entries()) {
    const isLast = at === phases.length - 1;
    const path = ['phases', at, 'until'];
    if (isLast && until) {
      const message =
        'the last phase cannot have an end: conference.yaml says when registration closes';
      yield { path, message };
    } else if (!isLast && !until) {
      yield { path: ['phases', at], message: 'needs an end, because another phase follows' };
    } else if (!isLast && !isAfter(until, phases[at - 1]?.until)) {
      yield { path, message: 'must be after the end of the previous phase' };
    }
  }
}

type Spelled = Pick<Written['presentationTypes'][number], 'label' | 'days'> &
  ReturnType<typeof spellingsOf>;

/** Two tickets for different days may have one label, because their names say the days. */
function* twinsAmong(types: readonly Spelled[]): Generator<Mistake, void> {
  const keys = {
    label: ({ label, days }: Spelled) => JSON.stringify([label, days]),
    form: (type: Spelled) => type.form,
    pricing: (type: Spelled) => type.pricing,
    register: (type: Spelled) => type.register,
  };
  for (const name of ['label', 'form', 'pricing', 'register'] as const) {
    const all = types.map(keys[name]);
    for (const [at, type] of types.entries()) {
      if (all.indexOf(keys[name](type)) === at) continue;
      yield { path: ['presentationTypes', at, name], message: `"${type[name]}" appears twice` };
    }
  }
}

/** The ids in these prices that name nothing. */
function unknownNames({ presentationTypes, extras = [], groups = [] }: Written): Mistake[] {
  const found: Mistake[] = [];
  const look = (
    path: PropertyKey[],
    about: { names?: string[] | undefined; among: { id: string }[]; what: string },
  ) => {
    const { names = [], among, what } = about;
    const known = among.map((each) => each.id);
    for (const name of names) {
      if (known.includes(name)) continue;
      found.push({
        path,
        message: `"${name}" is no ${what}: ${known.join(', ') || 'there is none'}`,
      });
    }
  };
  presentationTypes.forEach(({ id: own, includes: names, proof }, at) => {
    look(['presentationTypes', at, 'includes'], { names, among: extras, what: 'extra' });
    const other = presentationTypes.find(({ id: name }) => name === proof?.otherwise);
    if (!proof || (other && other.id !== own && !other.proof && !other.onlyFor)) return;
    const path = ['presentationTypes', at, 'proof', 'otherwise'];
    const message = 'expected the id of another type that everybody can buy without a proof';
    found.push({ path, message });
  });
  extras.forEach(({ for: types, excludes, group, id: own }, at) => {
    const path = ['extras', at];
    look([...path, 'for'], { names: types, among: presentationTypes, what: 'presentation type' });
    const others = extras.filter((extra) => extra.id !== own);
    look([...path, 'excludes'], { names: excludes, among: others, what: 'other extra' });
    const names = group === undefined ? [] : [group];
    look([...path, 'group'], { names, among: groups, what: 'group in `groups`' });
    presentationTypes.forEach((type) => {
      if (!type.includes?.includes(own) || (types?.includes(type.id) ?? true)) return;
      found.push({
        path: [...path, 'for'],
        message: `lacks ${type.id}, which includes this extra`,
      });
    });
  });
  return found;
}

/** Whether the site names this type. Only a personal link sells the others. */
export function isPublic({ onlyFor }: Pick<Written['presentationTypes'][number], 'onlyFor'>) {
  return onlyFor !== 'invited';
}

type Moment = Written['presentationTypes'][number]['until'];

function isAfter(later: Moment, earlier: Moment): boolean {
  const sortable = (when: Moment) => `${when?.day} ${when?.time ?? '24:00'}`;
  return earlier === undefined || sortable(later) > sortable(earlier);
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
  const { decimals } = currency;
  const example = decimals === 0 ? '"39900"' : `"399.${'0'.repeat(decimals)}"`;
  // Card networks take no thousandths.
  const last = decimals > 2 ? ' with a 0 as its last digit' : '';
  const one = (written: Amount, path: PropertyKey[]): Cents => {
    const cents = centsFromDecimal(String(written), currency);
    if (cents === undefined) {
      complain(
        path,
        `expected an amount in ${currency.code}${last}, such as ${example}, and found "${written}"`,
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

import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/registration';
import * as proofLabels from 'content:labels/proof';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { proofWords } from '#contract/content/proof-words.ts';
import type { Prices } from '#contract/content.ts';
import { hasRules, type Rules } from '#contract/content/combinations.ts';
import { listedExtras, listedType } from '#contract/content/listed-prices.ts';
import { ratesIn } from '#contract/content/tax-rates.ts';
import type { Opening } from '#contract/content/opening.ts';
import type { Lodging } from '#contract/content/stay.ts';
import { add, moneyText, asCents, type Cents, feeWords, feeOn } from '#contract/money.ts';

/** The part of content/prices.yaml that the scripts of the page need. The build makes this object. */
export type Offer = Pick<Prices, 'currency'> & {
  /** `proof` says which proof the price needs. */
  types: { label: string; form: string; pricing: string; register: string; proof?: string }[];
  /** The prices of a room in each phase, its hotel and its first night. */
  room: ({ night: Cents[]; guestPerNight: Cents[] } & Lodging) | undefined;
  /** The names of the phases; empty if prices do not depend on the date. */
  phases: string[];
  extras: { id: string; label: string; hint: string; most: number }[];
  /** The rules of combinations, absent if there are none. A type has the id of its option in the form. */
  rules?: Rules;
  hasFee: boolean;
  /** In place of the price until it is known. */
  askToChoose: string;
  priceTable: PriceTable;
};

/**
 * A table of all prices. If prices depend on the date, each phase has a column. Otherwise the columns are the price and, if
 * there is a fee, the price with the fee. A label includes the opening and closing days.
 */
export type PriceTable = {
  caption: string;
  isByDate: boolean;
  columns: { name: string; note: string | undefined }[];
  /** The note names the proof that a price needs. The amounts are one for each column, or one for all. */
  rows: { label: string; note?: string | undefined; amounts: string[] }[];
  /** Says that the prices contain the tax, if there is one. */
  taxNote?: string | undefined;
};

export function offerOf(prices: Prices): Offer {
  const { currency, fee, phases, room, extras, presentationTypes } = prices;
  return {
    currency,
    types: presentationTypes.map(({ label, form, pricing, register, proof }) => ({
      label,
      form,
      pricing,
      register,
      ...(proof && { proof: proofWords(proof, proofLabels) }),
    })),
    room: room && {
      night: room.night,
      guestPerNight: room.guestPerNight,
      hotel: room.hotel,
      firstNight: room.firstNight,
      words: room.words,
    },
    phases: phases.map(({ name }) => name),
    extras: extras.map((extra) => {
      const { id, label, text, most } = extra;
      const hint = [text, pricesOfChoices(prices, extra)].filter(Boolean).join(' ');
      return { id, label, hint, most };
    }),
    ...(hasRules(prices) && { rules: rulesOf(prices) }),
    hasFee: feeWords(fee, currency) !== undefined,
    askToChoose: room ? labels.askForTypes : labels.askForType,
    priceTable: priceTableOf(prices),
  };
}

/** "€65.00 each"; in one field for all choices "Meat: €65.00 each, Vegan: €60.00 each", if their prices differ. */
function pricesOfChoices(
  { currency, extras }: Prices,
  { price, whole, most }: Prices['extras'][number],
): string {
  const each = (amounts: readonly Cents[]) => {
    const different = [...new Set(amounts)].map((amount) => moneyText(amount, currency));
    return fillPlaceholders(labels.priceEach, { price: different.join(` ${labels.or} `) });
  };
  const choices = extras.filter((extra) => whole && extra.whole?.id === whole.id);
  const differ = new Set(choices.map((extra) => each(extra.price))).size > 1;
  if (most > 1 || !differ) return each(price);
  return inOneLine(
    choices.map((extra) => `${extra.whole?.choice}: ${each(extra.price)}`),
    language,
  );
}

/** The rules with types by their values in the form, and without anything else of prices.yaml. */
function rulesOf(prices: Prices): Rules {
  const { presentationTypes, extras, groups } = prices;
  // A type that is on no page is not named here, either.
  const formsOf = (types: readonly string[]) =>
    presentationTypes.filter(({ id }) => types.includes(id)).map(({ form }) => form);
  return {
    labels: prices.labels,
    presentationTypes: presentationTypes.map(({ label, form, includes, days }) => ({
      id: form,
      label,
      ...(includes && { includes }),
      ...(days && { days }),
    })),
    extras: extras.map(({ id, label, most, whole, group, excludes, for: types, day }) => ({
      id,
      label,
      most,
      ...(whole && { whole: { id: whole.id, label: whole.label, choice: whole.choice } }),
      ...(group !== undefined && { group }),
      ...(excludes && { excludes }),
      ...(types && { for: formsOf(types) }),
      ...(day && { day }),
    })),
    ...(groups && { groups }),
  };
}

/** The hint has the price only if all phases have the same price. Otherwise only the bill has it. */
export function guestsHintOf({ room, currency }: Offer): string {
  const [price, ...others] = new Set(room?.guestPerNight);
  const isOne = price !== undefined && others.length === 0;
  return isOne
    ? fillPlaceholders(labels.guestsHintWithPrice, { price: moneyText(price, currency) })
    : labels.guestsHint;
}

type Priced = Pick<Prices['presentationTypes'][number], 'label' | 'price' | 'opening'> & {
  note?: string | undefined;
};

function priceTableOf(prices: Prices): PriceTable {
  const { currency, fee, phases, presentationTypes, room } = prices;
  const things: Priced[] = [
    ...presentationTypes.map((type) => ({
      label: listedType(prices, type),
      note: type.proof?.text,
      price: type.price,
      opening: type.opening,
    })),
    ...(room
      ? [
          { label: labels.room, price: room.night, opening: room.opening },
          { label: labels.roomGuest, price: room.guestPerNight, opening: {} },
        ]
      : []),
    ...listedExtras(prices),
  ];
  const taxNote = ratesIn(prices).length > 0 ? labels.taxIncluded : undefined;
  const percent = feeWords(fee, currency);
  const withFee = (price: Cents) => moneyText(add(price, feeOn(price, fee, currency)), currency);
  if (phases.length > 0) {
    return {
      caption:
        percent === undefined
          ? labels.prices
          : fillPlaceholders(labels.pricesWithFee, { fee: percent }),
      isByDate: true,
      columns: phases.map(({ name, until }) => ({
        name,
        note: until && fillPlaceholders(labels.untilDay, until),
      })),
      rows: things.map(({ label, note, price, opening }) => ({
        label: withDays(label, opening),
        note,
        amounts: new Set(price).size === 1 ? price.slice(0, 1).map(withFee) : price.map(withFee),
      })),
      taxNote,
    };
  }
  return {
    caption: labels.prices,
    isByDate: false,
    columns: [
      labels.price,
      ...(percent === undefined ? [] : [fillPlaceholders(labels.priceWithFee, { fee: percent })]),
    ].map((name) => ({
      name,
      note: undefined,
    })),
    rows: things.map(({ label, note, price: [price = asCents(0)], opening }) => ({
      label: withDays(label, opening),
      note,
      amounts: [moneyText(price, currency), ...(percent === undefined ? [] : [withFee(price)])],
    })),
    taxNote,
  };
}

/** "Poster, from January 1, 2026, until March 10, 2026". */
function withDays(label: string, { from, until }: Opening): string {
  return inOneLine(
    [
      label,
      from && fillPlaceholders(labels.fromDay, from),
      until && fillPlaceholders(labels.untilDay, until),
    ],
    language,
  );
}

import * as labels from 'content:labels/registration';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Prices } from '#contract/content.ts';
import type { Opening } from '#contract/content/opening.ts';
import type { Lodging } from '#contract/content/stay.ts';
import { add, moneyText, asCents, type Cents, feeWords, feeOn } from '#contract/money.ts';

/** The part of content/prices.yaml that the scripts of the page need. The build makes this object. */
export type Offer = Pick<Prices, 'currency'> & {
  types: { label: string; form: string; pricing: string; register: string }[];
  /** The prices of a room in each phase, its hotel and its first night. */
  room: ({ night: Cents[]; guestPerNight: Cents[] } & Lodging) | undefined;
  /** The names of the phases; empty if prices do not depend on the date. */
  phases: string[];
  extras: { id: string; label: string; hint: string; most: number }[];
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
  rows: { label: string; amounts: string[] }[];
};

export function offerOf(prices: Prices): Offer {
  const { currency, fee, phases, room, extras, presentationTypes } = prices;
  return {
    currency,
    types: presentationTypes.map(({ label, form, pricing, register }) => ({
      label,
      form,
      pricing,
      register,
    })),
    room: room && {
      night: room.night,
      guestPerNight: room.guestPerNight,
      hotel: room.hotel,
      firstNight: room.firstNight,
      words: room.words,
    },
    phases: phases.map(({ name }) => name),
    extras: extras.map(({ id, label, text, price, most }) => {
      const amounts = [...new Set(price)].map((amount) => moneyText(amount, currency));
      const each = fillPlaceholders(labels.priceEach, { price: amounts.join(` ${labels.or} `) });
      const hint = [text, each].filter(Boolean).join(' ');
      return { id, label, hint, most };
    }),
    hasFee: feeWords(fee, currency) !== undefined,
    askToChoose: room ? labels.askForTypes : labels.askForType,
    priceTable: priceTableOf(prices),
  };
}

function priceTableOf(prices: Prices): PriceTable {
  const { currency, fee, phases, presentationTypes, room, extras } = prices;
  const things = [
    ...presentationTypes,
    ...(room
      ? [
          { label: labels.room, price: room.night, opening: room.opening },
          { label: labels.roomGuest, price: room.guestPerNight, opening: {} },
        ]
      : []),
    ...extras,
  ];
  const percent = feeWords(fee, currency);
  const withFee = (price: Cents) => moneyText(add(price, feeOn(price, fee)), currency);
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
      rows: things.map(({ label, price, opening }) => ({
        label: withDays(label, opening),
        amounts: price.map(withFee),
      })),
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
    rows: things.map(({ label, price: [price = asCents(0)], opening }) => ({
      label: withDays(label, opening),
      amounts: [moneyText(price, currency), ...(percent === undefined ? [] : [withFee(price)])],
    })),
  };
}

/** "Poster, from January 1, 2026, until March 10, 2026". */
function withDays(label: string, { from, until }: Opening): string {
  return [
    label,
    from && fillPlaceholders(labels.fromDay, from),
    until && fillPlaceholders(labels.untilDay, until),
  ]
    .filter(Boolean)
    .join(', ');
}

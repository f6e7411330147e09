import type { Prices } from '#contract/content.ts';
import { add, moneyText, type Cents, feeOn } from '#contract/money.ts';

/** What can be booked, as far as the scripts of the page need it; made from content/prices.yaml while the site is built. */
export type Offer = Pick<Prices, 'currency'> & {
  types: { label: string; form: string; pricing: string; register: string }[];
  /** What a room costs, in each phase. */
  room: { night: Cents[]; guestPerNight: Cents[] } | undefined;
  /** The names of the phases; none where prices do not go by date. */
  phases: string[];
  extras: { id: string; label: string; hint: string; most: number }[];
  priceTable: PriceTable;
};

/** Everything that has a price. Where prices go by date, each phase has a column, else the price and what it is with the fee. */
export type PriceTable = {
  caption: string;
  isCaptionShown: boolean;
  columns: { name: string; note: string | undefined }[];
  rows: { label: string; amounts: string[] }[];
};

export function offerOf(prices: Prices): Offer {
  const { currency, phases, room, extras, presentationTypes } = prices;
  return {
    currency,
    types: presentationTypes.map(({ label, form, pricing, register }) => ({
      label,
      form,
      pricing,
      register,
    })),
    room: room && { night: room.night, guestPerNight: room.guestPerNight },
    phases: phases.map(({ name }) => name),
    extras: extras.map(({ id, label, text, price, most }) => {
      const amounts = [...new Set(price)].map((amount) => moneyText(amount, currency));
      const hint = [text, `${amounts.join(' or ')} each`].filter(Boolean).join(' ');
      return { id, label, hint, most };
    }),
    priceTable: priceTableOf(prices),
  };
}

function priceTableOf({ currency, fee, phases, presentationTypes, room, extras }: Prices) {
  const things = [
    ...presentationTypes,
    ...(room
      ? [
          { label: 'Room, per night', price: room.night },
          { label: 'Guest in your room, per night', price: room.guestPerNight },
        ]
      : []),
    ...extras,
  ];
  const withFee = (price: Cents) => moneyText(add(price, feeOn(price, fee)), currency);
  if (phases.length > 0) {
    return {
      caption: `Prices, with the fee of ${fee.percent}%`,
      isCaptionShown: true,
      columns: phases.map(({ name, until }) => ({ name, note: until && `until ${until.day}` })),
      rows: things.map(({ label, price }) => ({ label, amounts: price.map(withFee) })),
    };
  }
  return {
    caption: 'Prices',
    isCaptionShown: false,
    columns: ['Price', `With ${fee.percent}% fee`].map((name) => ({ name, note: undefined })),
    rows: things.map(({ label, price: [price] }) => ({
      label,
      amounts: price === undefined ? [] : [moneyText(price, currency), withFee(price)],
    })),
  };
}

import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/registration';
import * as forms from 'content:labels/forms';
import { language } from 'content:language';
import { pluralText } from '#contract/content/plural.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { stayAt, stayText } from '#contract/content/stay.ts';
import {
  add,
  moneyText,
  asCents,
  centsFromNumber,
  type Cents,
  feeWords,
  feeOn,
  times,
} from '#contract/money.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import type { Offer } from './offer.ts';

export type BillLine = { label: string; note?: string; stay?: string; amount: string };
export type Bill = { lines: BillLine[]; total: string | undefined };

const DEFAULT_FEE_PERCENT = 5;

/**
 * The lines of a price. The total comes from the server and is not the sum of the lines. If the prices of the page give the
 * server's price of the room, the line of the room shows the calculation.
 */
export function billOf(option: PricingOptionAsRead, offer: Offer): Bill {
  const { presentationType, accommodationOption: room, totalPrice } = option;
  const percent = Math.max(option.processingFeePercent ?? DEFAULT_FEE_PERCENT, 0);
  const { currency } = offer;
  // Amounts are rounded to the cent, because a server may send fractions of a cent.
  const whole = 10 ** currency.decimals;
  const centsOf = (amount: number | undefined) =>
    amount === undefined
      ? undefined
      : centsFromNumber(Math.round(amount * whole) / whole, currency);
  const line = (label: string, note: string | undefined, amount: Cents | undefined) =>
    amount === undefined
      ? []
      : [{ label, amount: moneyText(amount, currency), ...(note && { note }) }];
  const fee = { percent, fixed: centsOf(option.processingFeeFixed) ?? asCents(0) };
  const feeText = feeWords(fee, currency) ?? (offer.hasFee ? `${percent}%` : undefined);
  const price = centsOf(presentationType?.price);
  const roomPrice = room && centsOf(room.price);
  const extras = (option.extras ?? []).map((extra) => ({ ...extra, cents: centsOf(extra.price) }));
  const known = [price, roomPrice, ...extras.map(({ cents }) => cents)].filter(
    (amount) => amount !== undefined,
  );
  const subtotal = known.length > 0 ? add(...known) : undefined;
  return {
    lines: [
      line(labels.registrationLine, registrationNote(option, offer), price),
      line(
        labels.accommodationLine,
        room && (sumOf(room, roomPrice, option, offer) ?? roomNote(room)),
        roomPrice,
      ).map((roomLine) => ({ ...roomLine, ...stayNote(room, offer) })),
      ...extras.map(({ label, count: number, cents }) =>
        line(label, number > 1 ? String(number) : undefined, cents),
      ),
      line(labels.subtotal, undefined, subtotal),
      line(
        forms.processingFee,
        feeText,
        feeText === undefined ? undefined : subtotal && feeOn(subtotal, fee, currency),
      ),
    ].flat(),
    total: line('', undefined, centsOf(totalPrice))[0]?.amount,
  };
}

/** The total in the smallest unit of the currency. */
export function totalOf(
  option: Pick<PricingOptionAsRead, 'totalPrice'> | undefined,
  { currency }: Pick<Offer, 'currency'>,
): number | undefined {
  const total = option?.totalPrice;
  return total === undefined ? undefined : Math.round(total * 10 ** currency.decimals);
}

function stayNote(booked: Room | undefined, { room }: Offer): { stay?: string } {
  if (!room || booked?.nights === undefined) return {};
  return { stay: stayText(stayAt(room, booked.nights), room.words) };
}

type Room = { nights?: number | undefined; guests?: number | undefined };

/** "3 nights at €129.00, 2 guests at €35.00 a night" */
function sumOf(
  { nights, guests = 0 }: Room,
  price: Cents | undefined,
  { phase }: PricingOptionAsRead,
  { room, phases, currency }: Offer,
) {
  const at = Math.max(phases.indexOf(phase ?? ''), 0);
  const night = room?.night[at];
  const guestPerNight = room?.guestPerNight[at];
  if (night === undefined || guestPerNight === undefined || nights === undefined) return undefined;
  if (times(add(night, times(guestPerNight, guests)), nights) !== price) return undefined;
  const own = fillPlaceholders(labels.nightsAt, {
    nights: nightsCount(nights),
    price: moneyText(night, currency),
  });
  if (!guests) return own;
  const theirs = fillPlaceholders(labels.guestsAt, {
    guests: guestsCount(guests),
    price: moneyText(guestPerNight, currency),
  });
  return inOneLine([own, theirs], language);
}

/** "3 nights, 2 guests" */
export function roomNote({ nights, guests }: Room) {
  const parts = [
    nights === undefined ? undefined : nightsCount(nights),
    guests ? guestsCount(guests) : undefined,
  ];
  return inOneLine(parts, language) || undefined;
}

/** "1 night", "3 nights" */
export function nightsCount(nights: number): string {
  return pluralText(labels.nightsCount, nights, language);
}

function guestsCount(guests: number): string {
  return pluralText(labels.guestsCount, guests, language);
}

/** "Poster", or "Poster, Early" if prices depend on the date. */
function registrationNote({ presentationType, phase }: PricingOptionAsRead, { types }: Offer) {
  const type = presentationType?.type;
  const label = types.find(({ pricing }) => pricing === type)?.label ?? type;
  return inOneLine([label, phase], language);
}

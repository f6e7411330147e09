import type { Prices } from '#contract/content/prices-shape.ts';
import {
  add,
  centsFromNumber,
  type Cents,
  decimalFromCents,
  feeOn,
  times,
} from '#contract/money.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { presentationTypes } from '#contract/registration-options.ts';

export type BillLine = { label: string; note?: string; amount: string };
export type Bill = { lines: BillLine[]; total: string | undefined };

const DEFAULT_FEE_PERCENT = 5;

/**
 * The lines of a price. The total is the server's own, not the sum of the lines. Where the prices of the page make the server's
 * price of the room, its line says how.
 */
export function billOf(option: PricingOptionAsRead, rates?: Prices['room']): Bill {
  const { presentationType, accommodationOption: room, totalPrice } = option;
  const percent = Math.max(option.processingFeePercent ?? DEFAULT_FEE_PERCENT, 0);
  const price = centsOf(presentationType?.price);
  const roomPrice = room && centsOf(room.price);
  const known = [price, roomPrice].filter((amount) => amount !== undefined);
  const subtotal = known.length > 0 ? add(...known) : undefined;
  return {
    lines: [
      line('Registration', labelOf(presentationType?.type), price),
      line('Accommodation', room && (sumOf(room, roomPrice, rates) ?? roomNote(room)), roomPrice),
      line('Subtotal', undefined, subtotal),
      line('Processing fee', `${percent}%`, subtotal && feeOn(subtotal, percent)),
    ].filter((entry) => entry !== undefined),
    total: euros(centsOf(totalPrice)),
  };
}

function line(
  label: string,
  note: string | undefined,
  amount: Cents | undefined,
): BillLine | undefined {
  const text = euros(amount);
  return text === undefined ? undefined : { label, amount: text, ...(note && { note }) };
}

type Room = { nights?: number | undefined; guests?: number | undefined };

/** "3 nights at €129.00, 2 guests at €35.00 a night" */
function sumOf(room: Room, price: Cents | undefined, rates: Prices['room'] | undefined) {
  const { nights, guests = 0 } = room;
  if (!rates || nights === undefined) return undefined;
  const sum = times(add(rates.night, times(rates.guestPerNight, guests)), nights);
  if (sum !== price) return undefined;
  const own = `${count(nights, 'night')} at ${euros(rates.night)}`;
  return guests
    ? `${own}, ${count(guests, 'guest')} at ${euros(rates.guestPerNight)} a night`
    : own;
}

/** "3 nights, 2 guests" */
export function roomNote({ nights, guests }: Room) {
  const parts = [nights !== undefined && count(nights, 'night'), guests && count(guests, 'guest')];
  return parts.filter(Boolean).join(', ') || undefined;
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function labelOf(type: string | undefined): string | undefined {
  const known = Object.values(presentationTypes).find(({ pricing }) => pricing === type);
  return known?.label ?? type;
}

/** Rounds to the cent, because a server may send fractions of a cent. */
function centsOf(price: number | undefined): Cents | undefined {
  return price === undefined ? undefined : centsFromNumber(Math.round(price * 100) / 100);
}

function euros(amount: Cents | undefined): string | undefined {
  return amount === undefined ? undefined : `€${decimalFromCents(amount)}`;
}

import { add, centsFromNumber, type Cents, decimalFromCents, feeOn } from '#contract/money.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { presentationTypes } from '#contract/registration-options.ts';

export type BillLine = { label: string; note?: string; amount: string };
export type Bill = { lines: BillLine[]; total: string | undefined };

const DEFAULT_FEE_PERCENT = 5;

/** The lines of a price. The total is the server's own, not the sum of the lines. */
export function billOf(option: PricingOptionAsRead): Bill {
  const { presentationType, accommodationOption: room, totalPrice } = option;
  const percent = Math.max(option.processingFeePercent ?? DEFAULT_FEE_PERCENT, 0);
  const price = centsOf(presentationType?.price);
  const roomPrice = room && centsOf(room.price);
  const known = [price, roomPrice].filter((amount) => amount !== undefined);
  const subtotal = known.length > 0 ? add(...known) : undefined;
  return {
    lines: [
      line('Registration', labelOf(presentationType?.type), price),
      line('Accommodation', room && roomNote(room), roomPrice),
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

function roomNote({
  nights,
  guests,
}: {
  nights?: number | undefined;
  guests?: number | undefined;
}) {
  const parts = [nights !== undefined && count(nights, 'night'), guests && count(guests, 'guest')];
  return parts.filter(Boolean).join(', ') || undefined;
}

function count(number: number, thing: string): string {
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

import type { Prices } from '#contract/content.ts';
import { stayText } from '#contract/content/stay.ts';
import { feeLine, type OrderLine } from './orders.ts';
import type { RegistrationPrice } from './registration-price.ts';

/** What one person buys, line by line, with the fee. */
export function linesOf({ fee, currency }: Prices, price: RegistrationPrice): OrderLine[] {
  return [...linesBeforeFee(price), ...feeLine(fee, price.feeCents, currency)];
}

/** The same where the fee is on the sum of several people. */
export function linesBeforeFee(price: RegistrationPrice): OrderLine[] {
  const part = [price.label, ...(price.phase === undefined ? [] : [price.phase])].join(', ');
  return [
    { words: `Registration (${part})`, cents: price.presentationCents },
    ...(price.registration === 'stay'
      ? [
          {
            words: roomWords(price),
            cents: price.roomCents,
          },
        ]
      : []),
    ...price.extras.map(({ label, count: number, cents }) => ({
      words: number === 1 ? label : `${label}, ${number}`,
      cents,
    })),
  ];
}

export function productNameOf({ label }: RegistrationPrice): string {
  return `${label} registration`;
}

/** "Room, 3 nights, 1 guest (Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026)" */
function roomWords(price: RegistrationPrice): string {
  const room = ['Room', count(price.nights, 'night'), ...guestsOf(price)].join(', ');
  return price.stay === undefined ? room : `${room} (${stayText(price.stay)})`;
}

function guestsOf({ guests }: RegistrationPrice): string[] {
  return guests === 0 ? [] : [count(guests, 'guest')];
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

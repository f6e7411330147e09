import type { Prices } from '#contract/content.ts';
import { withIncluded } from '#contract/content/combinations.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { findNamedType } from './named-type.ts';
import type { Choice } from './registration-price.ts';

/** A choice as somebody typed it; absent parts do not change. */
export type TypedChoice = {
  /** A presentation type by its id or name. */
  type?: string | undefined;
  /** "3,1" for three nights with one guest, or "none". */
  room?: string | undefined;
  /** The wanted number of extras, by their ids. */
  extras?: Readonly<Record<string, number>> | undefined;
};

/** The choice that a person wants instead of `from`. */
export function wantedChoice(
  prices: Prices,
  from: Choice,
  { type, room, extras = {} }: TypedChoice,
): Choice {
  const presentation = type === undefined ? from.presentation : wantedType(prices, type);
  const wanted = {
    ...from,
    presentation,
    ...roomOf(room),
    extras: wantedExtras(prices, from.extras, extras),
  };
  return presentation === from.presentation ? wanted : withIncluded(prices, wanted);
}

function wantedType(prices: Prices, type: string): string {
  const wanted = findNamedType(prices, type);
  if (wanted) return wanted.id;
  const known = prices.presentationTypes.map(({ id }) => id).join(', ');
  throw new ActionImpossible(`prices.yaml has no presentation type "${type}". It has ${known}.`, {
    reason: 'notOffered',
  });
}

function wantedExtras(
  prices: Prices,
  booked: Choice['extras'],
  wanted: Choice['extras'],
): Choice['extras'] {
  for (const [name, count] of Object.entries(wanted)) {
    const extra = prices.extras.find(({ id }) => id === name);
    // A booked extra that prices.yaml no longer has can stay.
    const largest = extra?.most ?? booked[name] ?? -1;
    if (count >= 0 && count <= largest) continue;
    const known = prices.extras.map(({ id, most }) => `${id} (0 to ${most})`).join(', ');
    throw new ActionImpossible(
      `prices.yaml has no extra "${name}" that a person can have ${count} times. It has ${known || 'no extras'}.`,
      { reason: 'notOffered' },
    );
  }
  const all = Object.entries({ ...booked, ...wanted });
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

function roomOf(room: string | undefined) {
  if (room === undefined) return undefined;
  if (room === 'none') return { registration: 'registration', nights: 0, guests: 0 } as const;
  const [, nights, guests = '0'] = /^(\d{1,2})(?:,(\d{1,2}))?$/.exec(room) ?? [];
  if (nights === undefined) {
    throw new ActionImpossible(
      `"${room}" is no room: write nights and guests such as 3,1, with ${NIGHTS.least} to ${NIGHTS.most} nights and up to ${GUESTS.most} guests, or none.`,
      { reason: 'notOffered' },
    );
  }
  return { registration: 'stay', nights: Number(nights), guests: Number(guests) } as const;
}

import { DAY } from '#contract/time-spans.ts';
import type { Content, Prices } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import type { Dice } from './dice.ts';
import { fixtureContent } from './fixture-content.ts';
import { withCombinations } from './fixture-prices.ts';
import { account } from './with-transfers.ts';

function momentAfter(ms: number): Moment {
  const at = new Date(Date.now() + ms).toISOString();
  return { at, day: 'that day', words: 'that day', label: '' };
}

/**
 * A conference in the future: with few or many places, with or without prices by date and refund rules, and with a
 * fee.
 */
export function randomConference(dice: Dice): Content {
  const { conference, prices } = fixtureContent;
  const end = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10);
  const early = { refundPercent: 80, keepsFee: false, until: momentAfter(4 * DAY) };
  // Its shares are no whole cents.
  const late = { refundPercent: 33.33, keepsFee: true, until: momentAfter(8 * DAY) };
  // The keys are there without the features that have them, too.
  const companions = { extras: ['dinner'], roomGuests: true, questions: [] };
  const withMore = { waitingForMore: { hours: 24 }, companions };
  const withCash = { cash: dice(2) ? { smallestCoin: 0.05 } : {} };
  return {
    ...fixtureContent,
    conference: {
      ...conference,
      dates: { ...conference.dates, start: end, end },
      bankTransfer: { ...account, days: 3 + 7 * dice(3) },
      ...withCash,
      ...withMore,
      documents: [
        undefined,
        { series: '{year}-{n:5}', invoiceDays: 30, receipts: false, eInvoice: false },
        { series: 'D{n}', invoiceDays: 0, receipts: true, eInvoice: true },
      ][dice(3)],
      cancellation: [undefined, [early], [early, late], [late]][dice(4)],
    },
    prices: withRandomTaxes(
      dice,
      withRandomRules(dice, { ...prices, ...randomPrices(dice, prices) }),
    ),
  };
}

function randomPrices(dice: Dice, prices: Prices): Partial<Prices> {
  const areFew = dice(2) === 1;
  const isByDate = dice(3) === 0;
  const { room } = prices;
  const ofStudents = [
    { onlyFor: 'members' as const },
    {
      proof: { text: 'Your student card.', until: momentAfter(2 * DAY), otherwise: 'delegate' },
    },
    {},
  ][dice(3)];
  return {
    fee: {
      percent: [5, 2.5, 0][dice(3)] ?? 0,
      fixed: asCents([0, 30][dice(2)] ?? 0),
    },
    phases: isByDate
      ? [
          { name: 'Early', until: momentAfter(2 * DAY) },
          { name: 'Regular', until: undefined },
        ]
      : prices.phases,
    ...(areFew && { places: 4 + dice(4) }),
    presentationTypes: prices.presentationTypes.map((type) => ({
      ...type,
      ...(type.id === 'student' && ofStudents),
      ...(areFew && type.id === 'poster' && { places: 2 }),
      ...(isByDate && { price: [asCents(20_000), type.price[0] ?? asCents(0)] }),
    })),
    room: room && { ...room, ...(areFew && { nights: 4 }) },
    extras: [
      {
        id: 'dinner',
        label: 'Conference dinner',
        price: [asCents(6500)],
        most: 2,
        ...(areFew && { places: 3 }),
        opening: {},
      },
    ],
  };
}

/** In half of the runs, choices, groups, exclusions, inclusions and one-day tickets. */
function withRandomRules(dice: Dice, prices: Prices): Prices {
  if (dice(2)) return prices;
  const areFew = prices.places !== undefined;
  return withCombinations(prices, areFew ? { dinners: 6, vegan: 3 } : {});
}

/** In half of the runs, rates that are mixed: 19 % in most, 7 % in rooms and for students, and an exempt dinner. */
function withRandomTaxes(dice: Dice, prices: Prices): Prices {
  if (dice(2)) return prices;
  const { presentationTypes, room, fee } = prices;
  return {
    ...prices,
    fee: { ...fee, taxBasisPoints: 1900 },
    taxBasisPoints: 1900,
    taxExemption: 'The dinner is exempt.',
    presentationTypes: presentationTypes.map((type) => ({
      ...type,
      taxBasisPoints: type.id === 'student' ? 700 : 1900,
    })),
    room: room && { ...room, taxBasisPoints: 700 },
  };
}

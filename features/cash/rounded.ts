import type { Content } from '#contract/content.ts';
import { asCents, type Cents, centsFromNumber, type Currency } from '#contract/money.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { CashSettings } from './shape.ts';

/** The settings of cash; refuses where the conference takes none. */
export function cashSettings({ conference }: Pick<Content, 'conference'>): CashSettings {
  if (conference.cash) return conference.cash;
  throw new ActionImpossible('This conference takes no cash: `cash` in conference.yaml allows it.');
}

/** An amount as coins can pay it, to the nearest: 12.53 is 12.55 where the smallest coin is 0.05. */
export function rounded(cents: Cents, settings: CashSettings, currency: Currency): Cents {
  const { smallestCoin } = settings;
  const coin = smallestCoin === undefined ? undefined : centsFromNumber(smallestCoin, currency);
  if (coin === undefined || coin === 0) return cents;
  return asCents(Math.round(cents / coin) * coin);
}

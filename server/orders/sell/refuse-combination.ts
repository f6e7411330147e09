import {
  type Combination,
  type Conflict,
  conflictsIn,
  conflictsOfChange,
} from '#contract/content/combinations.ts';
import type { Prices } from '#contract/content.ts';
import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** The sentences about everything that one person cannot have together. */
export function combinationMistakes(prices: Prices, combination: Combination): string[] {
  return wordsOf(conflictsIn(prices, combination));
}

/** Throws if one person cannot have this together. */
export function refuseCombination(prices: Prices, combination: Combination): void {
  const mistakes = combinationMistakes(prices, combination);
  if (mistakes.length > 0)
    throw new AppError('bad-request', () => mistakes.join(' '), { fields: ['extras'] });
}

/** Throws if a change would give one person what cannot be had together. */
export function refuseChangedCombination(
  prices: Prices,
  change: { from: Combination; to: Combination },
): void {
  const mistakes = wordsOf(conflictsOfChange(prices, change));
  if (mistakes.length === 0) return;
  const words = mistakes.join(' ');
  throw new ActionImpossible(words, {
    reason: 'notOffered',
    forVisitor: new AppError('bad-request', () => words),
  });
}

function wordsOf(conflicts: readonly Conflict[]): string[] {
  return [...new Set(conflicts.map(({ words }) => words))];
}

import { bareReference } from '#contract/typed-reference.ts';
import type { StatementEntry } from './statement.ts';

/** Finds the orders that an entry names. */
export type NamedOrders = (entry: Pick<StatementEntry, 'words' | 'endToEnd'>) => {
  /** The ids of orders whose whole reference is in the words. */
  named: string[];
  /** The ids of orders of which only the end of the reference is there, without the prefix, or a document's number. */
  perhaps: string[];
};

/** The characters of a reference behind its prefix. */
const RANDOM = 8;

/**
 * Finds references in any spelling: small letters, other hyphens, blanks or line breaks within them, O for 0 and I for 1,
 * and inside a creditor reference (RF18…). A number of a document counts only as a word of its own, and names no order for
 * certain: the numbers of a series can be guessed, and other people's invoices have the same.
 */
export function namedOrders(
  orders: readonly { id: string; reference: string }[],
  documents: readonly { number: string; orderId: string }[] = [],
): NamedOrders {
  const byEnd = new Map<string, { id: string; whole: string }>();
  for (const { id, reference } of orders) {
    const whole = bareReference(reference);
    byEnd.set(whole.slice(-RANDOM), { id, whole });
  }
  const byNumber = new Map(
    documents
      .map(({ number, orderId }) => [bareReference(number), orderId] as const)
      .filter(([number]) => number.length >= RANDOM),
  );
  return ({ words, endToEnd = '' }) => {
    const named = new Set<string>();
    const perhaps = new Set<string>();
    for (const text of [words, endToEnd]) {
      const bare = bareReference(text);
      for (let at = 0; at + RANDOM <= bare.length; at++) {
        const found = byEnd.get(bare.slice(at, at + RANDOM));
        if (!found) continue;
        const isWhole = bare.slice(0, at + RANDOM).endsWith(found.whole);
        (isWhole ? named : perhaps).add(found.id);
      }
      for (const word of text.split(/[\s,;]+/)) {
        const orderId = byNumber.get(bareReference(word));
        if (orderId !== undefined) perhaps.add(orderId);
      }
    }
    return { named: [...named], perhaps: [...perhaps.difference(named)] };
  };
}

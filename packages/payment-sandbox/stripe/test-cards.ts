import type { Outcome } from '../faults.ts';

export type TestCard = {
  number: string;
  /** The text in the list of test cards on the page. */
  meaning: string;
  does:
    | { kind: 'pays'; disputed: boolean }
    | { kind: 'asks-3ds' }
    | { kind: 'delayed' }
    | { kind: 'fails'; problem: 'generic_decline' | 'insufficient_funds' };
};

const DECLINED = '4000 0000 0000 0002';
const DECIDED_LATER = '4000 0000 0000 0077';

export const testCards: readonly TestCard[] = [
  card('4242 4242 4242 4242', 'Pays at once', { kind: 'pays', disputed: false }),
  card('4000 0025 0000 3155', 'Asks for 3-D Secure authentication', { kind: 'asks-3ds' }),
  card(DECLINED, 'Is declined', { kind: 'fails', problem: 'generic_decline' }),
  card('4000 0000 0000 9995', 'Has insufficient funds', {
    kind: 'fails',
    problem: 'insufficient_funds',
  }),
  card(DECIDED_LATER, 'Is decided later, like a bank debit', { kind: 'delayed' }),
  card('4000 0000 0000 0259', 'Pays, then the payment is disputed', {
    kind: 'pays',
    disputed: true,
  }),
];

export function findTestCard(typed: string): TestCard | undefined {
  return testCards.find(({ number }) => digitsOf(number) === digitsOf(typed));
}

/** The card with the outcome that a tester has ordered. */
export function cardFor(outcome: Outcome | undefined): TestCard | undefined {
  if (outcome === undefined) return undefined;
  return findTestCard(outcome === 'declined' ? DECLINED : DECIDED_LATER);
}

function digitsOf(number: string): string {
  return number.replaceAll(/[\s-]/g, '');
}

function card(number: string, meaning: string, does: TestCard['does']): TestCard {
  return { number, meaning, does };
}

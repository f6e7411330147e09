import type { Outcome } from '../next-outcomes.ts';
import type { Failure } from './stripe-account.ts';

export type TestCard = {
  number: string;
  /** For the list on the page. */
  meaning: string;
  does:
    | { kind: 'pays'; disputed: boolean }
    | { kind: 'asks-3ds' }
    | { kind: 'delayed' }
    | { kind: 'fails'; failure: Failure };
};

export const testCards: readonly TestCard[] = [
  {
    number: '4242 4242 4242 4242',
    meaning: 'Pays at once',
    does: { kind: 'pays', disputed: false },
  },
  {
    number: '4000 0025 0000 3155',
    meaning: 'Asks for 3-D Secure authentication',
    does: { kind: 'asks-3ds' },
  },
  {
    number: '4000 0000 0000 0002',
    meaning: 'Is declined',
    does: { kind: 'fails', failure: declined('generic_decline', 'Your card was declined.') },
  },
  {
    number: '4000 0000 0000 9995',
    meaning: 'Has insufficient funds',
    does: {
      kind: 'fails',
      failure: declined('insufficient_funds', 'Your card has insufficient funds.'),
    },
  },
  {
    number: '4000 0000 0000 0077',
    meaning: 'Is decided later, like a bank debit',
    does: { kind: 'delayed' },
  },
  {
    number: '4000 0000 0000 0259',
    meaning: 'Pays, then the payment is disputed',
    does: { kind: 'pays', disputed: true },
  },
];

export function findTestCard(typed: string): TestCard | undefined {
  return testCards.find((card) => digitsOf(card.number) === digitsOf(typed));
}

/** The card with the outcome that a tester has ordered. */
export function cardFor(outcome: Outcome | undefined): TestCard | undefined {
  if (outcome === undefined) return undefined;
  return findTestCard(outcome === 'declined' ? '4000000000000002' : '4000000000000077');
}

function digitsOf(number: string): string {
  return number.replaceAll(/[\s-]/g, '');
}

function declined(declineCode: string, message: string): Failure {
  return { code: 'card_declined', declineCode, message };
}

import { amountWithCode, type Cents } from '#contract/money.ts';
import { leastBy } from '#contract/content/ways.ts';
import type { RuledRefund } from './cancellation-rules.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { Participant } from '#server/orders/rows/participants.ts';
import { partsText, type RefundByProvider } from './record-refunds.ts';
import { LINK_DAYS } from '#server/orders/rows/payment-links.ts';
import type { Difference } from './quote-change.ts';

/** The effect of a change of one person. Commands and the participant's page write their sentences from it. */
export type MoveOutcome = {
  order: Order;
  person: Participant;
  /** `withdraw` only withdraws unpaid changes; `askForMore` waits for a payment. */
  does: 'withdraw' | 'askForMore' | 'change';
  was: string;
  becomes: string;
  differences: readonly Difference[];
  /** The amount to pay before the change is made. */
  moreCents: Cents;
  /** The amount by which the registration costs less, and the refund. */
  lessCents: Cents;
  backCents: Cents;
  /** The parts of the refund. */
  refunds: readonly RefundByProvider[];
  /** The rule that decides about the refund; undefined if the whole difference is refunded. */
  byRule: RuledRefund | undefined;
  /** Whether earlier refunds make this one smaller. */
  isLessEarlierRefunds: boolean;
  /** Whether the amount to pay is too small for cards, and no transfer can be chosen. */
  isPayPalAlone: boolean;
  /** The unpaid changes that are withdrawn, by the parts that they would have booked. */
  withdrawn: readonly string[];
  /** Whether a part keeps a price that differs from today's. */
  keepsOldPrices: boolean;
  /** The sentences about orders that ask for earlier refunds again. */
  undoing: readonly string[];
};

/** The sentences for organisers. */
export function moveWords(outcome: MoveOutcome): string[] {
  const { order, person, does, was, becomes, keepsOldPrices } = outcome;
  const withdrawn = outcome.withdrawn.map(
    (each) => `The change to ${each}, which was not paid, is withdrawn.`,
  );
  if (does === 'withdraw') return [staysWords(outcome), ...withdrawn];
  return [
    `${order.reference}, ${person.name}: would change from ${was} to ${becomes}.`,
    ...(keepsOldPrices ? ['Everything else keeps its price.'] : []),
    ...withdrawn,
    ...moneyWords(outcome),
    ...outcome.undoing,
  ];
}

function moneyWords(outcome: MoveOutcome): string[] {
  const { order, does, moreCents, backCents, refunds, isPayPalAlone } = outcome;
  const { currency, customer } = order;
  if (does === 'askForMore') {
    return [
      ...(isPayPalAlone ? [`It can be paid with PayPal alone: ${leastWords(order)}.`] : []),
      `It costs ${amountWithCode(moreCents, currency)} more: ${customer.email} gets a link to pay it within ${LINK_DAYS} days. The places are reserved meanwhile, and nothing else changes until then.`,
    ];
  }
  return [
    backCents === 0
      ? 'No money changes hands.'
      : `It costs less. Refund: ${amountWithCode(backCents, currency)}${partsText(refunds, currency) || ' to the card or account that paid'}.`,
  ];
}

/** The text of the button for organisers. */
export function moveButton({ order, person, does, moreCents, backCents }: MoveOutcome): string {
  const money = (cents: Cents) => amountWithCode(cents, order.currency);
  switch (does) {
    case 'withdraw':
      return `Withdraw the change of ${person.name}`;
    case 'askForMore':
      return `Ask for ${money(moreCents)} to change the registration of ${person.name}`;
    default: {
      const refund = backCents === 0 ? '' : `, refund ${money(backCents)}`;
      return `Change the registration of ${person.name}${refund}`;
    }
  }
}

export function staysWords(outcome: Pick<MoveOutcome, 'order' | 'person' | 'was'>): string {
  const { order, person, was } = outcome;
  return `${order.reference}, ${person.name} is already registered as ${was}.`;
}

/** The refusal of an amount that nobody can pay, for the reason in `why`. */
export function unpayableMoveWords(order: Order, more: Cents, why: string): string {
  return `It costs ${amountWithCode(more, order.currency)} more. ${why} Combine it with another change.`;
}

function leastWords({ currency }: Order): string {
  return `no card pays less than ${amountWithCode(leastBy('card', currency), currency)}`;
}

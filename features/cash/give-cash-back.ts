import { amountWithCode, asCents } from '#contract/money.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { getPayment } from '#server/payments/payments.ts';
import type { Content } from '#contract/content.ts';
import {
  type CashEntry,
  cashToGiveBack,
  insertCashEntry,
  lockBox,
  markGivenBack,
  stateOfBox,
} from './cash-entries.ts';
import { rounded } from './rounded.ts';

type GiveRequest = {
  /** The reference of the order. */
  reference: string;
  box?: string | undefined;
  /** The treasurer has transferred the money, so no box has less. */
  isTransferred?: boolean | undefined;
};

/** Gives the refunds of an order back: out of a cash box, or by a transfer that the treasurer has made. */
export async function planGiveCashBack(
  organising: Organising,
  { reference, box: named, isTransferred = false }: GiveRequest,
): Promise<Plan> {
  const { payments, content, actor } = organising;
  const { db, currency, newId } = payments;
  const box = isTransferred ? '' : named?.trim() || actor;
  const waiting = await waitingOf(organising, reference);
  if (waiting.length === 0) {
    throw new ActionImpossible(
      `Nothing of ${reference} is to be given back in cash: a refund does that first.`,
    );
  }
  const given = waiting.map((entry) => asGiven(content, entry, isTransferred));
  const sum = asCents(given.reduce((cents, entry) => cents - entry.amountCents, 0));
  const words = amountWithCode(sum, currency);
  const { cents: inBox } = await stateOfBox(db, box);
  return {
    words: [
      isTransferred
        ? `${reference}: ${words} was transferred from the bank account instead of given back in cash.`
        : `${reference}: ${words} is given back out of the cash box “${box}”, which should have ${amountWithCode(asCents(Math.max(0, inBox)), currency)}.`,
    ],
    button: isTransferred ? `${words} was transferred` : `${words} given back`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBox(tx, box);
        const moved = { box, actor, movedAt: now };
        for (const { id, amountCents, roundingCents } of given) {
          if (await markGivenBack(tx, id, { ...moved, amountCents, roundingCents })) continue;
          throw new ActionImpossible('Somebody has given this money back meanwhile.');
        }
        if (!isTransferred) {
          const { cents } = await stateOfBox(tx, box);
          if (cents < 0) throw new ActionImpossible(`The cash box “${box}” has not enough money.`);
        } else {
          await insertCashEntry(tx, {
            id: newId(),
            kind: 'moved',
            amountCents: sum,
            roundingCents: 0,
            currency,
            words: reference,
            createdAt: now,
            ...moved,
          });
        }
        const how = isTransferred ? 'by a transfer' : `in cash, out of the box ${box}`;
        await record({ action: 'cash', reference, words: `${words} given back ${how}` });
      });
      return [isTransferred ? 'Noted.' : `${words} is given back.`];
    },
  };
}

async function waitingOf(
  { payments: { db } }: Organising,
  reference: string,
): Promise<CashEntry[]> {
  const own: CashEntry[] = [];
  for (const entry of await cashToGiveBack(db)) {
    const payment = entry.paymentId && (await getPayment(db, entry.paymentId));
    if (!payment) continue;
    if ((await getOrder(db, payment.orderId)).reference === reference) own.push(entry);
  }
  return own;
}

/** Coins round the money that leaves a box, a transfer does not. */
function asGiven(
  { conference }: Pick<Content, 'conference'>,
  { id, amountCents, currency }: CashEntry,
  isTransferred: boolean,
) {
  const cents = asCents(-amountCents);
  const inHand = isTransferred ? cents : rounded(cents, conference.cash ?? {}, currency);
  return { id, amountCents: -inHand, roundingCents: inHand - cents };
}

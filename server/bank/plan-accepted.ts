import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { amountDue, getPayable, paidBy, type Payable } from '#server/orders/rows/payables.ts';
import { latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { acceptRest } from './accept-short.ts';
import { sumOfEntries } from './bank-entries.ts';
import { findTransferPayable } from './plan-paid.ts';

/** Accepts what has come of a transfer as the whole amount: “it is good”. */
export async function planAccepted(
  organising: Organising,
  request: { reference: string; words: string },
): Promise<Plan> {
  const { payments } = organising;
  const { db, currency } = payments;
  const named = await findTransferPayable(db, request.reference);
  const { reference } = named.order;
  const { payment, cents, came } = await shortTransfer(db, organising, named);
  const money = (amount: Cents) => amountWithCode(amount, currency);
  return {
    words: [
      `${reference}: ${money(came)} of ${money(payment.amountCents)} has come by bank transfer. The missing ${money(cents)} would be accepted as a cost of the conference, and it would count as paid: ${request.words}.`,
      'The payer gets the same confirmation as after any other payment; price and tax stay as they are.',
    ],
    button: `Accept ${reference} without ${money(cents)}`,
    weighs: { cents },
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockOrders(tx, [named.order.id]);
        const payable = await getPayable(tx, {
          orderId: named.order.id,
          changeId: named.change?.id,
        });
        const present = await shortTransfer(tx, organising, payable);
        if (present.payment.id !== payment.id || present.cents !== cents) {
          throw new ActionImpossible(`Money for ${reference} came at the same moment.`, {
            reason: 'changed',
          });
        }
        await acceptRest(tx, organising, payment, { cents, words: request.words, now });
        const words = `accepted without ${money(cents)}: ${request.words}`;
        await record({ action: 'bank', reference, words });
      });
      const state = await syncPayment(payments, payment.id, 'organiser');
      return [
        state === 'PAID'
          ? 'It is paid, and the payer gets a mail that says so.'
          : `The payment is ${state}: show ${reference} says why.`,
      ];
    },
  };
}

/** The open transfer of a payable of which a part has come, and what is missing. */
async function shortTransfer(
  db: Db,
  { payments }: Pick<Organising, 'payments'>,
  payable: Payable,
): Promise<{ payment: Payment; came: Cents; cents: Cents }> {
  const { order, change } = payable;
  const { reference } = order;
  if (paidBy(payable) !== undefined) throw new ActionImpossible(`${reference} is paid.`);
  const payment = await latestPaymentOf(db, order.id, change?.id);
  const isOpen = payment?.provider === 'transfer' && payment.state === 'OPEN';
  const came = isOpen ? await sumOfEntries(db, payment.id) : asCents(0);
  if (!isOpen || came === 0) {
    throw new ActionImpossible(
      `Nothing has come for ${reference} by bank transfer: only a part that is there can be accepted.`,
    );
  }
  const refusal = await payments.overtaken(db, payable);
  if (refusal) throw new ActionImpossible(`${reference} cannot be paid any more.`);
  return { payment, came, cents: asCents(amountDue(payable) - came) };
}

import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import { readAmount, noAmount } from '#contract/typed-amount.ts';
import { findTransferPayable } from '#server/bank/plan-paid.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { possible } from '#server/orders/change/possible.ts';
import { refuseUndecided } from '#server/orders/change/withdraw-order.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { isCancelled, isOwnRegistration, receiptPathOf } from '#server/orders/rows/orders.ts';
import {
  amountDue,
  getPayable,
  nameOf,
  paidBy,
  type Payable,
} from '#server/orders/rows/payables.ts';
import { isWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import { admit } from '#server/orders/sell/admit.ts';
import { attemptOfOrganiser } from '#server/orders/sell/attempt-of-organiser.ts';
import { refuseOldPrice } from '#server/orders/sell/on-sale.ts';
import { closePayment } from '#server/payments/checkout.ts';
import { getPayment, latestPaymentOf } from '#server/payments/payments.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { cashOfPayment, insertCashEntry, lockBox } from './cash-entries.ts';
import { cashSettings, rounded } from './rounded.ts';

type TakeRequest = {
  /** A reference, the number of a payment of it, or the link to pay. */
  reference: string;
  /** The money that the payer gives, for the change. */
  given?: string | undefined;
  box?: string | undefined;
  isDespitePrice?: boolean | undefined;
  isDespiteOpen?: boolean | undefined;
};

/** Takes the whole amount that is due in cash. The page of a provider that is open is closed first. */
export async function planTakeCash(organising: Organising, request: TakeRequest): Promise<Plan> {
  const { payments, content, actor, origin } = organising;
  const settings = cashSettings(content);
  const { db, currency, clock, newId } = payments;
  const named = await findTransferPayable(db, request.reference);
  const { reference, id: orderId } = named.order;
  const box = request.box?.trim() || actor;
  await refuseTaking(organising, db, named);
  if (!(request.isDespitePrice ?? false)) refuseEndedPrice(organising, named);
  const dueCents = amountDue(named);
  const takenCents = rounded(dueCents, settings, currency);
  if (takenCents === 0) {
    throw new ActionImpossible(`Nothing of ${reference} is to be paid in cash.`);
  }
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const what = nameOf(payments.wordsIn(named.order.language), named);
  return {
    words: [
      `${reference}: ${what} of ${named.order.customer.name}, ${money(dueCents)}.`,
      ...(takenCents === dueCents ? [] : [`In cash this is ${money(takenCents)}.`]),
      ...changeOf(request.given, takenCents, organising),
      `The money goes into the cash box “${box}”${payments.mode === 'live' ? '' : ' (pretend money)'}. Take it first.`,
    ],
    button: `${money(takenCents)} taken for ${reference}`,
    async perform() {
      await closeOnline(organising, named, request.isDespiteOpen ?? false);
      const paymentId = await act(organising, async ({ tx, now, record }) => {
        await lockOrders(tx, [orderId]);
        const payable = await getPayable(tx, { orderId, changeId: named.change?.id });
        await refuseTaking(organising, tx, payable);
        await refuseOpened(tx, payable, request.isDespiteOpen ?? false);
        if (amountDue(payable) !== dueCents) {
          throw new ActionImpossible(
            `${reference} costs ${money(amountDue(payable))} now: please look again.`,
          );
        }
        await possible(() => admit(tx, { content, clock }, payable, undefined, { isAtDesk: true }));
        await lockBox(tx, box);
        const payment = await attemptOfOrganiser(tx, payments, payable, {
          provider: 'cash',
          origin,
        });
        await insertCashEntry(tx, {
          id: newId(),
          kind: 'taken',
          box,
          amountCents: takenCents,
          roundingCents: dueCents - takenCents,
          currency,
          paymentId: payment.id,
          words: '',
          actor,
          createdAt: now,
          movedAt: now,
        });
        // The poller finds the money if this process stops before it has asked.
        await tx
          .updateTable('payments')
          .set({ next_check_at: now })
          .where('id', '=', payment.id)
          .execute();
        const words = `${money(takenCents)} taken in cash, into the box ${box}`;
        await record({ action: 'cash', reference, words });
        return payment.id;
      });
      const state = await syncPayment(payments, paymentId, 'organiser');
      if (state !== 'PAID') {
        return [
          `${money(takenCents)} is in the box, and another payment was first: the money is to be given back.`,
        ];
      }
      const receipt = receiptPathOf(named.order.receiptToken);
      return [
        `Paid: ${money(takenCents)} in cash. The receipt goes to ${named.order.customer.email || 'nobody, because there is no address'}.`,
        ...(receipt === undefined ? [] : [`To print: ${origin}${receipt}`]),
      ];
    },
  };
}

function changeOf(given: string | undefined, due: Cents, { payments }: Organising): string[] {
  if (given === undefined || given.trim() === '') return [];
  const { currency } = payments;
  const cents = readAmount(given, currency);
  if (cents === undefined) throw new NotUnderstood(noAmount(given, currency));
  const words = amountWithCode(cents, currency);
  if (cents < due) {
    throw new ActionImpossible(
      `${words} is not enough: in cash only the whole amount of ${amountWithCode(due, currency)} is taken.`,
    );
  }
  return [`Of ${words} give back ${amountWithCode(asCents(cents - due), currency)}.`];
}

/** Refuses what is paid, cancelled or being paid, with the reason. */
async function refuseTaking(organising: Organising, db: Db, payable: Payable): Promise<void> {
  const { reference } = payable.order;
  const paid = paidBy(payable);
  // A helper who reads that a cancelled order is paid lets the person in.
  if (paid !== undefined) {
    const how = await howPaid(organising, db, paid);
    const gone = isCancelled(payable.order) ? 'was cancelled' : 'was refunded';
    throw new ActionImpossible(
      isCancelled(payable.order) || payable.order.state === 'REFUNDED'
        ? `${reference} ${gone}: nothing is to be paid. It had been paid: ${how}.`
        : `${reference} is paid: ${how}.`,
    );
  }
  if (isWithdrawn(payable)) {
    throw new ActionImpossible(`${reference} was cancelled: nothing is to be paid.`);
  }
  await refuseUndecided(db, payable);
  const refusal = await organising.payments.overtaken(db, payable);
  if (refusal) throw new ActionImpossible(refusal.message);
  const latest = await latestPaymentOf(db, payable.order.id, payable.change?.id);
  if (latest?.provider === 'cash' && latest.state === 'OPEN') {
    throw new ActionImpossible(
      `${reference} is paid: ${await howPaid(organising, db, latest.id)}.`,
    );
  }
}

async function howPaid({ content }: Organising, db: Db, paymentId: string): Promise<string> {
  const { provider } = await getPayment(db, paymentId);
  const taken = (await cashOfPayment(db, paymentId)).find(({ kind }) => kind === 'taken');
  if (!taken) return provider === 'free' ? 'nothing was due' : `by ${provider}`;
  return `in cash, taken by ${taken.actor} at ${printTimes(content.conference.dates.timezone)(taken.createdAt)}`;
}

/** An order of a form that was not paid in time is no longer sold at its price. */
function refuseEndedPrice({ content, payments }: Organising, { order, change }: Payable): void {
  if (change || !isOwnRegistration(order) || order.invitedUntil !== undefined) return;
  try {
    refuseOldPrice({ content, clock: payments.clock }, order);
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    throw new ActionImpossible(
      `${words} Cancel it and register the person at today's price, or take this price all the same.`,
      { remedy: 'isDespitePrice' },
    );
  }
}

/** Closes the page on which the payer could pay at the same moment. Nothing of it is in this transaction. */
async function closeOnline(
  { payments }: Organising,
  { order, change }: Payable,
  isDespiteOpen: boolean,
): Promise<void> {
  const latest = await latestPaymentOf(payments.db, order.id, change?.id);
  if (latest?.state !== 'NEW' && latest?.state !== 'OPEN') return;
  try {
    await closePayment(payments, latest);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (isDespiteOpen) return;
    throw new ActionImpossible(
      `A payment page of ${latest.provider} is open for ${order.reference}, and ${latest.provider} does not answer: the payer could pay twice. Try again, or take the cash all the same: money that comes there, too, is refunded.`,
      { remedy: 'isDespiteOpen' },
    );
  }
}

/** The payer may have opened another page since. */
async function refuseOpened(
  tx: Tx,
  { order, change }: Payable,
  isDespiteOpen: boolean,
): Promise<void> {
  const latest = await latestPaymentOf(tx, order.id, change?.id);
  if (isDespiteOpen || (latest?.state !== 'NEW' && latest?.state !== 'OPEN')) return;
  throw new ActionImpossible(
    latest.provider === 'transfer'
      ? `A part of ${order.reference} came by transfer: ask the treasurer.`
      : `The payer has just opened a payment page for ${order.reference}: ask the person, and try again.`,
  );
}

import { qrCode } from '#documents/qr-code.ts';
import { findTransferPayable } from '#server/bank/plan-paid.ts';
import { act } from '#server/operations/act.ts';
import { timestamp } from '#server/identity.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { refuseUndecided } from '#server/orders/change/withdraw-order.ts';
import { paidBy } from '#server/orders/rows/payables.ts';
import { goodLinkOf, linkOfChange, pathOf } from '#server/orders/rows/payment-links.ts';
import { isWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import type { PayLink } from './desk-answers.ts';

/**
 * The link by which somebody at the desk pays on the own phone. It is the page that may be passed on (`/pay/…`), never
 * the person's own.
 */
export async function payLinkOf(organising: Organising, reference: string): Promise<PayLink> {
  const { payments, origin } = organising;
  const { db, clock, payableUntil } = payments;
  const payable = await findTransferPayable(db, reference);
  const { order, change } = payable;
  if (paidBy(payable) !== undefined) return { isPaid: true };
  if (isWithdrawn(payable))
    throw new ActionImpossible('This was cancelled: nothing is to be paid.');
  await refuseUndecided(db, payable);
  const refusal = await payments.overtaken(db, payable);
  if (refusal) throw new ActionImpossible(refusal.message);
  const link = await act(organising, async ({ tx, record }) => {
    await record({ action: 'desk', reference, words: 'the link to pay was shown at the desk' });
    const found = change ? linkOfChange(change) : await goodLinkOf(tx, payments, order);
    if (payableUntil(payable, found.lapsesAt).at <= timestamp(clock())) {
      throw new ActionImpossible(
        'This order can no longer be paid online: its price or the registration has ended. Register the person at the desk, or take cash.',
      );
    }
    return found;
  });
  const address = `${origin}${pathOf(link)}`;
  const { size, runs } = qrCode(address);
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return { isPaid: false, address, size, path };
}

/** Whether what somebody at the desk was to pay is paid. */
export async function isPaidNow({ payments: { db } }: Organising, reference: string) {
  return paidBy(await findTransferPayable(db, reference)) !== undefined;
}

import * as z from 'zod/mini';
import { randomUpperCaseId } from '../random-id.ts';
import { centsOf, moneyFindings } from './amount-findings.ts';
import { knownCapture } from './captures.ts';
import { emit } from './events.ts';
import { moneyWords } from './money-words.ts';
import { money, readParameters, text } from './parameters.ts';
import type { CaptureRow, PayPalAccount, RefundRow } from './paypal-account.ts';
import type { Call } from './paypal-call.ts';
import { notFound, refused, refusedFor } from './paypal-error.ts';
import { minimalRefund, refundObject } from './refund-object.ts';

const DAY = 24 * 60 * 60;

const refundParameters = z.strictObject({
  amount: z.optional(money),
  custom_id: z.optional(text(127)),
  invoice_id: z.optional(text(127)),
  note_to_payer: z.optional(text(255)),
});

export function createRefund(account: PayPalAccount, call: Call, sent: unknown) {
  const asked = readParameters(refundParameters, sent);
  const capture = knownCapture(account, call.id);
  const [first, ...others] = asked.amount
    ? moneyFindings(asked.amount, '/amount', { mayBeZero: false })
    : [];
  if (first) throw refused([first, ...others]);
  if (asked.amount && asked.amount.currency_code !== capture.currency)
    throw refusedFor('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code');
  if (isTaken(account, asked.invoice_id)) throw refusedFor('DUPLICATE_INVOICE_ID', '/invoice_id');
  const refund = refundCapture(account, capture, {
    amount: asked.amount && centsOf(asked.amount),
    customId: asked.custom_id,
    invoiceId: asked.invoice_id,
    noteToPayer: asked.note_to_payer,
  });
  return {
    status: 201 as const,
    body: call.wantsRepresentation ? refundObject(account, refund) : minimalRefund(account, refund),
  };
}

export function retrieveRefund(account: PayPalAccount, { id }: Call) {
  const refund = account.refunds.get(id);
  if (!refund) throw notFound('refund_id');
  return { status: 200 as const, body: refundObject(account, refund) };
}

type RefundWish = {
  /** Minor units; absent: everything that is left. */
  amount?: number | undefined;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  noteToPayer?: string | undefined;
};

/** Also used for a refund in the dashboard. */
export function refundCapture(
  account: PayPalAccount,
  capture: CaptureRow,
  wish: RefundWish,
): RefundRow {
  const amount = wish.amount ?? capture.amount - capture.refunded;
  checkRefundable(account, capture, amount);
  const refund = giveBack(account, capture, { ...wish, amount });
  emit(account, 'PAYMENT.CAPTURE.REFUNDED', {
    resource: refundObject(account, refund),
    summary: `A ${moneyWords(refund)} capture payment was refunded`,
  });
  return refund;
}

/** PayPal takes the money back from the merchant: the buyer's bank did not pay, or a dispute was lost. */
export function reverseCapture(account: PayPalAccount, capture: CaptureRow): RefundRow {
  const amount = capture.amount - capture.refunded;
  if (capture.status !== 'COMPLETED' || amount === 0)
    throw new Error(`Capture ${capture.id} has no money left to take back.`);
  const reversal = giveBack(account, capture, { amount, noteToPayer: 'Payment reversed' });
  emit(account, 'PAYMENT.CAPTURE.REVERSED', {
    resource: refundObject(account, reversal),
    summary: `A ${moneyWords(reversal)} capture payment was reversed`,
  });
  return reversal;
}

function giveBack(
  account: PayPalAccount,
  capture: CaptureRow,
  { amount, customId, invoiceId, noteToPayer }: RefundWish & { amount: number },
): RefundRow {
  const now = account.clock.seconds();
  const refund: RefundRow = {
    id: randomUpperCaseId(17),
    created: now,
    capture: capture.id,
    amount,
    currency: capture.currency,
    // Fields that the refund does not set are taken from the capture.
    customId: customId ?? capture.customId,
    invoiceId: invoiceId ?? capture.invoiceId,
    noteToPayer: noteToPayer ?? null,
    totalRefunded: capture.refunded + amount,
  };
  account.refunds.put(refund.id, refund);
  account.captures.put(capture.id, { ...capture, refunded: refund.totalRefunded, updated: now });
  return refund;
}

function checkRefundable(account: PayPalAccount, capture: CaptureRow, amount: number): void {
  const left = capture.amount - capture.refunded;
  if (capture.status === 'PENDING') throw refusedFor('PENDING_CAPTURE');
  if (capture.status === 'DECLINED') throw refusedFor('REFUND_NOT_ALLOWED');
  if (left === 0) throw refusedFor('CAPTURE_FULLY_REFUNDED');
  if (capture.created + 180 * DAY < account.clock.seconds())
    throw refusedFor('REFUND_TIME_LIMIT_EXCEEDED');
  if (amount > left) throw refusedFor('REFUND_AMOUNT_EXCEEDED', '/amount/value');
  if (capture.disputed && amount < left) throw refusedFor('TRANSACTION_DISPUTED');
}

function isTaken(account: PayPalAccount, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false;
  for (const refund of account.refunds.rows()) if (refund.invoiceId === invoiceId) return true;
  return false;
}

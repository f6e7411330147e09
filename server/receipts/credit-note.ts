import type { Order } from '#server/orders/rows/orders.ts';
import type { Payment } from '#server/payments/payments.ts';
import {
  common,
  feeOf,
  isNote,
  type Issuer,
  type ReceiptDocument,
  taxed,
} from './receipt-document.ts';
import { type Member, type Refunded, refundLines } from './refund-division.ts';

/** A credit note about one refund, or its cancellation if the refund failed. */
export function noteOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { receipt, issuedAt, member, ...refunded }: NoteFacts,
): ReceiptDocument {
  const { kind, cents, issued } = refunded;
  const lines = refundLines(order, payment, refunded, { receipt, member });
  return {
    ...common(issuer, order, payment, issuedAt),
    kind,
    number: `${order.reference}-C${issued.filter(isNote).length + 1}`,
    lines,
    ...taxed(issuer, receipt.taxes !== undefined, lines),
    totalCents: cents,
    feeCents: feeOf(lines),
    ...(receipt.number !== order.reference && { receipt: receipt.number }),
    ...(receipt.recipient && { recipient: receipt.recipient }),
    ...(receipt.eInvoice && { eInvoice: receipt.eInvoice }),
  };
}

type NoteFacts = Refunded & {
  /** The valid receipt or invoice of the payment. */
  receipt: ReceiptDocument;
  issuedAt: string;
  member?: Member | undefined;
};

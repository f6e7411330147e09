import { isDeepStrictEqual } from 'node:util';
import type { Content } from '#contract/content.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import {
  findRecipient,
  type InvoiceRecipient,
  saveRecipient,
} from '#server/orders/rows/invoice-recipients.ts';
import { findOrderToChange } from '#server/orders/rows/find-booked.ts';
import {
  type InvoiceField,
  invoiceFields,
  MOST_ADDRESS_LINES,
  readRecipient,
  typedInvoice,
  type TypedInvoice,
} from '#server/orders/rows/invoice-entries.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { isCancelled, type Order, raiseVersion } from '#server/orders/rows/orders.ts';
import { recordAct } from './record-act.ts';

export type InvoiceRequest = TypedInvoice & {
  reference: string;
  /** The version of the order that the reader has seen; any other version is refused. */
  version?: number | undefined;
};

/**
 * Addresses the invoices of an order: an unpaid order gets an invoice instead of a receipt when it is paid, the receipt of
 * a paid order is replaced by an invoice, and an invoice with other entries is cancelled and issued again. Absent entries
 * stay as they are; empty ones are removed.
 */
export async function planInvoice(
  organising: Organising,
  { reference: typed, version, ...entries }: InvoiceRequest,
): Promise<Plan> {
  const { payments, content, receipts, actor } = organising;
  const { db } = payments;
  refuseWithoutInvoices(content);
  const order = await findOrderToChange(db, typed);
  refuseInvoice(order);
  const { reference, customer } = order;
  const before = await findRecipient(db, order.id);
  const recipient = recipientFrom({ country: customer.country, ...typedInvoice(before) }, entries);
  if (isDeepStrictEqual(recipient, before)) {
    throw new ActionImpossible(`The invoice of ${reference} says that already.`, {
      reason: 'unchanged',
    });
  }
  if (version !== undefined && version !== order.version) throw changedMeanwhile(reference);
  const isPaid = order.paidPaymentId !== undefined;
  return {
    words: [
      `${reference}, the invoice is addressed to: ${recipientWords(recipient)}.`,
      effectOf({ isPaid, isCorrected: before !== undefined, email: customer.email }),
    ],
    button: isPaid ? `Issue the invoice to ${recipient.legalName}` : 'Record the invoice address',
    perform: () =>
      act(organising, async (deed) => {
        const { tx } = deed;
        await lockOrders(tx, [order.id]);
        const seen = await refuseChanged(tx, order);
        await saveRecipient(tx, { ...payments, actor }, order.id, recipient);
        await raiseVersion(tx, order.id);
        await recordAct(deed, organising, order, {
          action: 'invoice',
          person: customer,
          words: isPaid ? 'an invoice with an address' : 'an invoice when it is paid',
        });
        const issued = await replaceReceipts(receipts, tx, seen);
        const numbers = issued.map(({ number }) => number);
        return numbers.length === 0
          ? ['Recorded. The invoice is issued when the order is paid.']
          : [`Issued: ${numbers.join(', ')}. ${customer.email} gets a mail with the link.`];
      }),
  };
}

function effectOf(of: { isPaid: boolean; isCorrected: boolean; email: string }): string {
  if (!of.isPaid) return 'When it is paid, the payer gets an invoice instead of a receipt.';
  const mail = `${of.email} gets a mail with the link.`;
  return of.isCorrected
    ? `The present invoice is cancelled by a cancellation invoice, and a new one is issued. ${mail}`
    : `The invoice takes the place of the receipt. ${mail}`;
}

/** The recipient that an organiser types; absent entries are those of `present`. */
function recipientFrom(present: TypedInvoice, typed: TypedInvoice): InvoiceRecipient {
  const given = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => value !== undefined),
  );
  const { recipient, mistakes } = readRecipient({ ...present, ...given });
  if (recipient) return recipient;
  throw new ActionImpossible(mistakes.map((field) => MISTAKES[field]).join('\n'), {
    reason: 'unreadable',
  });
}

/** The recipient for a command that registers somebody; undefined if no entry was typed. */
export function typedRecipient(
  content: Content,
  present: TypedInvoice,
  typed: TypedInvoice,
): InvoiceRecipient | undefined {
  if (invoiceFields.every((field) => (typed[field] ?? '') === '')) return undefined;
  refuseWithoutInvoices(content);
  return recipientFrom(present, typed);
}

export function recipientWords(recipient: InvoiceRecipient): string {
  const { legalName, address, country, vatId, leitwegId, peppolId, purchaseOrder } = recipient;
  return [
    legalName,
    ...address,
    country,
    ...(vatId === undefined ? [] : [`VAT number ${vatId}`]),
    ...(leitwegId === undefined ? [] : [`Leitweg-ID ${leitwegId}`]),
    ...(peppolId === undefined ? [] : [`Peppol ID ${peppolId}`]),
    ...(purchaseOrder === undefined ? [] : [`order number ${purchaseOrder}`]),
  ].join(', ');
}

const MISTAKES: Record<InvoiceField, string> = {
  legalName: 'The name of the recipient is missing or too long.',
  address: `The address has 1 to ${MOST_ADDRESS_LINES} lines of at most 100 characters, such as "Street 1; 12345 City". With a Leitweg-ID, the last line has the postal code and the city.`,
  country: 'The country of the address is not a known country.',
  vatId: 'The VAT number is not a number of this country: please check its digits.',
  leitwegId: 'The Leitweg-ID is not one, such as 04011000-1234512345-06: please check its digits.',
  peppolId:
    'The Peppol ID is not one, such as 0208:0202239951: please check its scheme and its digits.',
  purchaseOrder: 'The order number is too long.',
};

function refuseWithoutInvoices({ conference }: Content): void {
  if (conference.documents) return;
  throw new ActionImpossible(
    'This conference issues no invoices: `documents` in conference.yaml switches them on.',
  );
}

/** Refuses an order that can have no invoice: nobody paid or pays anything for it. */
function refuseInvoice(order: Order): void {
  const { reference, customer, paidPaymentId, amountCents } = order;
  if (customer.email === '') {
    throw new ActionImpossible(`The payer of ${reference} was erased.`, { reason: 'erased' });
  }
  if (paidPaymentId === undefined && isCancelled(order)) {
    throw new ActionImpossible(`${reference} was cancelled unpaid.`, { reason: 'cancelled' });
  }
  if (amountCents === 0) {
    throw new ActionImpossible(`${reference} costs nothing, so it has no invoice.`);
  }
}

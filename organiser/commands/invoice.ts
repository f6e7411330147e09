import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import { command } from '#organiser/command.ts';
import { invoiceEntries, invoiceFields, REFERENCE } from '#organiser/fields.ts';

export const invoice = command({
  name: 'invoice',
  title: 'Invoice',
  summary:
    'Addresses the invoice of an order. A paid order gets it at once instead of its receipt, an unpaid one when it is paid. Other entries later cancel the invoice and issue a new one.',
  subject: 'Money',
  fields: { reference: REFERENCE, ...invoiceFields('as it is') },
  asksProviders: false,
  plan: (context, { reference, ...typed }) =>
    planInvoice(context, { reference, ...invoiceEntries(typed) }),
});

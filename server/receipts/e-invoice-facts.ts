import * as z from 'zod/mini';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { countryCodeOf } from '#contract/countries.ts';
import type { Payment } from '#server/payments/payments.ts';

/** The facts of an e-invoice that no other field of its document has. They are frozen with the document. */
export const EInvoiceFacts = z.object({
  seller: z.object({
    name: z.string(),
    address: z.array(z.string()),
    postalCode: z.string(),
    city: z.string(),
    countryCode: z.string(),
    vatId: z.optional(z.string()),
    taxNumber: z.optional(z.string()),
    electronicAddress: z.optional(z.object({ scheme: z.string(), id: z.string() })),
    contact: z.object({ name: z.string(), phone: z.optional(z.string()), email: z.string() }),
  }),
  /** The account for transfers. */
  iban: z.optional(z.string()),
  /** The first and the last day of the conference. */
  period: z.object({ start: z.string(), end: z.string() }),
  /** Why no tax is charged, if the conference states none. */
  taxNote: z.optional(z.string()),
  /** The code of the reason why something is not taxed. */
  exemptionCode: z.optional(z.string()),
});

/** The facts that make an invoice an e-invoice; undefined if the conference sends none. */
export function eInvoiceFacts(conference: Conference): z.output<typeof EInvoiceFacts> | undefined {
  const { organiser, secretary, dates, documents, bankTransfer } = conference;
  const countryCode = countryCodeOf(organiser.country);
  if (documents?.eInvoice !== true || countryCode === undefined) return undefined;
  const { legalName, street, postalCode, city, vatId, taxNumber, taxNote } = organiser;
  const { electronicAddress } = organiser;
  return {
    seller: {
      name: legalName,
      address: [street],
      postalCode,
      city,
      countryCode,
      vatId,
      taxNumber,
      ...(electronicAddress && { electronicAddress }),
      contact: {
        name: secretary.role,
        ...(secretary.phone !== undefined && { phone: secretary.phone }),
        email: secretary.email,
      },
    },
    iban: bankTransfer?.iban,
    period: { start: dates.start, end: dates.end },
    taxNote,
    ...(documents.exemptionCode !== undefined && { exemptionCode: documents.exemptionCode }),
  };
}

export const Means = z.enum(['card', 'online', 'cash', 'transfer']);

/** Stripe's debits and transfers arrive at an account of Stripe, so they are payments by an online service. */
export function meansOf(
  payment: Pick<Payment, 'provider' | 'delayedBy'>,
): z.output<typeof Means> | undefined {
  const { provider, delayedBy } = payment;
  if (provider === 'free') return undefined;
  if (provider === 'cash') return 'cash';
  if (provider === 'stripe') return delayedBy === undefined ? 'card' : 'online';
  return provider === 'paypal' ? 'online' : 'transfer';
}

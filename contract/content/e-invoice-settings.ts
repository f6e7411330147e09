import * as z from 'zod/mini';
import { peppolIdOf } from '#contract/identifiers/electronic-address.ts';

/** The files of an e-invoice beside its PDF: XRechnung in both of its languages, and Peppol BIS Billing 3. */
export const eInvoiceFiles = ['xrechnung', 'xrechnung-ubl', 'peppol'] as const;
export type EInvoiceFile = (typeof eInvoiceFiles)[number];

/** Whether invoices are offered by whose form a Leitweg-ID, or a Peppol ID, is asked for. */
export function asksForAddress(
  files: readonly EInvoiceFile[],
): Record<'leitwegId' | 'peppolId', boolean> {
  return { leitwegId: files.length > 0, peppolId: files.includes('peppol') };
}

/** The address of the seller in the Peppol network. */
export const PeppolAddress = z.pipe(
  z.string(),
  z.transform((typed, { issues, value }) => {
    const address = peppolIdOf(typed);
    if (address) return address;
    issues.push({
      code: 'custom',
      input: value,
      message: 'expected a Peppol ID with correct check digits, such as 9930:DE123456788',
    });
    return z.NEVER;
  }),
);

/** A code of the list VATEX that an exempt line, or an invoice outside of VAT, can have. */
export const ExemptionCode = z
  .string()
  .check(
    z.regex(
      /^VATEX-(?:EU-(?:79-C|1[345]\d(?:-[A-Z0-9]+)?|309|O)|FR-[A-Z0-9-]+)$/,
      'expected a code of the list VATEX for what is exempt or outside of VAT, such as VATEX-EU-132-1I',
    ),
  );

import type { Currency } from '#contract/money.ts';
import { taxesOf, taxWithin, type TaxSum } from '#contract/tax.ts';
import type { ElectronicAddress } from '#contract/identifiers/electronic-address.ts';

/** The facts of an e-invoice by EN 16931. The comments name its business terms. */
export type EInvoice = {
  /** BT-3, a code of UNTDID 1001: an invoice, a credit note or a debit note. */
  type: '380' | '381' | '383';
  /** BT-1 */
  number: string;
  /** BT-2, a day: 2026-05-29. */
  date: string;
  /** BT-22 */
  notes: readonly string[];
  /** BT-25: the number of the document that this one is about. */
  about?: string | undefined;
  seller: Party & {
    /** BT-32: the number of the seller at its tax office. */
    taxNumber?: string | undefined;
    /** BT-41, BT-42 and BT-43 */
    contact: { name: string; phone?: string | undefined; email: string };
  };
  buyer: Party;
  /** BT-10: the key by which the buyer sorts its invoices, such as a Leitweg-ID. */
  buyerReference?: string | undefined;
  /** BT-13: the buyer's own order number. */
  purchaseOrder?: string | undefined;
  /** BT-73, and BT-74 and BT-72: the first and the last day of the service. */
  period: { start: string; end: string };
  /** BT-81 to BT-84: how the payer has paid; a transfer went to the seller's account. Absent if nothing was to be paid. */
  payment?:
    | { by: 'card' | 'online' | 'cash'; words: string }
    | { by: 'transfer'; words: string; iban: string }
    | undefined;
  currency: Currency;
  /** `cents` is the gross amount, negative where a change gives something up; without a rate of tax it is exempt. */
  lines: readonly {
    name: string;
    description?: string | undefined;
    cents: number;
    taxBasisPoints?: number | undefined;
  }[];
  /** BT-120: why lines are exempt. */
  exemption?: string | undefined;
  /** BT-121: the same as a code of the list VATEX. */
  exemptionCode?: string | undefined;
};

export type Party = {
  name: string;
  /** Up to three lines. */
  address: readonly string[];
  city?: string | undefined;
  region?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  vatId?: string | undefined;
  /** BT-34 and BT-49: where the party receives e-invoices. */
  electronicAddress?: ElectronicAddress | undefined;
};

/** The standards that we write: EN 16931 itself, as in Factur-X, and two that say more precisely what it must contain. */
export const profiles = {
  'factur-x': { customisation: 'urn:cen.eu:en16931:2017' },
  xrechnung: {
    customisation: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
  peppol: {
    customisation: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
} as const satisfies Record<string, { customisation: string; process?: string }>;
export type Profile = keyof typeof profiles;

/** BT-118 with its rate: exempt or outside of VAT, zero-rated, or the standard category for every other rate. */
export type Category = { code: 'E' | 'O' | 'Z' | 'S'; percent: number };

/** The code for sales that no VAT law is about. */
const OUTSIDE = 'VATEX-EU-O';

export function categoryOf(invoice: EInvoice, basisPoints: number | null): Category {
  if (basisPoints === null) return { code: isOutsideVat(invoice) ? 'O' : 'E', percent: 0 };
  return { code: basisPoints === 0 ? 'Z' : 'S', percent: basisPoints / 100 };
}

/** Whether the whole invoice is outside of VAT: beside a rate of tax, nothing can be (BR-O-11). */
function isOutsideVat({ exemptionCode, lines }: EInvoice): boolean {
  return exemptionCode === OUTSIDE && lines.every((line) => line.taxBasisPoints === undefined);
}

/** BT-121 and BT-120, for the untaxed lines. */
export function reasonOf(invoice: EInvoice): {
  code?: string | undefined;
  words?: string | undefined;
} {
  const { exemptionCode: code, exemption: words } = invoice;
  return code === OUTSIDE && !isOutsideVat(invoice) ? { words } : { code, words };
}

/**
 * BT-31 and BT-32, and BT-29, which identifies a seller without a VAT number (BR-CO-26). Outside of VAT nobody has a VAT
 * number (BR-O-02).
 */
export function sellerNumbers(invoice: EInvoice): {
  id?: string | undefined;
  vatId?: string | undefined;
  taxNumber?: string | undefined;
} {
  const { vatId, taxNumber } = invoice.seller;
  if (isOutsideVat(invoice)) return { id: taxNumber ?? vatId, taxNumber };
  return { id: vatId === undefined ? taxNumber : undefined, vatId, taxNumber };
}

/** BT-48 */
export function buyerVatId(invoice: EInvoice): string | undefined {
  return isOutsideVat(invoice) ? undefined : invoice.buyer.vatId;
}

/**
 * BT-3. XRechnung wants none but invoices and credit notes (BR-DE-17), and an invoice about a credit note says the same as
 * a debit note.
 */
export function typeOf({ type }: EInvoice, profile: Profile): EInvoice['type'] {
  return type === '383' && profile !== 'factur-x' ? '380' : type;
}

/**
 * BT-81, a code of UNTDID 4461: bank card, online payment service, cash, transfer within SEPA, other transfer, or unknown.
 * XRechnung and Peppol want the number of a card (BR-DE-24), so a card was paid at an online payment service there.
 */
export function meansCode({ payment, currency }: EInvoice, profile: Profile): string | undefined {
  if (!payment) return profile === 'factur-x' ? undefined : '1';
  if (payment.by === 'transfer') return currency.code === 'EUR' ? '58' : '30';
  if (payment.by === 'cash') return '10';
  return payment.by === 'card' && profile === 'factur-x' ? '48' : '68';
}

/** BT-22. Peppol wants one note at most (R002). */
export function notesOf({ notes }: EInvoice, profile: Profile): readonly string[] {
  return profile === 'factur-x' ? notes : [notes.join('\n')];
}

/** Net, tax and gross for each rate; all is untaxed if no line has a rate. */
export function sumsOf(lines: EInvoice['lines']): TaxSum[] {
  const taxes = taxesOf(lines);
  if (taxes.length > 0) return taxes;
  const grossCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  return [{ basisPoints: null, netCents: grossCents, taxCents: 0, grossCents }];
}

/** BT-109, BT-110 and BT-112 */
export function totalsOf(sums: readonly TaxSum[]): { net: number; tax: number; gross: number } {
  const total = (name: 'netCents' | 'taxCents' | 'grossCents') =>
    sums.reduce((sum, each) => sum + each[name], 0);
  return { net: total('netCents'), tax: total('taxCents'), gross: total('grossCents') };
}

/**
 * BT-131 of the lines. The tax of a rate is rounded once from the sum of its lines, so each line gets the net amount of the
 * lines so far less what the earlier lines have, and the lines add up to the net amount of the rate.
 */
export function netAmounts(lines: EInvoice['lines']): number[] {
  const grossSoFar = new Map<number, number>();
  return lines.map(({ cents, taxBasisPoints = 0 }) => {
    const before = grossSoFar.get(taxBasisPoints) ?? 0;
    grossSoFar.set(taxBasisPoints, before + cents);
    const taxCents = taxWithin(before + cents, taxBasisPoints) - taxWithin(before, taxBasisPoints);
    return cents - taxCents;
  });
}

/** The three lines that an address can have: what is more is in the last. */
export function addressLines({ address }: Party): (string | undefined)[] {
  const [one, two, ...others] = address;
  return [one, two, others.length > 0 ? others.join(', ') : undefined];
}

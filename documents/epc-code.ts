import { type Cents, type Currency, decimalFromCents } from '#contract/money.ts';

/** A transfer as banking apps read it from a QR code. */
export type EpcTransfer = {
  holder: string;
  iban: string;
  bic?: string | undefined;
  amountCents: Cents;
  currency: Currency;
  /** The remittance information. */
  words: string;
};

/** The largest amount and the longest texts of the guideline. */
const MOST = { cents: 99_999_999_999, holder: 70, words: 140, bytes: 331 };

/**
 * The text of a QR code for a SEPA credit transfer, by the guideline EPC069-12 of the European Payments Council, version
 * 2.1. Undefined for what such a code cannot say: another currency, no amount, too long a text.
 */
export function epcText(transfer: EpcTransfer): string | undefined {
  const { holder, iban, bic = '', amountCents, currency, words } = transfer;
  const isPossible =
    currency.code === 'EUR' &&
    amountCents > 0 &&
    amountCents <= MOST.cents &&
    lengthOf(holder) <= MOST.holder &&
    lengthOf(words) <= MOST.words &&
    ![holder, words].some((text) => /[\r\n]/.test(text));
  if (!isPossible) return undefined;
  const text = [
    'BCD',
    // Version 002: the BIC may be missing. Character set 1: UTF-8.
    '002',
    '1',
    'SCT',
    bic,
    holder,
    iban,
    `EUR${decimalFromCents(amountCents, currency)}`,
    // The purpose, and a structured reference, of which ours is none.
    '',
    '',
    words,
  ].join('\n');
  return Buffer.byteLength(text) <= MOST.bytes ? text : undefined;
}

function lengthOf(text: string): number {
  return [...text].length;
}

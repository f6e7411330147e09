import type { Bookkeeping } from './shape.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { currencyOf } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import { rateText } from '#contract/tax.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { receiptPathOf } from '#server/orders/rows/orders.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { type ReceiptDocument, signOf } from '#server/receipts/receipt-document.ts';
import type { DateRange } from '#server/reports/date-range.ts';
import {
  acceptedRestsIn,
  documentsWithPayments,
  keptMoneyIn,
  type JournalDocument,
  looseEntriesIn,
  looseReturnsIn,
  type LooseTransfer,
  type Movement,
  movementsIn,
  moneyWithoutDocument,
  returnsWithoutDocument,
} from './journal-rows.ts';

/** One line of the journal: an amount above 0 from one account to another. */
export type Posting = {
  /** The day by the clock of the conference. */
  day: string;
  /** The number of the document; the reference of the order where no document is about the money. */
  number: string;
  words: string;
  debit: string;
  credit: string;
  cents: number;
  currency: Currency;
  /** The rate of tax in the amount; undefined if the posting has nothing to do with tax. */
  taxBasisPoints: number | null | undefined;
  /** The tax in the amount. */
  taxCents: number | undefined;
  taxKey: string;
  /** The page of the receipt; empty where there is none. */
  link: string;
};

export type JournalDeps = {
  bookkeeping: Bookkeeping;
  timeZone: string;
  /** The origin of the site. */
  origin: string;
  /** The mode and the currency of the installation: other money on the same account is left out. */
  mode: PaymentMode;
  currency: Currency;
};

/**
 * The journal of a range of days: each document by its day and its rates of tax, and then all money that no document is
 * about. Negative amounts change the sides, so every amount is above 0.
 */
export async function* postingsIn(
  db: Db,
  deps: JournalDeps,
  range: DateRange | undefined,
): AsyncGenerator<Posting> {
  for await (const page of documentsWithPayments(db, { range })) {
    for (const document of page) yield* postingsOf(document, deps);
  }
  const { accounts } = deps.bookkeeping;
  for await (const page of movementsIn(db, deps, { range })) {
    for (const movement of page) yield* postingsOfMovement(movement, deps);
  }
  for await (const page of looseEntriesIn(db, deps.currency, { range })) {
    yield* postingsOfTransfers(page, deps);
  }
  for await (const page of looseReturnsIn(db, deps.currency, { range })) {
    yield* postingsOfTransfers(page, deps);
  }
  for (const { watch } of features()) {
    for await (const page of watch?.moneyMoves?.(db, deps, { range }) ?? []) {
      for (const { debit, credit, ...move } of page) {
        const sides = {
          debit: accountNamed(accounts, debit),
          credit: accountNamed(accounts, credit),
        };
        yield* both({ ...UNTAXED, ...move, ...sides, currency: deps.currency });
      }
    }
  }
  for await (const page of acceptedRestsIn(db, deps.currency, { range })) {
    for (const rest of page) yield* postingsOfRest(rest, deps);
  }
  for await (const page of keptMoneyIn(db, deps.currency, { range })) {
    for (const kept of page) yield* postingsOfKept(kept, deps);
  }
  for await (const page of moneyWithoutDocument(db, { range })) {
    for (const row of page) {
      const debit = accountOf(accounts, row.provider);
      yield* both({ ...looseMoney(row, deps), debit, credit: accounts.unassigned });
    }
  }
  for await (const page of returnsWithoutDocument(db, { range })) {
    for (const row of page) {
      const credit = accountOf(accounts, row.provider);
      yield* both({ ...looseMoney(row, deps), debit: accounts.unassigned, credit });
    }
  }
}

/** The postings of a document: one for each rate of tax. A document that replaces another has none. */
function postingsOf(
  { document, provider, receiptToken }: JournalDocument,
  { bookkeeping, origin }: JournalDeps,
): Posting[] {
  const { number, taxes, totalCents, currency, decimals, replaces } = document;
  const money = accountOf(bookkeeping.accounts, provider);
  if (replaces !== undefined || money === undefined) return [];
  const rates = taxes ?? [{ basisPoints: undefined, grossCents: totalCents, taxCents: undefined }];
  const path = receiptPathOf(receiptToken);
  return rates.flatMap(({ basisPoints, grossCents, taxCents }) => {
    const { account, taxKey = '' } = revenueOf(bookkeeping, basisPoints);
    return both({
      day: document.issuedOn,
      number,
      words: [customerOf(document), rateWords(basisPoints)].filter(Boolean).join(', '),
      debit: money,
      credit: account,
      cents: signOf(document) * grossCents,
      currency: currencyOf(currency, decimals),
      taxBasisPoints: basisPoints,
      taxCents: taxCents === undefined ? undefined : Math.abs(taxCents),
      taxKey,
      link: path === undefined ? '' : `${origin}${path}`,
    });
  });
}

/**
 * The postings of a movement at a provider: the fee, a payout, or money of other business on the same account. The money
 * of our payments and refunds is posted with their documents.
 */
function postingsOfMovement(movement: Movement, { bookkeeping, timeZone, currency }: JournalDeps) {
  const { accounts } = bookkeeping;
  const { id, provider, kind, sourceRef, reference, feeCents, netCents } = movement;
  const money = accountOf(accounts, provider);
  const about = {
    day: movement.arrivesOn ?? dayOf(movement.created_at, timeZone),
    currency,
    ...UNTAXED,
    debit: money,
  };
  if (kind === 'payout') {
    const words = `Payout of ${NAMES[provider]}${netCents > 0 ? ', returned by the bank' : ''}`;
    const back = { ...about, number: sourceRef ?? id, words, cents: netCents };
    return both({ ...back, credit: accounts.bank });
  }
  const number = reference ?? id;
  const isOfAccount = kind === 'fee' || kind === 'adjustment';
  const fee = { ...about, number, words: `Fee of ${NAMES[provider]}`, credit: accounts.fees };
  if (isOfAccount) return both({ ...fee, cents: netCents });
  const other = {
    ...about,
    number,
    words: 'Not from this conference',
    credit: accounts.unassigned,
  };
  return [
    ...both({ ...fee, cents: -feeCents }),
    ...(reference === null ? both({ ...other, cents: movement.grossCents }) : []),
  ];
}

/** The facts of a posting that is about no document. */
const UNTAXED = { taxBasisPoints: undefined, taxCents: undefined, taxKey: '', link: '' };

/** The posting with its sides changed if the amount is negative; none for 0.00 or without an account. */
function both(posting: Omit<Posting, 'debit' | 'credit'> & Sides): Posting[] {
  const { debit, credit, cents } = posting;
  if (cents === 0 || debit === undefined || credit === undefined) return [];
  if (cents > 0) return [{ ...posting, debit, credit }];
  return [{ ...posting, debit: credit, credit: debit, cents: -cents }];
}

type Sides = { debit: string | undefined; credit: string | undefined };

type LooseMoney = {
  at: string | null;
  cents: number;
  currency: string;
  currency_decimals: number;
  reference: string;
};

function looseMoney(row: LooseMoney, { timeZone }: JournalDeps) {
  return {
    day: row.at === null ? '' : dayOf(row.at, timeZone),
    number: row.reference,
    words: 'Money without a document',
    cents: row.cents,
    currency: currencyOf(row.currency, row.currency_decimals),
    ...UNTAXED,
  };
}

/**
 * The postings of transfers that no document is about. What an entry gets and loses on one day is one posting, or none
 * if it is the same amount.
 */
function postingsOfTransfers(
  moments: readonly LooseTransfer[],
  { bookkeeping, currency, timeZone }: JournalDeps,
): Posting[] {
  const { bank, unassigned } = bookkeeping.accounts;
  const onDays = Map.groupBy(moments, ({ id, at }) => `${id} ${dayOf(at, timeZone)}`);
  return [...onDays.values()].flatMap((own) => {
    const [last] = own.slice(-1);
    if (!last) return [];
    const { id, reference, name, words } = last;
    return both({
      ...UNTAXED,
      day: dayOf(last.at, timeZone),
      number: reference ?? id,
      words: [name, `transfer ${words}`].filter(Boolean).join(', '),
      debit: bank,
      credit: unassigned,
      cents: own.reduce((sum, { cents }) => sum + cents, 0),
      currency,
    });
  });
}

/** The document of a short transfer has debited the bank with the whole amount: the rest is taken out as a cost. */
function postingsOfRest(
  { id, at, cents, reference, words }: LooseTransfer,
  { bookkeeping, currency, timeZone }: JournalDeps,
): Posting[] {
  const { bank, fees, shortfalls = fees } = bookkeeping.accounts;
  return both({
    ...UNTAXED,
    day: dayOf(at, timeZone),
    number: reference ?? id,
    words: `Missing rest of a transfer, accepted: ${words}`,
    debit: shortfalls,
    credit: bank,
    cents,
    currency,
  });
}

/** Money that came without a document, and that its payer gave to the conference. */
function postingsOfKept(
  { at, cents, reference, name, id }: LooseTransfer,
  { bookkeeping, currency, timeZone }: JournalDeps,
): Posting[] {
  const { unassigned, gifts } = bookkeeping.accounts;
  return both({
    ...UNTAXED,
    day: dayOf(at, timeZone),
    number: reference ?? id,
    words: [name, 'gift of what was too much'].filter(Boolean).join(', '),
    debit: unassigned,
    credit: gifts,
    cents,
    currency,
  });
}

const NAMES: Record<ProviderName, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  transfer: 'the bank',
  cash: 'the cash box',
  free: 'nobody',
};

function accountOf(accounts: Bookkeeping['accounts'], provider: ProviderName): string | undefined {
  if (provider === 'free') return undefined;
  return accountNamed(accounts, provider === 'transfer' ? 'bank' : provider);
}

/** The account, or that of money that somebody has to assign if the list has none. */
function accountNamed(
  accounts: Bookkeeping['accounts'],
  name: 'stripe' | 'paypal' | 'bank' | 'cash' | 'cashDifferences',
): string {
  return accounts[name] ?? accounts.unassigned;
}

/** The account of a rate: the entry with this rate, or the entry without one. */
function revenueOf(
  { accounts: { revenue } }: Bookkeeping,
  basisPoints: number | null | undefined,
): Bookkeeping['accounts']['revenue'][number] {
  const wanted = basisPoints === null ? 'exempt' : basisPoints && basisPoints / 100;
  const found =
    revenue.find(({ tax }) => tax === wanted) ?? revenue.find(({ tax }) => tax === undefined);
  if (!found) throw new Error('the schema of bookkeeping has let a list without a default pass');
  return found;
}

/** The recipient of an invoice, or the first line about the customer; nothing for an erased person. */
function customerOf({ customer, recipient }: ReceiptDocument): string {
  return recipient?.legalName ?? customer[0] ?? '';
}

/** "19%", or "exempt"; empty where no tax is stated. */
export function rateWords(basisPoints: number | null | undefined): string {
  if (basisPoints === undefined) return '';
  return basisPoints === null ? 'exempt' : rateText(basisPoints);
}

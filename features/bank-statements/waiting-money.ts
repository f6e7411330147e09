import type { PaymentContext } from '#server/payments/payment-context.ts';
import { type BankEntry, entriesInState } from '#server/bank/bank-entries.ts';
import {
  type BankRefund,
  failedBankRefunds,
  unsentBankRefunds,
} from '#server/bank/bank-refunds.ts';
import { decideEntries } from './decide-entries.ts';
import { entryIdOf, openLineOf, proposalOf } from './entry-words.ts';
import { readBankFacts, readNamedOrders } from './read-bank-facts.ts';
import { refundWords, shortIdOf, troubleOf } from './refund-files.ts';
import { sentAsIn } from './statement.ts';

/** Entries that wait, each on a line with its proposal. */
export async function openLines(
  payments: PaymentContext,
  entries: readonly BankEntry[],
): Promise<string[]> {
  const { db } = payments;
  const open = entries.map((entry) => ({ ...entry, sentAs: sentAsIn(entry.words) }));
  const facts = await readBankFacts(db, payments, await readNamedOrders(db), open);
  const decisions = decideEntries(open, facts);
  return open.map((entry) => {
    const proposal = proposalOf(entry, decisions.get(entry.key), facts);
    return `${openLineOf(entry)}${proposal === undefined ? '' : `: ${proposal}`}`;
  });
}

/** The entries and refunds of the account that wait for a person, as facts and as lines. */
export async function readWaitingMoney(payments: PaymentContext) {
  const { db } = payments;
  const entries = await entriesInState(db, 'open');
  const unsent = await unsentBankRefunds(db);
  const failed = await failedBankRefunds(db);
  const asked = unsent.filter(({ askedAt }) => askedAt !== undefined);
  const toAsk = unsent.filter(({ askedAt }) => askedAt === undefined);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
  const refundLine = (refund: BankRefund) => {
    const trouble = troubleOf(refund);
    return `${refundWords(refund)} to ${refund.name || 'nobody'}${trouble === undefined ? '' : `: ${trouble}`}`;
  };
  const lines = [
    ...section('Entries that wait for a decision', await openLines(payments, entries)),
    ...section('Refunds for the next file (--refunds FILE.xml)', toAsk.map(refundLine)),
    ...section(
      'Refunds in files that no statement has shown yet',
      asked.map((refund) => `${refundWords(refund)}: file ${refund.fileId}`),
    ),
    ...section('Refunds that came back', failed.map(refundLine)),
  ];
  return {
    facts: {
      entries: entries.map(({ key, bookedOn, amountCents, currency, name, words }) => ({
        id: entryIdOf(key),
        bookedOn,
        amountCents,
        currency: currency.code,
        name,
        words,
      })),
      refunds: [...unsent, ...failed].map(({ id, amountCents, currency, reason, ...refund }) => ({
        id: shortIdOf(id),
        amountCents,
        currency: currency.code,
        reference: reason,
        fileId: refund.fileId,
        hasIban: refund.iban !== undefined,
        cameBackAt: refund.failedAt,
      })),
    },
    lines,
    none: 'Nothing of the bank account waits for a person.',
    needsPerson: entries.length + toAsk.length + failed.length > 0,
  };
}

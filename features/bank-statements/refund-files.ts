import { extractIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { compact, ibanInGroups } from '#contract/content/bank-account.ts';
import { dayOf, isDay } from '#contract/content/calendar-days.ts';
import { amountWithCode, asCents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { bankAccountOf, lockBankAccount } from '#server/bank/bank-account.ts';
import {
  type BankRefund,
  bankRefundsOfFile,
  changeAccount,
  failedBankRefunds,
  insertBankRefund,
  markBankRefundSent,
  markInFile,
  unsentBankRefunds,
} from '#server/bank/bank-refunds.ts';
import { sepaText, writePain001 } from './pain001.ts';

/**
 * Writes the refunds that wait into a file for the bank, and marks them, so that the next file has only new ones. With
 * `again` it writes an earlier file once more: with the same id, by which a bank refuses to make its transfers twice.
 */
export async function writeRefundFile(
  organising: Organising,
  { day, again }: { day: string | undefined; again: string | undefined },
): Promise<{ file: string; fileId: string; words: string[] }> {
  const { payments, content } = organising;
  const from = bankAccountOf(content);
  const { clock, newId } = payments;
  const { timezone } = content.conference.dates;
  const now = timestamp(clock());
  const today = dayOf(now, timezone);
  if (day !== undefined && (!isDay(day) || day < today)) {
    throw new NotUnderstood(`“${day}” is no day from today on: write it like ${today}.`);
  }
  return act(organising, async ({ tx, record }) => {
    await lockBankAccount(tx);
    const found = await refundsOf(tx, again);
    const fileId = again ?? `refunds-${today}-${newId().slice(0, 6)}`;
    const writable = found.flatMap((refund) => {
      const { iban } = refund;
      return iban === undefined || troubleOf(refund) !== undefined ? [] : [{ ...refund, iban }];
    });
    const left = found.filter((refund) => writable.every(({ id }) => id !== refund.id));
    const leftWords = left.map(
      (refund) => `${refundWords(refund)} is not in the file: ${troubleOf(refund)}.`,
    );
    const [first] = writable;
    if (!first) throw new ActionImpossible(leftWords.join(' '));
    const askedAt = again === undefined ? now : (first.askedAt ?? now);
    const sum = writable.reduce((total, { amountCents }) => total + amountCents, 0);
    const money = amountWithCode(asCents(sum), first.currency);
    if (again === undefined) {
      const ids = writable.map(({ id }) => id);
      await markInFile(tx, ids, { fileId, askedAt });
      const words = `file ${fileId} with ${counted(ids.length, 'refund')}, ${money}`;
      await record({ action: 'bank', words });
    }
    const file = writePain001(
      {
        id: fileId,
        createdAt: askedAt,
        day: day ?? dayOf(askedAt, timezone),
        currency: first.currency,
        from,
      },
      writable.map(({ reason, ...refund }) => ({ ...refund, words: `Refund ${reason}` })),
    );
    return {
      file,
      fileId,
      words: [
        `Transfers: ${writable.length}, in all ${money}. The id of the file is ${fileId}.`,
        'Upload the file at the bank and approve it there. A later statement marks each refund as sent.',
        ...leftWords,
      ],
    };
  });
}

/** The refunds of an earlier file, or those that wait for one. */
async function refundsOf(db: Db, file: string | undefined): Promise<BankRefund[]> {
  const found =
    file === undefined
      ? (await unsentBankRefunds(db)).filter(({ askedAt }) => askedAt === undefined)
      : await bankRefundsOfFile(db, file);
  if (found.length > 0) return found;
  throw new ActionImpossible(
    file === undefined
      ? 'No refund waits for a file.'
      : `There is no file ${file}: organiser bank lists the files.`,
  );
}

/** The reason why a refund cannot be in a file; undefined if it can. */
export function troubleOf({ iban, name, currency }: BankRefund): string | undefined {
  if (iban === undefined) return 'its IBAN is missing, add it with --iban';
  if (currency.code !== 'EUR') return 'a file is for EUR only, make the transfer at the bank';
  if (!isSEPACountry(extractIBAN(iban).countryCode ?? '')) {
    return 'its account is not in SEPA, make the transfer at the bank';
  }
  return /[A-Za-z]/.test(sepaText(name, 70))
    ? undefined
    : 'its name has no Latin letters, add one with --iban and --name';
}

/** “The refund 1f9k2m3p of 120.00 EUR for PS26-7K3M-9QXW”. */
export function refundWords({ id, amountCents, currency, reason }: BankRefund): string {
  return `The refund ${shortIdOf(id)} of ${amountWithCode(amountCents, currency)} for ${reason}`;
}

/** The beginning of an id, which people can type. */
export function shortIdOf(id: string): string {
  return id.slice(0, 8);
}

/**
 * The refund that somebody names by the beginning of its id, or by the reference if only one waits to be made, or else
 * only one came back.
 */
export async function refundNamed(db: Db, typed: string): Promise<BankRefund> {
  const name = typed.trim();
  const isNamed = ({ id, reason }: BankRefund) =>
    (name.length >= 6 && id.startsWith(name.toLowerCase())) || reason === name.toUpperCase();
  const waiting = (await unsentBankRefunds(db)).filter(isNamed);
  const found = waiting.length > 0 ? waiting : (await failedBankRefunds(db)).filter(isNamed);
  const [refund, second] = found;
  if (refund && !second) return refund;
  throw new ActionImpossible(
    second
      ? `${name} has several refunds: name one by its id, ${found.map(({ id }) => shortIdOf(id)).join(' or ')}.`
      : `There is no refund ${name} that waits: organiser bank lists them.`,
  );
}

/** Sets the account to which a refund is transferred. */
export async function planRefundAccount(
  organising: Organising,
  typed: { account: string; name: string | undefined; bic: string | undefined },
): Promise<Plan> {
  const { db, newId } = organising.payments;
  const { named, iban, bic } = readAccount(typed);
  const refund = await refundNamed(db, named);
  const name = typed.name ?? refund.name;
  if (name.trim() === '') {
    throw new NotUnderstood('The name of the account holder is missing: add it with --name.');
  }
  if (refund.failedAt !== undefined && refund.refundId !== undefined) {
    throw new ActionImpossible(
      `The refund for ${refund.reason} came back: request it again with organiser refund, then add the new IBAN.`,
    );
  }
  const isSame = refund.iban === iban && refund.name === name && refund.bic === bic;
  if (isSame && refund.failedAt === undefined) {
    const file = refund.fileId === undefined ? '' : ` and is in the file ${refund.fileId}`;
    throw new ActionImpossible(
      `The refund for ${refund.reason} has this account already${file}: nothing changes.`,
    );
  }
  return {
    words: [
      `${refundWords(refund)} would go to ${name}, ${ibanInGroups(iban)}.`,
      ...(refund.askedAt === undefined || refund.failedAt !== undefined
        ? []
        : [
            `It is in the file ${refund.fileId} of ${dayOf(refund.askedAt, organising.content.conference.dates.timezone)}, and would be in the next one, too: make sure that the bank has not made it, and will not.`,
          ]),
    ],
    button: `Transfer ${amountWithCode(refund.amountCents, refund.currency)} to ${name}`,
    // The second person agreed to the refund, and not to another account.
    weighs: { cents: refund.amountCents },
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBankAccount(tx);
        const account = { name, iban, bic };
        const isChanged =
          refund.failedAt === undefined && (await changeAccount(tx, refund.id, account));
        if (!isChanged && refund.failedAt === undefined) {
          throw new ActionImpossible('The bank has made this transfer meanwhile.');
        }
        if (refund.failedAt !== undefined) {
          const again = (await failedBankRefunds(tx)).some(({ id }) => id === refund.id);
          if (!again) throw new ActionImpossible('The refund was replaced meanwhile.');
          await insertBankRefund(tx, { ...refund, ...account, id: newId(), createdAt: now });
        }
        const words = `account for the refund ${shortIdOf(refund.id)}`;
        await record({ action: 'bank', reference: refund.reason, words });
      });
      return ['The account is recorded; the next file has the refund.'];
    },
  };
}

function readAccount(typed: { account: string; bic: string | undefined }) {
  const [, named = '', written = ''] = /^(.*?)=(.*)$/.exec(typed.account) ?? [];
  const iban = compact(written);
  if (named.trim() === '' || !isValidIBAN(iban)) {
    throw new NotUnderstood(
      `“${typed.account}” is no refund with an IBAN: write it like PS26-7K3M-9QXW=DE02120300000000202051, and check each digit.`,
    );
  }
  const bic = typed.bic === undefined ? undefined : compact(typed.bic);
  if (bic !== undefined && !isValidBIC(bic)) throw new NotUnderstood(`“${typed.bic}” is no BIC.`);
  return { named, iban, bic };
}

/** Records that the treasurer has made a refund at the bank, without a statement that shows it. */
export async function planRefundSent(
  organising: Organising,
  { refund: typed }: { refund: string },
): Promise<Plan> {
  const refund = await refundNamed(organising.payments.db, typed);
  return {
    words: [`${refundWords(refund)} would count as transferred.`],
    button: `Mark as transferred: ${amountWithCode(refund.amountCents, refund.currency)}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBankAccount(tx);
        if (!(await markBankRefundSent(tx, refund.id, now))) {
          throw new ActionImpossible('It is recorded as transferred already.');
        }
        const words = `refund ${shortIdOf(refund.id)} was transferred`;
        await record({ action: 'bank', reference: refund.reason, words });
      });
      return ['It is recorded.'];
    },
  };
}

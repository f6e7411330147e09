import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { planAccepted } from '#server/bank/plan-accepted.ts';
import { planStatement } from './import-statement.ts';
import { planKept } from './keep-money.ts';
import { planIgnored, planMatch } from './match-entries.ts';
import { planRefundAccount, planRefundSent, writeRefundFile } from './refund-files.ts';
import { StatementRefused } from './statement.ts';
import { type StatementFile, statementFiles } from './statement-files.ts';
import { readWaitingMoney } from './waiting-money.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';
import { refuseUnwritable, writeNewFile } from '#organiser/new-file.ts';

export const bank = command({
  name: 'bank',
  id: 'bank-statement',
  before: 'reconcile',
  title: 'Book a bank statement',
  summary:
    'Books the transfers of a bank statement: CAMT.053, MT940 or CSV, also in a ZIP archive. What fits no order waits for a person.',
  subject: 'Money',
  fields: {
    statement: field('statement', 'STATEMENT', 'Bank statement'),
    columns: field('text', '--columns "date=Buchungstag,amount=Betrag"', 'Columns of a CSV file', {
      hint: 'date, amount, name, iban, words, currency, direction, each with the heading in the file',
      otherwise: 'remembered from the last file, or guessed',
    }),
  },
  async plan(context, { statement, columns }) {
    const files = await readStatementFiles(statement);
    return planStatement(context, { files, file: basename(statement), columns });
  },
  confirm: '--send',
});

async function readStatementFiles(path: string): Promise<StatementFile[]> {
  const file = await open(path).catch(cannotRead(path));
  try {
    return await statementFiles(file).catch((error: unknown) => {
      if (error instanceof StatementRefused) {
        throw new CommandError(`${basename(path)} ${error.message}.`);
      }
      return cannotRead(path)(error);
    });
  } finally {
    await file.close();
  }
}

export const bankWaiting = command({
  name: 'bank',
  id: 'bank',
  title: 'Waiting money',
  summary: 'Lists the entries and refunds of the bank account that wait for a person.',
  exitsWith1: 'if something waits',
  subject: 'Money',
  report: async ({ payments }) => readWaitingMoney(payments),
});

export const bankMatch = command({
  name: 'bank',
  when: '--match',
  id: 'bank-match',
  title: 'Book an entry for an order',
  summary:
    'Books an entry of the bank account that waits for the orders that you name; money that went out becomes a refund.',
  subject: 'Money',
  fields: {
    matches: field('text', '--match "ENTRY=REFERENCE"', 'Entry and reference', {
      hint: 'such as 3a9f2c11=PS26-7K3M-9QXW; several with commas; REFERENCE+REFERENCE divides the money, and REFERENCE:120.00 names the amount of foreign money',
    }),
  },
  plan: planMatch,
  confirm: '--send',
});

export const bankGood = command({
  name: 'bank',
  when: '--good',
  id: 'bank-good',
  title: 'Accept a short transfer',
  summary:
    'Accepts what has come of a bank transfer as the whole amount. The missing rest is a cost of the conference.',
  subject: 'Money',
  fields: {
    reference: field('text', '--good REFERENCE', 'Reference'),
    words: field('text', '--why "TEXT"', 'Reason', { hint: 'such as: fee of the bank' }),
  },
  asksProviders: false,
  plan: planAccepted,
  confirm: '--send',
});

export const bankIgnore = command({
  name: 'bank',
  when: '--ignore',
  id: 'bank-ignore',
  title: 'Ignore an entry',
  summary:
    'Marks entries of the bank account as nothing of the conference, and forgets their names. No sum has them.',
  subject: 'Money',
  fields: { entries: field('text', '--ignore ENTRY', 'Entry', { hint: 'several with commas' }) },
  asksProviders: false,
  plan: planIgnored,
});

export const bankRefunds = command({
  name: 'bank',
  when: '--refunds',
  id: 'bank-refunds',
  title: 'File of refunds for the bank',
  summary:
    'Writes the refunds of bank transfers into a file for online banking (pain.001), and marks them, so that the next file has only new ones.',
  subject: 'Money',
  fields: {
    path: field('file', '--refunds FILE.xml', 'File', { endings: ['.xml'] }),
    day: field('date', '--on 2026-06-02', 'Day of the transfers', { otherwise: 'today' }),
    again: field('text', '--again FILE_ID', 'Write this file once more', {
      otherwise: 'a file with new refunds',
    }),
  },
  async work(context, { path, day, again }, print) {
    await refuseUnwritable(path);
    // The refunds are marked first: if the disk fills up meanwhile, none of them is in a second file.
    const { file, fileId, words } = await writeRefundFile(context, { day, again });
    await writeNewFile(path, file).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(
        `${error.message} The refunds are marked already: write the file with --again ${fileId}.`,
      );
    });
    await print(`${path}: ${words.join('\n')}\n`);
  },
});

export const bankAccount = command({
  name: 'bank',
  when: '--iban',
  id: 'bank-iban',
  title: 'Account for a refund',
  summary: 'Records the account to which a refund is transferred.',
  subject: 'Money',
  fields: {
    account: field('text', '--iban "REFUND=IBAN"', 'Refund and IBAN', {
      hint: 'the reference or the id of the refund, such as PS26-7K3M-9QXW=DE02120300000000202051',
    }),
    name: field('text', '--name "NAME"', 'Name of the account holder', {
      otherwise: 'the name that is known',
    }),
    bic: field('text', '--bic BIC', 'BIC', { otherwise: 'none' }),
  },
  asksProviders: false,
  plan: planRefundAccount,
});

export const bankSent = command({
  name: 'bank',
  when: '--sent',
  id: 'bank-sent',
  title: 'Refund was transferred',
  summary: 'Records that you have made a refund at the bank. A statement does the same by itself.',
  subject: 'Money',
  fields: { refund: field('text', '--sent REFUND', 'Refund', { hint: 'its reference or id' }) },
  asksProviders: false,
  plan: planRefundSent,
});

export const bankKeep = command({
  name: 'bank',
  when: '--keep',
  id: 'bank-keep',
  title: 'Keep what is too much',
  summary:
    'Keeps money that was too much and waits to be returned, because its payer has given it to the conference.',
  subject: 'Money',
  fields: {
    refund: field('text', '--keep REFUND', 'Refund', { hint: 'its reference or id' }),
    words: field('text', '--why "TEXT"', 'Reason', { hint: 'such as: mail of the payer of May 4' }),
  },
  asksProviders: false,
  plan: planKept,
});

export const commands: readonly Command[] = [
  bank,
  bankWaiting,
  bankMatch,
  bankGood,
  bankIgnore,
  bankRefunds,
  bankAccount,
  bankSent,
  bankKeep,
];

import { person } from '#contract/person.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { inTransaction } from '#server/database/database.ts';
import { type Cell, passedOverWords, readTable } from '#server/files/sheet-table.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { addConsents, findConsent, type Consent } from '#server/mail/consents.ts';
import {
  ActionImpossible,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { unsubscribedAddresses } from './letter-addresses.ts';

type Column = 'Email' | 'Name' | 'Language' | 'Agreed';
export const consentColumns = [['Email'], ['Name'], ['Language'], ['Agreed']] as const;

/** Keeps the consents of an earlier conference. Who has unsubscribed or answered here is left out. */
export async function planConsents(
  { db, clock }: Pick<Organising['payments'], 'db' | 'clock'>,
  sheet: readonly (readonly Cell[])[],
): Promise<Plan> {
  const mistakes: string[] = [];
  const wrong = (row: number, column: string, words: string) => {
    mistakes.push(`Row ${row}, ${column}: ${words}`);
  };
  const { rows, columns, passedOver } = readTable<Column>(sheet, consentColumns, wrong);
  if (!columns.has('Email') || !columns.has('Agreed')) {
    throw new ActionImpossible(
      'This is no file of consents: "organiser consents --write" of the earlier conference writes it.',
    );
  }
  const now = timestamp(clock());
  const read = rows.map(({ row, cell }): Consent => {
    const [email, answeredAt] = [normalised(copiedAddress(cell('Email'))), cell('Agreed')];
    const name = cell('Name');
    if (!person.email.safeParse(email).success) wrong(row, 'Email', `"${email}" is no address.`);
    // An erased participant has no name.
    if (name !== '' && !person.name.safeParse(name).success) {
      wrong(row, 'Name', 'the name cannot be used.');
    }
    const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(answeredAt) && answeredAt <= now;
    if (!isMoment) wrong(row, 'Agreed', `"${answeredAt}" is no time of a consent.`);
    return {
      email,
      name,
      language: cell('Language') || 'en',
      answer: 'yes',
      answeredAt,
    };
  });
  refuseMistakes(mistakes);
  const unsubscribed = await unsubscribedAddresses(db);
  const added: Consent[] = [];
  for (const each of read) {
    const isKnown = (await findConsent(db, each.email)) !== undefined;
    if (!isKnown && !unsubscribed.has(each.email)) added.push(each);
  }
  const left = read.length - added.length;
  return {
    words: [
      `Addresses that agreed to be invited: ${read.length}.`,
      ...(left > 0 ? [`Known here already, or unsubscribed: ${left}.`] : []),
      ...passedOverWords(passedOver),
    ],
    button: added.length === 0 ? undefined : `Add ${added.length}`,
    async perform() {
      await inTransaction(db, (tx) => addConsents(tx, added));
      return [`Added: ${added.length}. Write to them with: write LETTER.md --to former --news`];
    },
  };
}

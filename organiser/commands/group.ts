import { sheetOfRows } from '#documents/spreadsheet.ts';
import {
  exampleRow,
  groupColumns,
  MEMBERSHIP,
  inEachLanguage,
  personColumns,
} from '#server/orders/sell/group-people.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { command, field } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { invoiceEntries, invoiceFields, LANGUAGE, SHEET } from '#organiser/fields.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { TEMPLATE, writeSheetTemplate } from '#organiser/sheet-template.ts';

const otherwise = 'the same as for the first person in the sheet';

export const group = command({
  name: 'group',
  title: 'Register a group',
  summary:
    'Registers everybody in a sheet as one order, and sends the payer a link to pay it. The same sheet again is the same order.',
  subject: 'People',
  fields: {
    sheet: SHEET,
    payer: field('text', '--payer "NAME"', 'Name of the payer', { otherwise }),
    email: field('email', '--payer-email ADDRESS', 'Email of the payer', { otherwise }),
    institute: field('text', '--payer-institute "NAME"', 'Institute of the payer', { otherwise }),
    country: field('country', '--payer-country "NAME"', 'Country of the payer', { otherwise }),
    language: LANGUAGE,
    ...invoiceFields('a receipt, and no invoice'),
  },
  plan: (context, { sheet, payer: name, email, institute, country, language, ...typed }) =>
    planBySheet(sheet, personColumns(inEachLanguage(context.content)), (rows) =>
      planGroup(context, {
        language,
        rows,
        payer: { name, email, institute, country },
        invoice: invoiceEntries(typed),
      }),
    ),
});

export const groupTemplate = command({
  name: 'group',
  when: '--template',
  id: 'group-template',
  title: 'Sheet for a group or for guests',
  summary: 'Writes a sheet for you to fill in, with one example.',
  subject: 'People',
  fields: { path: TEMPLATE },
  work: (context, { path }, print) => writeTemplate(context, path, print),
});

/** Writes an empty sheet with the columns of a group and one person who does not exist. */
export async function writeTemplate(
  { content: { prices } }: Pick<CommandContext, 'content'>,
  path: string,
  print: (text: string) => Promise<void>,
): Promise<void> {
  const hasMembers = prices.presentationTypes.some(({ onlyFor }) => onlyFor === 'members');
  const titles = [
    ...groupColumns.needed,
    ...groupColumns.optional,
    ...(hasMembers ? ([MEMBERSHIP] as const) : []),
  ] as const;
  const example = exampleRow(prices);
  const columns = titles.map((title) => ({
    title,
    width: 24,
    // A telephone number keeps its + and its zeros.
    isText: title !== 'Nights' && title !== 'Guests',
  }));
  const row = titles.map((title) => example[title] || undefined);
  await writeSheetTemplate(path, sheetOfRows('People', columns, [row]));
  await print(`Template written to ${path}. Use one row per person and replace the example.\n`);
}

import { basename } from 'node:path';
import { sizeText } from '#contract/size-text.ts';
import { counted } from '#server/counted.ts';
import { passedOverWords } from '#server/files/sheet-table.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { CommandError, type CommandContext } from '#organiser/command-context.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { writeSheetTemplate } from '#organiser/sheet-template.ts';
import { readChoices, saveChoices } from './affiliation-organisations.ts';
import { entriesToMatch } from './affiliations-to-match.ts';
import { matchNames, matchSheet, readMatches } from './match-sheet.ts';
import { openList, type OrganisationList, writeList } from './organisation-list.ts';
import { readRegistry } from './read-registry.ts';

const SUBJECT = 'Programme';

export const rorList = command({
  name: 'ror',
  when: '--list',
  summary:
    'Makes the list of organisations out of the file that the Research Organization Registry publishes. It replaces the one before.',
  notOffered: 'The file is too large for a form.',
  fields: {
    path: field('path', '--list FILE.zip', 'File of the registry'),
    date: field('date', '--date 2026-06-02', 'Day of the file', {
      otherwise: 'the day in the name of the file',
    }),
  },
  async work({ dataDir }, { path, date: typed }, print) {
    const date = typed ?? /\d{4}-\d{2}-\d{2}/.exec(basename(path))?.[0];
    if (date === undefined) {
      throw new CommandError(`${path} has no day in its name: add --date, such as 2026-06-02.`);
    }
    const reading = { entries: readRegistry(path), date };
    const { count, ended, bytes } = await writeList(dataDir, reading);
    await print(
      `The list of ${date} has ${counted(count, 'organisation')}, ${sizeText(bytes, 'en')}. Left out: ${ended} that have ended or were withdrawn, and of each one everything but names, place and the organisations above.\n`,
    );
  },
});

export const rorProposals = command({
  name: 'ror',
  when: '--proposals',
  id: 'ror-proposals',
  title: 'Organisations of affiliations',
  summary:
    'Writes a sheet with each affiliation of authors and reviewers that has no organisation yet, and the organisation of the list that it may mean.',
  subject: SUBJECT,
  fields: { path: field('file', '--proposals FILE.xlsx', 'File', { endings: ['.xlsx'] }) },
  async work(context, { path }, print) {
    const list = listOf(context);
    const entries = await entriesToMatch(context.payments.db);
    if (entries.length === 0) {
      throw new ActionImpossible(
        'Every affiliation has its organisation, or is known to have none.',
      );
    }
    await writeSheetTemplate(path, matchSheet(list, entries));
    await print(
      `${path}: ${counted(entries.length, 'affiliation')}. Write yes, no or none in the column Right, also another identifier in the column ROR; then ror --match ${path}\n`,
    );
  },
});

export const rorMatch = command({
  name: 'ror',
  when: '--match',
  id: 'ror-match',
  title: 'Confirm organisations',
  summary:
    'Records the organisations of affiliations as the sheet says: deposits of DOIs name them, and reviewers get no abstract of the same one.',
  subject: SUBJECT,
  fields: { sheet: field('sheet', '--match FILE.xlsx', 'Sheet') },
  asksProviders: false,
  async plan(context, { sheet }) {
    const list = listOf(context);
    return planBySheet(sheet, matchNames, async (rows) => {
      const { choices, open, passedOver } = readMatches(list, rows);
      const none = choices.filter(({ organisation }) => !organisation).length;
      return {
        words: [
          `Affiliations with an organisation: ${choices.length - none}. Known to have none: ${none}. Without an answer: ${open}.`,
          ...passedOverWords(passedOver),
        ],
        button:
          choices.length === 0 ? undefined : `Record ${counted(choices.length, 'affiliation')}`,
        perform: async () => {
          const { newId } = context.payments;
          await act(context, async ({ tx, now, record }) => {
            await saveChoices(tx, choices, { newId, now });
            const words = `organisations of ${counted(choices.length, 'affiliation')}`;
            await record({ action: 'ror', words });
          });
          return [`Recorded: ${choices.length}.`];
        },
      };
    });
  },
});

export const rorState = command({
  name: 'ror',
  before: 'report',
  title: 'State of the organisations',
  summary:
    'Says of which day the list of organisations is, and how many affiliations have their organisation.',
  subject: SUBJECT,
  async report({ payments: { db }, dataDir }) {
    const list = openList(dataDir);
    const chosen = await readChoices(db);
    const open = (await entriesToMatch(db)).length;
    const facts = { date: list?.date, organisations: list?.count, matched: chosen.size, open };
    return {
      facts,
      lines: [
        list
          ? `The list of ${list.date} has ${counted(list.count, 'organisation')}.`
          : 'There is no list yet: ror --list makes it.',
        `Affiliations that were matched: ${chosen.size}. Without an organisation: ${open}.`,
      ],
    };
  },
});

function listOf({ dataDir }: Pick<CommandContext, 'dataDir'>): OrganisationList {
  const list = openList(dataDir);
  if (list) return list;
  throw new ActionImpossible('There is no list of organisations yet: ror --list makes it.');
}

export const commands: readonly Command[] = [rorState, rorList, rorProposals, rorMatch];

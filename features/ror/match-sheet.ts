import { type Sheet, type SheetColumn, sheetOfRows } from '#documents/spreadsheet.ts';
import { rorAddress } from '#server/abstract/organisations.ts';
import { type Cell, type ColumnNames, readTable } from '#server/files/sheet-table.ts';
import { ActionImpossible, refuseMistakes } from '#server/operations/plan.ts';
import type { Choice } from './affiliation-organisations.ts';
import type { Entry } from './affiliations-to-match.ts';
import type { OrganisationList } from './organisation-list.ts';
import { isSure, proposalsFor } from './propose-organisations.ts';

const columns: readonly SheetColumn[] = [
  { title: 'Affiliation', width: 60, isText: true },
  { title: 'People', width: 8 },
  { title: 'ROR', width: 30, isText: true },
  { title: 'Organisation', width: 44, isText: true },
  { title: 'Town', width: 26, isText: true },
  { title: 'Right', width: 8, isText: true, choices: ['yes', 'no', 'none'] },
  { title: 'Others', width: 70, isText: true },
];

const needed = ['Affiliation', 'ROR', 'Right'] as const;
type Column = (typeof needed)[number] | 'People' | 'Organisation' | 'Town' | 'Others';
export const matchNames: ColumnNames<Column> = [
  ['Affiliation'],
  ['ROR', 'ROR iD'],
  ['Right'],
  // They are for the person who answers.
  ['People'],
  ['Organisation'],
  ['Town'],
  ['Others'],
];

/** The sheet with a proposal for each entry. Sure ones say yes, for a person to look at. */
export function matchSheet(list: OrganisationList, entries: readonly Entry[]): Sheet {
  return sheetOfRows(
    'Affiliations',
    columns,
    entries.map(({ entry, people }) => {
      const proposals = proposalsFor(list, entry);
      const [first, ...others] = proposals.map(({ organisation }) => organisation);
      return [
        entry,
        people,
        first && rorAddress(first),
        first?.name,
        first && [first.town, first.country].filter(Boolean).join(', '),
        isSure(entry, proposals) ? 'yes' : undefined,
        others.map((each) => `${each.name}, ${each.town}: ${rorAddress(each)}`).join('\n') ||
          undefined,
      ];
    }),
  );
}

/** Reads the sheet: the choices of its rows, and the number of rows without an answer. */
export function readMatches(
  list: OrganisationList,
  sheet: readonly (readonly Cell[])[],
): { choices: Choice[]; open: number; passedOver: string[] } {
  const mistakes: string[] = [];
  const {
    columns: found,
    rows,
    passedOver,
  } = readTable(
    sheet,
    matchNames,
    (row, column, words) => void mistakes.push(`row ${row}, column ${column}: ${words}`),
  );
  const missing = needed.filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new ActionImpossible(
      `A row has to name the columns, and ${missing.join(' and ')} is missing: ror --proposals writes such a sheet.`,
    );
  }
  let open = 0;
  const choices = rows.flatMap(({ row, cell }): Choice[] => {
    const entry = cell('Affiliation');
    const answer = cell('Right').toLowerCase();
    if (answer === '' || answer === 'no' || entry === '') {
      open += 1;
      return [];
    }
    if (answer === 'none') return [{ entry, organisation: undefined }];
    if (answer !== 'yes') {
      mistakes.push(`row ${row}, column Right: “${answer}” is none of yes, no and none`);
      return [];
    }
    const [, ror] = /^(?:https?:\/\/)?(?:ror\.org\/)?(0[a-z0-9]{8})\/?$/i.exec(cell('ROR')) ?? [];
    const organisation = ror === undefined ? undefined : list.find(ror.toLowerCase());
    if (!organisation) {
      mistakes.push(
        `row ${row}, column ROR: “${cell('ROR')}” is no organisation of the list of ${list.date}`,
      );
      return [];
    }
    return [{ entry, organisation }];
  });
  refuseMistakes(mistakes);
  return { choices, open, passedOver };
}

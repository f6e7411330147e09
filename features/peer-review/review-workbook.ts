import type { Criterion, PeerReview as ReviewRules } from './shape.ts';
import type { Cell } from '#contract/csv.ts';
import { type Sheet, type SheetColumn, sheetOfRows } from '#documents/spreadsheet.ts';
import { HOW_TO } from '#server/files/sheet-table.ts';
import type { PeerReview } from './peer-reviews.ts';
import type { ReviewedAbstract } from './reviewed-abstracts.ts';
import type { Reviewer } from './reviewers.ts';
import { assignedCell } from './second-look.ts';

/** The longest comment about one abstract. */
export const LONGEST_COMMENT = 3000;

/** The heading of a criterion: "Novelty (1-5)". */
export function headingOf({ name, best }: Criterion): string {
  return `${name} (1-${best})`;
}

/** The headings of all columns except those of the criteria. A returned workbook may have others beside them. */
export const reviewHeadings = [
  'Reference',
  'Contribution',
  'Session',
  'Interest area',
  'Keywords',
  'Authors',
  'Affiliations',
  'File',
  'Comment for the committee',
  'Comment for the author',
  'Conflict',
  'Assigned',
  'Reviewer',
  'Version',
] as const;

/**
 * The workbook of one reviewer: a sheet with a row for each assigned abstract, with the review so far, and a sheet that
 * explains it. Each row names the reviewer, so a row can be copied into another workbook and still be collected.
 */
export function reviewWorkbook(
  { blind, criteria }: ReviewRules,
  reviewer: Reviewer,
  assigned: readonly {
    abstract: ReviewedAbstract;
    review: PeerReview;
    fileName: string | undefined;
  }[],
  { isCopied, timezone }: { isCopied: boolean; timezone: string },
): Sheet[] {
  const text = (title: string, width: number): SheetColumn => ({ title, width, hasLines: true });
  const columns: SheetColumn[] = [
    { title: 'Reference', width: 17, isText: true },
    text('Contribution', 44),
    text('Session', 26),
    text('Interest area', 24),
    text('Keywords', 24),
    ...(blind ? [] : [text('Authors', 30), text('Affiliations', 36)]),
    text('File', 24),
    ...criteria.map((criterion) => ({
      title: headingOf(criterion),
      width: Math.max(10, headingOf(criterion).length + 2),
      choices: Array.from({ length: criterion.best }, (_, at) => String(at + 1)),
    })),
    text('Comment for the committee', 50),
    text('Comment for the author', 50),
    { title: 'Conflict', width: 10, choices: ['yes'] },
    { title: 'Assigned', width: 12, isText: true },
    { title: 'Reviewer', width: 30, isText: true },
    { title: 'Version', width: 10, isText: true },
  ];
  const rows = assigned.map(
    ({ abstract: { abstract, titles, authors, revisedAt }, review, fileName }): Cell[] => [
      abstract.reference,
      abstract.title,
      titles.session,
      titles.interestArea,
      abstract.keywords,
      ...(blind
        ? []
        : [
            authors.map(({ name }) => name).join('; '),
            authors.map(({ affiliation }) => affiliation).join('; '),
          ]),
      fileName,
      ...criteria.map(({ id }) => review.scores.get(id)),
      review.commentForCommittee,
      review.commentForAuthor,
      review.isDeclined ? 'yes' : undefined,
      assignedCell(review, { revisedAt, timezone }),
      reviewer.email,
      String(review.version),
    ],
  );
  return [
    sheetOfRows('Reviews', columns, rows),
    howTo(criteria, blind && (isCopied ? 'copied' : 'named')),
  ];
}

const FILES = {
  open: 'The file lies beside this workbook.',
  copied:
    'The file lies beside this workbook, named by reference: a copy without properties, notes and links. Where the file names its authors, you get its text as TXT, in which ▮▮▮ stands for words that may name them. If the cell is empty, you cannot have the file.',
  named:
    'The files are named by reference. Authors may still have written their names into the text or the properties of a file.',
} as const;

function howTo(criteria: readonly Criterion[], blind: false | 'copied' | 'named'): Sheet {
  const rows: Cell[][] = [
    ...criteria.map((criterion) => [
      headingOf(criterion),
      `${criterion.text === undefined ? '' : `${criterion.text} `}A whole number from 1 (worst) to ${criterion.best} (best).`,
    ]),
    ['Comment for the committee', 'Only the programme committee reads it.'],
    [
      'Comment for the author',
      'The author gets it with the decision, without your name. Please write nothing in it that shows who you are.',
    ],
    [
      'Conflict',
      'Choose yes if you should not judge this abstract, for example because you work with an author. You need not give a reason; somebody else gets the abstract.',
    ],
    ['File', FILES[blind || 'open']],
    [
      'Assigned',
      'Since when you have the abstract. “again” means that its author has revised it: please look at the new file, and change your scores or leave them as they are.',
    ],
    [
      'Your own columns',
      'You may add columns and sort the rows. The committee gets your columns as notes. Please keep the columns Reference, Reviewer and Version.',
    ],
    [
      'Return',
      'Save the workbook as XLSX and send it back by mail. You may send it several times: your latest entries count, and empty rows change nothing.',
    ],
  ];
  const columns = [
    { title: 'Column', width: 28, isText: true },
    { title: 'Meaning', width: 100, hasLines: true },
  ];
  return sheetOfRows(HOW_TO, columns, rows);
}

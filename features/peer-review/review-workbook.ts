import { type Content, languagesOf } from '#contract/content.ts';
import { ownNameOf } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
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

export type WorkbookWords = Content['yourAbstract']['reviewWorkbook'];

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
  { isCopied, content }: { isCopied: boolean; content: Content },
): Sheet[] {
  const words = content.yourAbstract.reviewWorkbook;
  const { timezone } = content.conference.dates;
  // A language would tell blind reviewers where an author is from.
  const hasLanguages = !blind && languagesOf(content).length > 1;
  const text = (title: string, width: number): SheetColumn => ({ title, width, hasLines: true });
  const columns: SheetColumn[] = [
    { title: words.columns.reference, width: 17, isText: true },
    text(words.columns.contribution, 44),
    text(words.columns.session, 26),
    text(words.columns.interestArea, 24),
    text(words.columns.keywords, 24),
    ...(blind ? [] : [text(words.columns.authors, 30), text(words.columns.affiliations, 36)]),
    ...(hasLanguages ? [text(words.columns.language, 16)] : []),
    text(words.columns.file, 24),
    ...criteria.map((criterion) => ({
      title: headingOf(criterion),
      width: Math.max(10, headingOf(criterion).length + 2),
      choices: Array.from({ length: criterion.best }, (_, at) => String(at + 1)),
    })),
    text(words.columns.committee, 50),
    text(words.columns.author, 50),
    { title: words.columns.conflict, width: 10, choices: [words.yes] },
    { title: words.columns.assigned, width: 12, isText: true },
    { title: words.columns.reviewer, width: 30, isText: true },
    { title: words.columns.version, width: 10, isText: true },
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
      ...(hasLanguages ? [ownNameOf(abstract.language)] : []),
      fileName,
      ...criteria.map(({ id }) => review.scores.get(id)),
      review.commentForCommittee,
      review.commentForAuthor,
      review.isDeclined ? words.yes : undefined,
      assignedCell(review, { revisedAt, timezone, again: words.again }),
      reviewer.email,
      String(review.version),
    ],
  );
  return [
    sheetOfRows('Reviews', columns, rows),
    howTo(criteria, words, !blind ? 'open' : isCopied ? 'copied' : 'named'),
  ];
}

function howTo(
  criteria: readonly Criterion[],
  words: WorkbookWords,
  files: keyof WorkbookWords['files'],
): Sheet {
  const { columns: named } = words;
  const rows: Cell[][] = [
    ...criteria.map((criterion) => [
      headingOf(criterion),
      [criterion.text, fillPlaceholders(words.score, { best: String(criterion.best) })]
        .filter(Boolean)
        .join(' '),
    ]),
    [named.committee, words.committeeNote],
    [named.author, words.authorNote],
    [named.conflict, fillPlaceholders(words.conflictNote, { yes: words.yes })],
    [named.file, words.files[files]],
    [named.assigned, fillPlaceholders(words.assignedNote, { again: words.again })],
    [words.own, fillPlaceholders(words.ownNote, named)],
    [words.return, words.returnNote],
  ];
  const columns = [
    { title: words.column, width: 28, isText: true },
    { title: words.meaning, width: 100, hasLines: true },
  ];
  return sheetOfRows(HOW_TO, columns, rows);
}

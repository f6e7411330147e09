import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { writeXlsx } from '#documents/spreadsheet.ts';
import { MOST_ZIP_BYTES, writeZip, type ZipEntry } from '#documents/zip-file.ts';
import { cleanFileName } from '#server/abstract/file-name.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { listPeerReviews, type PeerReview } from './peer-reviews.ts';
import { reviewWorkbook } from './review-workbook.ts';
import { type ReviewedAbstract, readReviewedAbstracts } from './reviewed-abstracts.ts';
import { listReviewers, type Reviewer } from './reviewers.ts';
import { counted } from '#server/counted.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { CommandError, type CommandContext } from '#organiser/command-context.ts';
import { intoNewFile, makeFolderFor, workbookEntry, writeNewFile } from '#organiser/new-file.ts';
import { progressBar } from '#organiser/progress.ts';

type Assigned = { abstract: ReviewedAbstract; review: PeerReview; fileName: string };
/** The folder of one reviewer: a workbook, and the files of the assigned abstracts. */
type Bundle = { reviewer: Reviewer; folder: string; workbook: string; assigned: Assigned[] };

/** Writes a folder for each reviewer, with the workbook and the files of the abstracts. Returns sentences about it. */
export async function writeReviewFolders(
  context: CommandContext,
  folder: string,
): Promise<string[]> {
  const bundles = await bundlesOf(context);
  const written = bundles.find((bundle) => existsSync(join(folder, bundle.folder)));
  // The reviewer's scores may be in the workbook that is there.
  if (written) {
    throw new CommandError(
      `${join(folder, written.folder)} exists already: please choose another folder.`,
    );
  }
  const store = await context.store();
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(bundles));
  for (const bundle of bundles) {
    const own = join(folder, bundle.folder);
    await makeFolderFor(own);
    const rules = context.content.conference.abstracts.review;
    await intoNewFile(join(own, bundle.workbook), (draft) =>
      writeXlsx(draft, reviewWorkbook(rules, bundle.reviewer, bundle.assigned)),
    );
    for await (const { name, bytes } of filesFor(bundle, store, troubles)) {
      await writeNewFile(join(own, name), bytes);
      bar.step();
    }
  }
  bar.end();
  return summaryOf(folder, bundles, troubles, context);
}

/** Writes the same folders into one archive. */
export async function writeReviewArchive(context: CommandContext, path: string): Promise<string[]> {
  const bundles = await bundlesOf(context);
  const bytes = bundles
    .flatMap(({ assigned }) => assigned)
    .reduce((sum, { abstract }) => sum + abstract.abstract.bytes, 0);
  if (bytes > MOST_ZIP_BYTES) {
    throw new CommandError(
      'The files are larger than 4 GB, too large for one archive: use --workbooks FOLDER.',
    );
  }
  const store = await context.store();
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(bundles));
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    const rules = context.content.conference.abstracts.review;
    for (const bundle of bundles) {
      const sheets = reviewWorkbook(rules, bundle.reviewer, bundle.assigned);
      yield* workbookEntry(draft, `${bundle.folder}/${bundle.workbook}`, sheets);
      for await (const file of filesFor(bundle, store, troubles)) {
        yield { name: `${bundle.folder}/${file.name}`, isPacked: true, chunks: [file.bytes] };
        bar.step();
      }
    }
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  return summaryOf(path, bundles, troubles, context);
}

async function bundlesOf({ payments: { db }, content }: CommandContext): Promise<Bundle[]> {
  const { blind } = content.conference.abstracts.review;
  const abstracts = new Map(
    (await readReviewedAbstracts(db, content))
      .filter(({ abstract }) => abstract.withdrawnAt === undefined)
      .map((each) => [each.id, each]),
  );
  const reviews = (await listPeerReviews(db)).filter(({ isDeclined }) => !isDeclined);
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const names = new Set<string>();
  const bundles = (await listReviewers(db)).flatMap((reviewer): Bundle[] => {
    const assigned = (byReviewer.get(reviewer.id) ?? [])
      .flatMap((review): Assigned[] => {
        const abstract = abstracts.get(review.abstractId);
        if (!abstract) return [];
        return [{ abstract, review, fileName: fileNameOf(abstract.abstract, blind) }];
      })
      .toSorted((a, b) => compare(sortKeyOf(a), sortKeyOf(b)));
    if (assigned.length === 0 || reviewer.email === '') return [];
    const folder = freeName(cleanFileName(reviewer.name) || 'Reviewer', names);
    return [{ reviewer, folder, workbook: `Reviews ${folder}.xlsx`, assigned }];
  });
  if (bundles.length === 0) {
    throw new CommandError('No abstract is assigned: review --assign assigns them to reviewers.');
  }
  return bundles;
}

/** Two reviewers may have the same name. */
function freeName(wanted: string, names: Set<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} ${count}`;
    if (names.has(name.toLowerCase())) continue;
    names.add(name.toLowerCase());
    return name;
  }
}

function sortKeyOf({ abstract: { titles, reference } }: Assigned): string {
  return `${titles.session}\n${reference}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The author's own name for the file may be the author's name. */
function fileNameOf({ reference, fileName }: KeptAbstract, isBlind: boolean): string {
  return isBlind ? `${reference}${extname(fileName).toLowerCase()}` : `${reference} ${fileName}`;
}

/** Only one file is in memory at a time. */
async function* filesFor(
  { assigned }: Bundle,
  store: FileStore,
  troubles: string[],
): AsyncGenerator<{ name: string; bytes: Buffer }, void> {
  for (const { abstract, fileName: name } of assigned) {
    const bytes = await usableBytes(store, abstract.abstract);
    if (typeof bytes === 'string') {
      const trouble = `${abstract.reference} was left out, because the file is ${bytes}`;
      if (!troubles.includes(trouble)) troubles.push(trouble);
    } else yield { name, bytes };
  }
}

function filesOf(bundles: readonly Bundle[]): number {
  return bundles.reduce((sum, { assigned }) => sum + assigned.length, 0);
}

function summaryOf(
  path: string,
  bundles: readonly Bundle[],
  troubles: readonly string[],
  { content }: CommandContext,
): string[] {
  const { blind } = content.conference.abstracts.review;
  return [
    `${path}: workbooks: ${bundles.length}, each with its files.`,
    ...troubles,
    ...(blind
      ? [
          'The files are named by reference. The text or the properties of a file may still name its authors.',
        ]
      : []),
    ...bundles.map(
      ({ folder, reviewer, assigned }) =>
        `  ${folder}: ${counted(assigned.length, 'abstract')}, for ${reviewer.email}`,
    ),
  ];
}

import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { writeXlsx } from '#documents/spreadsheet.ts';
import { MOST_ZIP_BYTES, writeZip, type ZipEntry } from '#documents/zip-file.ts';
import { cleanFileName } from '#server/abstract/file-name.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { listPeerReviews, type PeerReview } from '#server/peer-review/peer-reviews.ts';
import { reviewWorkbook } from '#server/peer-review/review-workbook.ts';
import {
  type ReviewedAbstract,
  readReviewedAbstracts,
} from '#server/peer-review/reviewed-abstracts.ts';
import { listReviewers, type Reviewer } from '#server/peer-review/reviewers.ts';
import { isIntact, readBytes } from './abstract-bytes.ts';
import { CommandError, type CommandContext } from './command-context.ts';
import { intoNewFile, writeNewFile } from './new-file.ts';
import { progressBar } from './progress.ts';

type Assigned = { abstract: ReviewedAbstract; review: PeerReview; fileName: string };
/** The workbook of a reviewer and its folder. */
type Desk = { reviewer: Reviewer; folder: string; workbook: string; assigned: Assigned[] };

/** Writes a folder for each reviewer, with the workbook and the files of the abstracts. Returns sentences about it. */
export async function writeReviewFolders(
  context: CommandContext,
  folder: string,
): Promise<string[]> {
  const desks = await desksOf(context);
  const written = desks.find((desk) => existsSync(join(folder, desk.folder)));
  // The reviewer's scores may be in the workbook that is there.
  if (written) {
    throw new CommandError(
      `${join(folder, written.folder)} exists already: please choose another folder.`,
    );
  }
  const store = await context.store();
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(desks));
  for (const desk of desks) {
    const own = join(folder, desk.folder);
    await mkdir(own, { recursive: true });
    const rules = context.content.conference.abstracts.review;
    await intoNewFile(join(own, desk.workbook), (draft) =>
      writeXlsx(draft, reviewWorkbook(rules, desk.reviewer, desk.assigned)),
    );
    for await (const { name, bytes } of filesFor(desk, store, troubles)) {
      await writeNewFile(join(own, name), bytes);
      bar.step();
    }
  }
  bar.end();
  return summaryOf(folder, desks, troubles, context);
}

/** Writes the same folders into one archive. */
export async function writeReviewArchive(context: CommandContext, path: string): Promise<string[]> {
  const desks = await desksOf(context);
  const bytes = desks
    .flatMap(({ assigned }) => assigned)
    .reduce((sum, { abstract }) => sum + abstract.abstract.bytes, 0);
  if (bytes > MOST_ZIP_BYTES) {
    throw new CommandError(
      'The files are larger than 4 GB, too large for one archive: use --workbooks FOLDER.',
    );
  }
  const store = await context.store();
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(desks));
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    const rules = context.content.conference.abstracts.review;
    for (const desk of desks) {
      const workbook = `${draft}.xlsx`;
      try {
        await writeXlsx(workbook, reviewWorkbook(rules, desk.reviewer, desk.assigned));
        const name = `${desk.folder}/${desk.workbook}`;
        yield { name, isPacked: true, chunks: createReadStream(workbook) };
      } finally {
        await rm(workbook, { force: true });
      }
      for await (const file of filesFor(desk, store, troubles)) {
        yield { name: `${desk.folder}/${file.name}`, isPacked: true, chunks: [file.bytes] };
        bar.step();
      }
    }
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  return summaryOf(path, desks, troubles, context);
}

async function desksOf({ payments: { db }, content }: CommandContext): Promise<Desk[]> {
  const { blind } = content.conference.abstracts.review;
  const abstracts = new Map(
    (await readReviewedAbstracts(db, content))
      .filter(({ abstract }) => abstract.withdrawnAt === undefined)
      .map((each) => [each.id, each]),
  );
  const reviews = (await listPeerReviews(db)).filter(({ isDeclined }) => !isDeclined);
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const names = new Set<string>();
  const desks = (await listReviewers(db)).flatMap((reviewer): Desk[] => {
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
  if (desks.length === 0) {
    throw new CommandError('No abstract is assigned: review --assign assigns them to reviewers.');
  }
  return desks;
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
  { assigned }: Desk,
  store: FileStore,
  troubles: string[],
): AsyncGenerator<{ name: string; bytes: Buffer }, void> {
  for (const { abstract, fileName: name } of assigned) {
    const bytes = await usableBytes(store, abstract.abstract);
    if (typeof bytes === 'string') {
      const trouble = `${abstract.reference}: ${bytes}`;
      if (!troubles.includes(trouble)) troubles.push(trouble);
    } else yield { name, bytes };
  }
}

/** The file of an abstract, or as a text the reason why no reviewer gets it. */
async function usableBytes(store: FileStore, abstract: KeptAbstract): Promise<Buffer | string> {
  const { scan, scanFinding, fileStore } = abstract;
  if (scan === 'INFECTED') return `the file is INFECTED with ${scanFinding}, and was left out`;
  if (fileStore !== store.id) return `the file is not here, it is in the ${fileStore}`;
  const bytes = await readBytes(store, abstract).catch(() => undefined);
  if (bytes && isIntact(bytes, abstract)) return bytes;
  return 'the file is DAMAGED: it differs from the file that was sent';
}

function filesOf(desks: readonly Desk[]): number {
  return desks.reduce((sum, { assigned }) => sum + assigned.length, 0);
}

function summaryOf(
  path: string,
  desks: readonly Desk[],
  troubles: readonly string[],
  { content }: CommandContext,
): string[] {
  const { blind } = content.conference.abstracts.review;
  return [
    `${path}: workbooks: ${desks.length}, each with its files.`,
    ...troubles,
    ...(blind
      ? [
          'The files are named by reference. The text or the properties of a file may still name its authors.',
        ]
      : []),
    ...desks.map(
      ({ folder, reviewer, assigned }) =>
        `  ${folder}: ${assigned.length} abstracts, for ${reviewer.email}`,
    ),
  ];
}

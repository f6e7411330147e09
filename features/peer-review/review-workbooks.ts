import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Content } from '#contract/content.ts';
import { type Sheet, writeXlsx } from '#documents/spreadsheet.ts';
import { MOST_ZIP_BYTES, writeZip, type ZipEntry } from '#documents/zip-file.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Clock } from '#server/identity.ts';
import { listPeerReviews, type PeerReview } from './peer-reviews.ts';
import { reviewWorkbook } from './review-workbook.ts';
import { type ReviewedAbstract, readReviewedAbstracts } from './reviewed-abstracts.ts';
import { listLost, listReachable, lostWords } from './reviewer-addresses.ts';
import { listReviewers, type Reviewer } from './reviewers.ts';
import { counted } from '#server/counted.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { CommandError, type CommandContext } from '#organiser/command-context.ts';
import {
  intoNewFile,
  makeFolderFor,
  workbookEntry,
  writeNewFile,
  freeNameFor,
} from '#organiser/new-file.ts';
import { progressBar } from '#organiser/progress.ts';

/** A file beside a workbook, with its name; `read` returns the reason if nobody can have it. */
type FileBeside = { name: string; read: () => Promise<Buffer | string> };

/** The copy of a file that blind reviewers get, which may be its text; undefined if they get nothing of it. */
export type BlindCopy = { name: string; read: () => Promise<Buffer | undefined> };

declare module '#server/features.ts' {
  interface FeatureSections {
    /** The copies of files without the names of their authors. */
    blindCopy?: (
      deps: { db: Db; clock: Clock; content: Pick<Content, 'conference'>; store: FileStore },
      abstract: KeptAbstract,
    ) => Promise<BlindCopy | undefined>;
  }
}

type Assigned = {
  abstract: ReviewedAbstract;
  review: PeerReview;
  /** Undefined if a blind reviewer gets nothing of the file. */
  file: FileBeside | undefined;
};
/** The folder of one reviewer: a workbook, and the files of the assigned abstracts. */
type Bundle = { reviewer: Reviewer; folder: string; workbook: string; assigned: Assigned[] };

/** Writes a folder for each reviewer, with the workbook and the files of the abstracts. Returns sentences about it. */
export async function writeReviewFolders(
  context: CommandContext,
  folder: string,
): Promise<string[]> {
  const store = await context.store();
  const bundles = await bundlesOf(context, store);
  const written = bundles.find((bundle) => existsSync(join(folder, bundle.folder)));
  // The reviewer's scores may be in the workbook that is there.
  if (written) {
    throw new CommandError(
      `${join(folder, written.folder)} exists already: please choose another folder.`,
    );
  }
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(bundles));
  for (const bundle of bundles) {
    const own = join(folder, bundle.folder);
    await makeFolderFor(own);
    await intoNewFile(join(own, bundle.workbook), (draft) =>
      writeXlsx(draft, sheetsFor(bundle, context)),
    );
    for await (const { name, bytes } of filesFor(bundle, troubles)) {
      await writeNewFile(join(own, name), bytes);
      bar.step();
    }
  }
  bar.end();
  return summaryOf(folder, bundles, troubles, context);
}

/** Writes the same folders into one archive. */
export async function writeReviewArchive(context: CommandContext, path: string): Promise<string[]> {
  const store = await context.store();
  const bundles = await bundlesOf(context, store);
  const bytes = bundles
    .flatMap(({ assigned }) => assigned)
    .reduce((sum, { abstract }) => sum + abstract.abstract.bytes, 0);
  if (bytes > MOST_ZIP_BYTES) {
    throw new CommandError(
      'The files are larger than 4 GB, too large for one archive: use --workbooks FOLDER.',
    );
  }
  const troubles: string[] = [];
  const bar = progressBar('Files', filesOf(bundles));
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    for (const bundle of bundles) {
      const sheets = sheetsFor(bundle, context);
      yield* workbookEntry(draft, `${bundle.folder}/${bundle.workbook}`, sheets);
      for await (const file of filesFor(bundle, troubles)) {
        yield { name: `${bundle.folder}/${file.name}`, isPacked: true, chunks: [file.bytes] };
        bar.step();
      }
    }
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  return summaryOf(path, bundles, troubles, context);
}

function sheetsFor({ reviewer, assigned }: Bundle, { content }: CommandContext): Sheet[] {
  const rows = assigned.map(({ file, ...each }) => ({ ...each, fileName: file?.name }));
  return reviewWorkbook(content.conference.abstracts.review, reviewer, rows, {
    isCopied: blindCopies() !== undefined,
    content,
  });
}

async function bundlesOf(context: CommandContext, store: FileStore): Promise<Bundle[]> {
  const { payments, content } = context;
  const { db } = payments;
  const abstracts = new Map(
    (await readReviewedAbstracts(db, content))
      .filter(({ abstract }) => abstract.withdrawnAt === undefined)
      .map((each) => [each.id, each]),
  );
  const reviews = (await listPeerReviews(db)).filter(({ isDeclined }) => !isDeclined);
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const files = new Map<string, FileBeside | undefined>();
  for (const id of new Set(reviews.map(({ abstractId }) => abstractId))) {
    const abstract = abstracts.get(id);
    if (abstract) files.set(id, await fileBeside(context, store, abstract.abstract));
  }
  const names = new Set<string>();
  const bundles = (await listReachable(db)).flatMap((reviewer): Bundle[] => {
    const assigned = (byReviewer.get(reviewer.id) ?? [])
      .flatMap((review): Assigned[] => {
        const abstract = abstracts.get(review.abstractId);
        if (!abstract) return [];
        return [{ abstract, review, file: files.get(abstract.id) }];
      })
      .toSorted((a, b) => compare(sortKeyOf(a), sortKeyOf(b)));
    if (assigned.length === 0) return [];
    const folder = freeNameFor(reviewer.name, 'Reviewer', names);
    return [{ reviewer, folder, workbook: `Reviews ${folder}.xlsx`, assigned }];
  });
  if (bundles.length === 0) {
    throw new CommandError('No abstract is assigned: review --assign assigns them to reviewers.');
  }
  return bundles;
}

function sortKeyOf({ abstract: { titles, reference } }: Assigned): string {
  return `${titles.session}\n${reference}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The file of an abstract as its reviewers get it, with or without the names of its authors. */
async function fileBeside(
  { payments: { db, clock }, content }: CommandContext,
  store: FileStore,
  abstract: KeptAbstract,
): Promise<FileBeside | undefined> {
  const { reference, fileName } = abstract;
  const { blind } = content.conference.abstracts.review;
  const original = () => usableBytes(store, abstract);
  if (!blind) return { name: `${reference} ${fileName}`, read: original };
  // The author's own name for the file may be the author's name.
  const name = `${reference}${extname(fileName).toLowerCase()}`;
  const makeCopy = blindCopies();
  if (!makeCopy) return { name, read: original };
  const bytes = await original();
  if (typeof bytes === 'string') return { name, read: async () => bytes };
  const copy = await makeCopy({ db, clock, content, store }, abstract);
  return (
    copy && {
      name: copy.name,
      read: async () => (await copy.read()) ?? 'one that no program can read',
    }
  );
}

/** Makes copies without the names of the authors, if the program has a feature that does. */
function blindCopies() {
  return features().find(({ sections }) => sections?.blindCopy)?.sections?.blindCopy;
}

/** Only one file is in memory at a time. */
async function* filesFor(
  { assigned }: Bundle,
  troubles: string[],
): AsyncGenerator<{ name: string; bytes: Buffer }, void> {
  const report = (trouble: string) => {
    if (!troubles.includes(trouble)) troubles.push(trouble);
  };
  for (const { abstract, file } of assigned) {
    const { reference } = abstract;
    if (!file) {
      report(`${reference} was left out, because no program could take its authors out`);
      continue;
    }
    const bytes = await file.read();
    if (typeof bytes === 'string') {
      report(`${reference} was left out, because the file is ${bytes}`);
      continue;
    }
    if (extname(file.name) === '.txt') {
      report(`${reference}: only its text, because the file names its authors`);
    }
    yield { name: file.name, bytes };
  }
}

function filesOf(bundles: readonly Bundle[]): number {
  return bundles.reduce((sum, { assigned }) => sum + assigned.length, 0);
}

async function summaryOf(
  path: string,
  bundles: readonly Bundle[],
  troubles: readonly string[],
  { content, payments: { db } }: CommandContext,
): Promise<string[]> {
  const lost = lostWords(await listReviewers(db), await listLost(db));
  const { blind } = content.conference.abstracts.review;
  return [
    `${path}: workbooks: ${bundles.length}, each with its files.`,
    ...lost,
    ...troubles,
    ...(blind
      ? [
          blindCopies()
            ? 'The files are copies without the names of the authors; review --files says which are kept back, and why.'
            : 'The files are named by reference. The text or the properties of a file may still name its authors.',
        ]
      : []),
    ...bundles.map(
      ({ folder, reviewer, assigned }) =>
        `  ${folder}: ${counted(assigned.length, 'abstract')}, for ${reviewer.email}`,
    ),
  ];
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { siteFolders } from '#server/content/folders.ts';
import { CONTENT_STAMP, stampOf } from '#server/content/stamp.ts';
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { listServers } from '#server/operations/servers.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { buildSite } from './build-site.ts';
import { isByDashboard } from './edited-files.ts';
import { namedInFolder } from './folder-files.ts';
import { type Changing, noteSave, readFolderSaves, writeFolderSaves } from './folder-saves.ts';
import { addFile, textOf, writeText } from './folder-texts.ts';
import { otherVersionWords } from './other-version.ts';
import { photographsIn } from './named-photographs.ts';
import { sharedPhotograph } from './photographs.ts';
import { type Head, type Save, savesInOrder, savesOf } from './saves.ts';

export type Followed = {
  /** The files that have the newest save now. */
  taken: string[];
  /** Files that were edited by hand here, so that their newest save is not taken. */
  edited: string[];
  /** Files whose newest save says otherwise what no dashboard changes, such as the account: it is not taken. */
  beyond: string[];
  /** Why nothing was taken. */
  trouble?: string;
};

type Following = Pick<CommandContext, 'env'> & {
  payments: Pick<CommandContext['payments'], 'db' | 'clock'>;
};

const FOLLOW = { name: 'follow', unit: 'plenary-follow' };

/**
 * Brings the conference's folder of this machine to the newest published saves of dashboards on others, and builds its
 * pages, which the running server then publishes. A file that was edited by hand here stays. Files and pages are those of
 * before if the pages cannot be built.
 */
export async function follow({ env, payments: { db, clock } }: Following): Promise<Followed> {
  const { content: folder } = siteFolders(env);
  const otherVersion = otherVersionWords(await listServers(db, clock), FOLLOW);
  if (otherVersion !== undefined) {
    return { taken: [], edited: [], beyond: [], trouble: otherVersion };
  }
  const build = () => built(folder, env.SITE_DIR);
  const interrupted = readFolderSaves(folder).changing;
  // A process before this one was killed in the midst of it.
  if (interrupted) await finish(folder, interrupted, build);

  const found = await behind(db, folder);
  const { edited, beyond, right } = found;
  if (found.newer.length + right.length === 0) return { taken: [], edited, beyond };
  // A file that was copied by hand has its text already, and its pages may be those of before.
  const copied = hasPages(folder, env.SITE_DIR) ? [] : right;
  const names = [...found.newer, ...copied].map(({ file }) => file);
  const changing: Changing = Object.fromEntries(
    found.newer.map(({ file, before, after }) => [file, { before, after }]),
  );
  // The texts of before are kept first, so that a kill at any moment loses none of them.
  await writeFolderSaves(folder, { ...readFolderSaves(folder), changing });
  try {
    await inTransaction(db, async (tx) => {
      // A dashboard of this machine saves under the same lock.
      await lockKey(tx, 'content');
      for (const { file, before, after } of found.newer) {
        if (textOf(join(folder, file)) !== before) throw new ActionImpossible(MEANWHILE);
        await addPhotographs(tx, folder, after);
        await writeText(join(folder, file), after);
      }
    });
    const trouble = await build();
    if (trouble !== undefined) throw new ActionImpossible(trouble);
  } catch (error) {
    await restore(folder, changing);
    const trouble = error instanceof Error ? error.message : String(error);
    return { taken: [], edited, beyond, trouble };
  }
  const { has } = readFolderSaves(folder);
  const now = Object.fromEntries([...found.newer, ...right].map(({ file, id }) => [file, id]));
  await writeFolderSaves(folder, { has: { ...has, ...now } });
  return { taken: names, edited, beyond };
}

const MEANWHILE = 'A file was changed at this moment. The next look tries again.';

/** Keeps the files of this folder as they are, although dashboards have newer saves of them. */
export async function keepFiles({ env, payments: { db } }: Following): Promise<string[]> {
  const { content: folder } = siteFolders(env);
  const { newer, edited, beyond } = await behind(db, folder);
  const kept = [...newer.map(({ file }) => file), ...edited, ...beyond];
  for (const [file, { id }] of newestPublished(await savesInOrder(db))) {
    if (kept.includes(file)) await noteSave(folder, file, id);
  }
  return kept;
}

/** A file and its newest save. */
type Right = { file: string; id: string };
type Newer = { file: string; id: string; before: string; after: string };

/**
 * The published saves that a folder lacks, the files of which it has another text than any save, those that have the newest
 * text without a note of it, and those whose save goes beyond what a dashboard changes. A row is no proof of a colleague: the
 * server of the site can write rows, too, and whoever took it over could name another account to all machines.
 */
async function behind(
  db: Db,
  folder: string,
): Promise<{ newer: Newer[]; edited: string[]; beyond: string[]; right: Right[] }> {
  const heads = await savesInOrder(db);
  const { has } = readFolderSaves(folder);
  const newer: Newer[] = [];
  const edited: string[] = [];
  const beyond: string[] = [];
  const right: Right[] = [];
  for (const [file, { id }] of newestPublished(heads)) {
    const known = namedInFolder(file);
    if (!known) continue;
    const order = heads.flatMap((head) => (head.file === file ? head.id : []));
    const [had, wanted] = [order.indexOf(has[file] ?? ''), order.indexOf(id)];
    if (had >= wanted) continue;
    const saves = await savesOf(db, file);
    const text = textOf(join(folder, file));
    const target = saves.find((save) => save.id === id);
    if (!target) continue;
    if (text === target.after) right.push({ file, id });
    // A text from before the save that the folder has was restored by hand, and is meant.
    else if (
      !saves.some((save, at) => isKnown(save, { text, isPast: at < had, isOwn: at === had }))
    )
      edited.push(file);
    else if (!isByDashboard(known, { before: text, after: target.after })) beyond.push(file);
    else newer.push({ file, id, before: text, after: target.after });
  }
  return { newer, edited, beyond, right };
}

function isKnown(
  { before, after }: Save,
  { text, isPast, isOwn }: { text: string; isPast: boolean; isOwn: boolean },
): boolean {
  return !isPast && (text === after || (!isOwn && text === before));
}

function newestPublished(heads: readonly Head[]): Map<string, Head> {
  return new Map(heads.flatMap((head) => (head.isPublished ? [[head.file, head]] : [])));
}

/** Ends what a killed process began: with the new texts, if their pages can be built, or else with those of before. */
async function finish(
  folder: string,
  changing: Changing,
  build: () => Promise<string | undefined>,
): Promise<void> {
  const isChanged = Object.entries(changing).some(
    ([file, { after }]) => textOf(join(folder, file)) === after,
  );
  if (isChanged && (await build()) !== undefined) return restore(folder, changing);
  await writeFolderSaves(folder, { has: readFolderSaves(folder).has });
}

async function restore(folder: string, changing: Changing): Promise<void> {
  for (const [file, { before, after }] of Object.entries(changing)) {
    // Somebody may have edited it by hand since.
    if (textOf(join(folder, file)) === after) await writeText(join(folder, file), before);
  }
  await writeFolderSaves(folder, { has: readFolderSaves(folder).has });
}

/** The reason if the pages could not be built. Pages that are of this folder already are not built again. */
async function built(content: string, site: string | undefined): Promise<string | undefined> {
  if (hasPages(content, site)) return undefined;
  const { isDone, output } = await buildSite({ content, site });
  return isDone ? undefined : `The pages could not be built. ${output}`;
}

function hasPages(content: string, site: string | undefined): boolean {
  const { build } = siteFolders({ CONTENT_DIR: content, SITE_DIR: site });
  const stamp = join(build, CONTENT_STAMP);
  return existsSync(stamp) && textOf(stamp) === stampOf(content, ['.']);
}

async function addPhotographs(tx: Tx, folder: string, text: string): Promise<void> {
  for (const name of photographsIn(text)) {
    const path = join(folder, 'public/portraits', name);
    if (existsSync(path)) continue;
    const bytes = await sharedPhotograph(tx, name);
    if (bytes) await addFile(path, bytes);
  }
}

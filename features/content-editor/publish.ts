import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { siteFolders } from '#server/content/folders.ts';
import { lockKey } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { buildSite } from './build-site.ts';
import type { Publishing } from './form-shapes.ts';
import { keepSave } from './saves.ts';
import { replaceContentFile } from '#server/content/replace-content-file.ts';

/** A running server looks each second for new pages, and needs a moment to take them. */
const MOST_LOOKS = 60;

type Saved = { file: string; before: string; after: string };

/** This process builds one site at a time. */
let state: Publishing = { is: 'idle', words: '' };
let running: Promise<void> | undefined;
let waiting: { context: CommandContext; saved: Saved }[] = [];

export function publishingNow(): Publishing {
  return state;
}

/** Builds the site of the folder beside the one that is served. A save during a build causes another one. */
export function publish(context: CommandContext, saved: Saved): void {
  waiting.push({ context, saved });
  running ??= work()
    .catch((error: unknown) => {
      state = { is: 'refused', words: `The site could not be built: ${String(error)}` };
    })
    .finally(() => {
      running = undefined;
    });
}

async function work(): Promise<void> {
  while (waiting.length > 0) {
    const all = waiting;
    waiting = [];
    const last = all.at(-1);
    if (!last) return;
    const { env, dataDir } = last.context;
    const { content, build } = siteFolders(env);
    if (!existsSync(build)) {
      state = { is: 'elsewhere', words: ELSEWHERE };
      continue;
    }
    state = { is: 'building', words: 'The site is being built. Visitors see the one of before.' };
    const { isDone, output } = await buildSite({ content, site: env.SITE_DIR });
    if (!isDone) {
      for (const { context, saved } of all.toReversed()) await putBack(context, saved);
      state = {
        is: 'refused',
        words: `The site could not be built, so nothing was published, and the files are as before. ${output}`,
      };
      continue;
    }
    state = { is: 'waiting', words: 'The site is built. The server changes over to it.' };
    const isShown = await isTaken(dataDir, last.saved);
    state = isShown
      ? { is: 'published', words: 'Published: visitors see it now.' }
      : { is: 'elsewhere', words: NOT_TAKEN };
  }
}

const ELSEWHERE =
  'Saved. No site is built on this machine, so nothing changes for visitors before the next build or start there.';
const NOT_TAKEN =
  'The site is built, and no server on this machine has changed over to it yet. If one is running, its log has the reason.';

/** A server copies the files of a conference that it has opened into the data folder. */
async function isTaken(dataDir: string, { file, after }: Saved): Promise<boolean> {
  const copies = join(dataDir, 'conference');
  for (let looks = 0; looks < MOST_LOOKS && existsSync(copies); looks += 1) {
    if (textOf(join(copies, file)) === after) return true;
    await setTimeout(500);
  }
  return false;
}

/** A server replaces the copies all at once, so that one may be missing for a moment. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function putBack(context: CommandContext, { file, before, after }: Saved): Promise<void> {
  const path = join(siteFolders(context.env).content, file);
  await act(context, async ({ tx, now, record }) => {
    await lockKey(tx, 'content');
    // Somebody may have edited it by hand since.
    if (textOf(path) !== after) return;
    await replaceContentFile(path, before);
    const id = context.payments.newId();
    await keepSave(tx, {
      id,
      savedAt: now,
      savedBy: context.actor,
      file,
      before: after,
      after: before,
    });
    const words = `${file}: put back, because the site could not be built`;
    await record({ action: 'content', reference: undefined, words });
  });
}

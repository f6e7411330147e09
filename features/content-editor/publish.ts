import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { siteFolders } from '#server/content/folders.ts';
import { CONTENT_STAMP } from '#server/content/stamp.ts';
import { lockKey } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { listServers } from '#server/operations/servers.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { buildSite } from './build-site.ts';
import { isByDashboard } from './edited-files.ts';
import { namedInFolder } from './folder-files.ts';
import type { Publishing } from './form-shapes.ts';
import { noteSave } from './folder-saves.ts';
import { textOf, writeText } from './folder-texts.ts';
import { keepSave, publishSaves, unpublishedSaves } from './saves.ts';

/** A running server looks each second for new pages, and needs a moment to take them. */
const MOST_LOOKS = 60;
/** Other machines look for saves each five seconds, and build. */
const MOST_LOOKS_OF_SEVERAL = 180;

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
    const { env, payments } = last.context;
    const { content, build } = siteFolders(env);
    if (!existsSync(build)) {
      // Servers on other machines build theirs.
      await (await releasableNow(last.context)).release();
      state = { is: 'elsewhere', words: ELSEWHERE };
      continue;
    }
    state = { is: 'building', words: 'The site is being built. Visitors see the one of before.' };
    const built = await releasableNow(last.context);
    const { isDone, output } = await buildSite({ content, site: env.SITE_DIR });
    if (!isDone) {
      for (const { context, saved } of all.toReversed()) await putBack(context, saved);
      state = {
        is: 'refused',
        words: `The site could not be built, so nothing was published, and the files are as before. ${output}`,
      };
      continue;
    }
    await built.release();
    state = { is: 'waiting', words: 'The site is built. The server changes over to it.' };
    state = await shownBy(payments, textOf(join(build, CONTENT_STAMP)));
  }
}

/**
 * The saves that the folder has at this moment, also those of a process that was killed before. `release` lets servers on
 * other machines take them, except those whose file has another text meanwhile: a later save waits for its own build.
 */
export async function releasableNow({
  env,
  payments,
}: CommandContext): Promise<{ release: () => Promise<void> }> {
  const { content } = siteFolders(env);
  const isHere = ({ file, after }: Saved) => textOf(join(content, file)) === after;
  const here = (await unpublishedSaves(payments.db)).filter(isHere);
  return {
    async release() {
      const ids = here.filter(isHere).map(({ id }) => id);
      await publishSaves(payments.db, ids, timestamp(payments.clock()));
    },
  };
}

/** Publishes what a process before this one has saved and did not come to build. */
export async function publishLeftovers(context: CommandContext): Promise<void> {
  const { content } = siteFolders(context.env);
  for (const { file, before, after } of await unpublishedSaves(context.payments.db)) {
    const known = namedInFolder(file);
    // If the site cannot be built, the file gets the text of before, so the row has to be one of a dashboard.
    if (!known || !isByDashboard(known, { before, after })) continue;
    if (textOf(join(content, file)) === after) publish(context, { file, before, after });
  }
}

const ELSEWHERE =
  'Saved. No site is built on this machine, so nothing changes for visitors before the next build or start there.';
const NOT_TAKEN =
  'The site is built, and no server on this machine has changed over to it yet. If one is running, its log has the reason.';

/** Waits until the servers show a state of the conference's folder, and says which do. */
async function shownBy(
  { db, clock }: CommandContext['payments'],
  stamp: string,
): Promise<Publishing> {
  for (let looks = 1; ; looks += 1) {
    const servers = (await listServers(db, clock)).filter(({ contentStamp }) => contentStamp);
    const late = servers.filter(({ contentStamp }) => contentStamp !== stamp);
    if (servers.length > 0 && late.length === 0) {
      return { is: 'published', words: 'Published: visitors see it now.' };
    }
    // Servers take no pages of a folder that has changed since, so the next build does not wait for them.
    if (waiting.length > 0) return state;
    if (looks >= (servers.length > 1 ? MOST_LOOKS_OF_SEVERAL : MOST_LOOKS)) {
      if (late.length === servers.length) return { is: 'elsewhere', words: NOT_TAKEN };
      const hosts = [...new Set(late.map(({ host }) => host))].join(', ');
      const words = `${servers.length - late.length} of ${servers.length} servers show it, and not yet: ${hosts}. “organiser follow” there says why.`;
      return { is: 'elsewhere', words };
    }
    const shown = servers.length - late.length;
    const of = servers.length > 1 ? ` ${shown} of ${servers.length} servers show it.` : '';
    state = { is: 'waiting', words: `The site is built. The server changes over to it.${of}` };
    await setTimeout(500);
  }
}

async function putBack(context: CommandContext, { file, before, after }: Saved): Promise<void> {
  const path = join(siteFolders(context.env).content, file);
  await act(context, async ({ tx, now, record }) => {
    await lockKey(tx, 'content');
    // Somebody may have edited it by hand since.
    if (textOf(path) !== after) return;
    await writeText(path, before);
    const id = context.payments.newId();
    await noteSave(siteFolders(context.env).content, file, id);
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

import { stat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { cutoffAfter, cutoffOf, endOf } from './cutoff.ts';
import { paidOrders, unpaidOrders } from './orders-at-rest.ts';
import { type Keeping, type Kind, kindsOf } from './purge-kinds.ts';
import { finishRemovals, mailsIn, type Places } from './removals.ts';

export type PurgeDeps = Places & Keeping;

/**
 * The number of rows of one kind whose period is over; `before` is undefined as long as no period of the kind can be
 * over.
 */
export type Purged = { what: string; count: number; before: string | undefined };

const AT_ONCE = 200;

/**
 * Removes data whose period is over, or only counts it. Each kind is removed in small transactions, so that a running
 * server does not wait. After an interruption the next purge removes the rest.
 */
export async function purge(deps: PurgeDeps, isReal: boolean): Promise<Purged[]> {
  const purged: Purged[] = [];
  if (isReal) await finishRemovals(deps.db, deps);
  for (const kind of kindsOf(deps)) {
    const { what, before } = kind;
    const count = isReal ? await removeAll(deps, kind) : await countOf(kind);
    purged.push({ what, before, count });
  }
  const { mail } = deps.content.privacy.periods;
  const before = cutoffOf(deps.now, mail);
  const count = await purgeMailFolder(deps.mailFolder, before, isReal);
  purged.push({ what: 'mails in the mail folder', before, count });
  return purged;
}

/** Counts unpaid orders that are old enough, but whose money may still come: the poller will tell. */
export async function countUndecided({ db, now, content }: PurgeDeps): Promise<number> {
  const end = endOf(content.conference.dates.end);
  const before = cutoffAfter(end, now, content.privacy.periods.unpaid);
  if (before === undefined) return 0;
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('created_at', '<=', before)
    .where('id', 'not in', unpaidOrders(db, before))
    .where('id', 'not in', paidOrders(db).clearSelect().select('orders.id'))
    .execute();
  return rows.length;
}

async function countOf({ before, due }: Kind): Promise<number> {
  if (before === undefined) return 0;
  return (await due(before, Number.MAX_SAFE_INTEGER)).length;
}

async function removeAll(deps: PurgeDeps, { before, due, remove }: Kind): Promise<number> {
  if (before === undefined) return 0;
  let count = 0;
  for (;;) {
    const names = await due(before, AT_ONCE);
    if (names.length === 0) return count;
    count += await inTransaction(deps.db, (tx) => remove(tx, names, before));
    await finishRemovals(deps.db, deps);
  }
}

/** Removes mails from the folder that is used without a mail server, by the day on which they were written. */
async function purgeMailFolder(folder: string, before: string, isReal: boolean): Promise<number> {
  let count = 0;
  for (const file of await mailsIn(folder)) {
    const path = join(folder, file);
    const { mtime } = await stat(path);
    if (timestamp(mtime) > before) continue;
    if (isReal) await rm(path, { force: true });
    count += 1;
  }
  return count;
}

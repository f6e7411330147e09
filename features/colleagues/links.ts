import { hash } from 'node:crypto';
import type { Db, Tx } from '#server/database/database.ts';
import { firstRow, wroteOne } from '#server/database/queries.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { asColleague, type Colleague } from './colleagues.ts';

/** The tables have only digests of what opens something, so that whoever reads a table opens nothing. */
export function digestOfToken(token: string): string {
  return hash('sha256', token);
}

/** A new link, which ends the former ones. */
export async function writeLink(
  tx: Tx,
  { colleagueId, token, moment }: { colleagueId: string; token: string; moment: Date },
): Promise<string> {
  const until = timestamp(moment, DAY);
  await tx.deleteFrom('colleague_links').where('colleague_id', '=', colleagueId).execute();
  await tx
    .insertInto('colleague_links')
    .values({ digest: digestOfToken(token), colleague_id: colleagueId, until })
    .execute();
  return until;
}

export type LinkState = { colleague: Colleague } | { refusal: string };

export async function readLink(db: Db, token: string, now: string): Promise<LinkState> {
  const found = await db
    .selectFrom('colleague_links')
    .innerJoin('colleagues', 'colleagues.id', 'colleague_links.colleague_id')
    .selectAll('colleagues')
    .select(['colleague_links.until', 'colleague_links.used_at'])
    .where('digest', '=', digestOfToken(token))
    .where('ended_at', 'is', null)
    .$call(firstRow(({ until, used_at: usedAt, ...row }) => ({ until, usedAt, row })));
  if (!found) return { refusal: 'This link is incomplete, or a newer one has replaced it.' };
  const advice = 'Ask a chair of the conference for another one: colleague recover.';
  if (found.usedAt !== null) return { refusal: `This link has been used. ${advice}` };
  if (found.until <= now) return { refusal: `This link is older than a day. ${advice}` };
  return { colleague: asColleague(found.row) };
}

/** Uses a link up; false if another browser was first. */
export function useLink(tx: Tx, token: string, now: string): Promise<boolean> {
  return tx
    .updateTable('colleague_links')
    .set({ used_at: now })
    .where('digest', '=', digestOfToken(token))
    .where('used_at', 'is', null)
    .where('until', '>', now)
    .$call(wroteOne);
}

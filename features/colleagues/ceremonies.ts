import * as z from 'zod/mini';
import { firstRow } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { MINUTE } from '#contract/time-spans.ts';
import type { Deps } from './colleagues.ts';
import { digestOfToken } from './links.ts';

type Kind = Tables['colleague_ceremonies']['kind'];

const LASTS_MS = 5 * MINUTE;

/** Begins a log-in or a passkey for one browser, and returns the cookie that only this browser has. */
export async function beginCeremony(
  { db, clock, newId }: Deps,
  kind: Kind,
  secrets: Record<string, string>,
): Promise<string> {
  const token = newId();
  const now = clock();
  await db.deleteFrom('colleague_ceremonies').where('until', '<=', timestamp(now)).execute();
  await db
    .insertInto('colleague_ceremonies')
    .values({
      digest: digestOfToken(token),
      kind,
      secrets: JSON.stringify(secrets),
      until: timestamp(now, LASTS_MS),
    })
    .execute();
  return token;
}

/** Takes the secrets, which nobody gets again: a second answer to one challenge finds none. */
export async function takeCeremony(
  { db, clock }: Deps,
  kind: Kind,
  token: string,
): Promise<Record<string, string> | undefined> {
  const found = await db
    .deleteFrom('colleague_ceremonies')
    .where('digest', '=', digestOfToken(token))
    .where('kind', '=', kind)
    .where('until', '>', timestamp(clock()))
    .returning('secrets')
    .$call(firstRow(({ secrets }) => Secrets.parse(JSON.parse(secrets))));
  return found;
}

const Secrets = z.record(z.string(), z.string());

import type { Env } from '#server/config/env.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { unaskedKinds } from './mail-kinds.ts';

declare module '#server/features.ts' {
  interface FeatureMails {
    /** Makes the address to which a mail comes back, by its id; undefined: to its sender. */
    returnAddresses?: (db: Db, env: Env) => Promise<((id: string) => string) | undefined>;
    /** Whether an address gets only mails for which its reader waits. */
    isSuppressed?: (db: Db, email: string, now: Date) => Promise<boolean>;
  }
}

export async function returnAddresses(
  db: Db,
  env: Env,
): Promise<((id: string) => string) | undefined> {
  for (const { mails } of features()) {
    const made = await mails?.returnAddresses?.(db, env);
    if (made) return made;
  }
  return undefined;
}

/** Whether a mail of this kind stays here, because mails to its address came back and nobody waits for it. */
export async function isKeptBack(
  db: Db,
  { kind, recipient }: { kind: string; recipient: string },
  now: Date,
): Promise<boolean> {
  if (!unaskedKinds().includes(kind)) return false;
  for (const { mails } of features()) {
    if (await mails?.isSuppressed?.(db, recipient, now)) return true;
  }
  return false;
}

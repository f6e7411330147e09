import type { Db } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { findAbstractByReference, type KeptAbstract } from '#server/abstract/abstracts.ts';

/** The abstract that an organiser names. */
export async function findAbstractToChange(db: Db, typed: string): Promise<KeptAbstract> {
  const reference = typed.trim().toUpperCase();
  const abstract = await findAbstractByReference(db, reference);
  if (!abstract) throw new ActionImpossible(`There is no abstract ${reference}.`);
  return abstract;
}

/** Refuses a change of a withdrawn abstract. */
export function refuseWithdrawn({ reference, withdrawnAt }: KeptAbstract): void {
  if (withdrawnAt === undefined) return;
  throw new ActionImpossible(
    `${reference} is withdrawn. Undo the withdrawal first, if it takes part again.`,
    { reason: 'cancelled' },
  );
}

/** “AB26-7K3M-9QXW, Slow waves, by Ilmari Väisänen” */
export function abstractInWords({ reference, title, name }: KeptAbstract): string {
  return [reference, title, `by ${name}`].filter((part) => part !== undefined).join(', ');
}

import { amountWithCode, asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The missing rests of bank transfers that were accepted as paid. */
export async function acceptedRest(db: Db | Tx, paymentIds: readonly string[]): Promise<Cents> {
  const row = await db
    .selectFrom('bank_entries')
    .select(({ fn }) => fn.sum('booked_cents').as('cents'))
    .where('payment_id', 'in', ['', ...paymentIds])
    .where('source', '=', 'accepted')
    .executeTakeFirst();
  return asCents(Number(row?.cents ?? 0));
}

/** The money of a paid payment that came, and that a refund can return. */
export async function cameOf(
  db: Db | Tx,
  { id, amountCents }: { id: string; amountCents: Cents },
): Promise<Cents> {
  return asCents(amountCents - (await acceptedRest(db, [id])));
}

/** Words behind an amount of which a part never came; empty if all of it came. */
export async function neverCameWords(
  db: Db,
  paymentIds: readonly string[],
  currency: Currency,
): Promise<string> {
  const rest = await acceptedRest(db, paymentIds);
  if (rest === 0) return '';
  return `, of which ${amountWithCode(rest, currency)} never came: the missing rest of a transfer was accepted`;
}

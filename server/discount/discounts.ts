import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** Somebody who pays an amount that was agreed with the organisers. */
export type DiscountRegistration = {
  id: string;
  name: string;
  phone: string;
  email: string;
  institute: string;
  country: string;
  description: string;
  amountCents: Cents;
  createdAt: string;
};

export async function insertDiscount(tx: Tx, discount: DiscountRegistration): Promise<void> {
  await tx
    .insertInto('discounts')
    .values({
      id: discount.id,
      name: discount.name,
      phone: discount.phone,
      email: discount.email,
      institute: discount.institute,
      country: discount.country,
      description: discount.description,
      amount_cents: discount.amountCents,
      created_at: discount.createdAt,
    })
    .execute();
}

/** Enters who takes part. */
export async function changeDiscountHolder(
  tx: Tx,
  id: string,
  holder: Pick<DiscountRegistration, 'name' | 'phone' | 'email' | 'institute' | 'country'>,
): Promise<void> {
  const { name, phone, email, institute, country } = holder;
  await tx
    .updateTable('discounts')
    .set({ name, phone, email, institute, country })
    .where('id', '=', id)
    .execute();
}

/** How many discount registrations came since a moment with one mail address. */
export async function countDiscounts(db: Db, since: string, email: string): Promise<number> {
  const row = await db
    .selectFrom('discounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', since)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function isDiscountCancelled(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('discounts')
    .select('cancelled_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.cancelled_at !== null;
}

/** Marks it as cancelled; false if it was already. */
export async function markDiscountCancelled(tx: Tx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('discounts')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Every discount registration, oldest first, for the command line. */
export async function listDiscounts(db: Db): Promise<DiscountRegistration[]> {
  const rows = await db
    .selectFrom('discounts')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ amount_cents, created_at, ...rest }) => ({
    ...rest,
    amountCents: asCents(amount_cents),
    createdAt: created_at,
  }));
}

import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { Paper } from './paper.ts';

/** The token of an order's receipt: there from the first mail that links to it, and then always the same. */
export async function receiptToken(
  tx: Tx,
  orderId: string,
  newToken: string,
  now: Date,
): Promise<string> {
  await tx
    .insertInto('receipts')
    .values({ order_id: orderId, token: newToken, created_at: timestamp(now) })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
  const { token } = await tx
    .selectFrom('receipts')
    .select('token')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return token;
}

/** The papers that a link opens: none for a token that we did not give out. */
export async function papersByToken(db: Db, token: string): Promise<Paper[]> {
  const row = await db
    .selectFrom('receipts')
    .select('order_id')
    .where('token', '=', token)
    .executeTakeFirst();
  return row ? papersOf(db, row.order_id) : [];
}

/** Keeps a paper for good. */
export async function insertPaper(tx: Tx, orderId: string, paper: Paper): Promise<void> {
  await tx
    .insertInto('papers')
    .values({
      number: paper.number,
      order_id: orderId,
      content: JSON.stringify(paper),
      issued_at: paper.issuedAt,
    })
    .execute();
}

/** The papers of an order: its receipt, then its credit notes as they were issued. */
export async function papersOf(db: Db, orderId: string): Promise<Paper[]> {
  const rows = await db
    .selectFrom('papers')
    .select('content')
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  return rows.map(({ content }) => Paper.parse(JSON.parse(content)));
}

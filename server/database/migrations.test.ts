import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { openEmptyDatabase } from '#server/testing/test-database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

test('an order from before lines has its product as its one line', async () => {
  const { db, close } = await openEmptyDatabase();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo('0002-abstracts');
  const order = {
    id: 'order',
    kind: 'registration',
    subject_id: 'registration',
    reference: 'PS26-AAAA-BBBB',
    content_key: 'key',
    amount_cents: 41_895,
    fee_cents: 1995,
    currency: 'EUR',
    product_name: 'Registration: Speaker',
    price_snapshot: '{}',
    customer: JSON.stringify({ name: 'A', email: 'a@b', phone: '1', institute: 'I', country: 'C' }),
    order_reference: null,
    state: 'AWAITING_PAYMENT',
    paid_payment_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  await db
    .insertInto('orders')
    .values(order as typeof order & { lines: string })
    .execute();
  await migrate(db);
  const migrated = await db.selectFrom('orders').select('lines').executeTakeFirstOrThrow();
  expect(JSON.parse(migrated.lines)).toEqual([{ words: 'Registration: Speaker', cents: 41_895 }]);
  await close();
});

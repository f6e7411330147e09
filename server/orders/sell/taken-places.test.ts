import { HOUR } from '#contract/time-spans.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertRows, keptTables, pagesOf } from '#server/database/all-rows.ts';
import { type Db, inTransaction, lockKey } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPlaces } from '#tests/support/fixture-prices.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { countChangedOrders, takenPlaces, takenPlacesAnew } from './taken-places.ts';

const POSTER = { presentationType: 'POSTER' };
const limited = (places: number) => ({
  ...fixtureContent,
  prices: withPlaces(fixtureContent.prices, 'poster', places),
});

/** The places of posters, which the counter says as the rows do, before it is written and after. */
async function posters(db: Db) {
  const rows = await takenPlacesAnew(db);
  expect(await takenPlaces(db)).toEqual(rows);
  await countChangedOrders(db);
  expect(await takenPlaces(db)).toEqual(rows);
  const { paid, held } = rows.get('type:poster') ?? { paid: 0, held: 0 };
  return `${paid} paid, ${held} held`;
}

test('a reserved place is free when that is written, and never by the clock alone', async () => {
  const server = await startTestSite({ content: limited(5) });
  const { db, clock } = server;
  await server.openedCheckout(POSTER);
  expect(await posters(db)).toBe('0 paid, 1 held');
  clock.advance(2 * HOUR);
  expect(await posters(db)).toBe('0 paid, 1 held');
  // Stripe says that its page has expired, too.
  server.control.advance(0);
  await server.pollOpenPayments();
  expect(await posters(db)).toBe('0 paid, 0 held');

  // A change reserves its place for 30 days, and until somebody notices that they are over.
  const { reference } = await server.paidRegistration({ presentationType: 'STUDENT' });
  await carriedOut(server.planMove({ reference, type: 'poster' }));
  expect(await posters(db)).toBe('0 paid, 1 held');
  clock.advance(31 * 24 * HOUR);
  expect(await posters(db)).toBe('0 paid, 1 held');
  await server.pollOpenPayments();
  expect(await posters(db)).toBe('0 paid, 0 held');

  const paid = await server.paidRegistration(POSTER);
  expect(await posters(db)).toBe('1 paid, 0 held');
  await carriedOut(server.planCancellation({ reference: paid.reference, amount: '0' }));
  expect(await posters(db)).toBe('0 paid, 0 held');
});

test('an order of which a row is deleted is not counted any more', async () => {
  const server = await startTestSite({ content: limited(5) });
  const { db } = server;
  const { order } = await server.paidRegistration(POSTER);
  expect(await posters(db)).toBe('1 paid, 0 held');
  await db.deleteFrom('order_items').where('order_id', '=', order.id).execute();
  expect(await posters(db)).toBe('0 paid, 0 held');
});

test('a write to any table on which places depend is counted, whoever makes it', async () => {
  const server = await startTestSite({ content: limited(9) });
  const { db } = server;
  const { order } = await server.paidRegistration(POSTER);
  const { reference } = await server.paidRegistration({ presentationType: 'STUDENT' });
  await carriedOut(server.planMove({ reference, type: 'poster' }));
  await server.openedCheckout(POSTER);
  expect(await posters(db)).toBe('1 paid, 2 held');
  const its = (table: string) => sql`update ${sql.table(table)} set`;
  const writes = [
    [sql`${its('payments')} next_check_at = null where state = 'OPEN'`, '1 paid, 1 held'],
    [sql`${its('order_changes')} state = 'withdrawn'`, '1 paid, 0 held'],
    [sql`${its('order_items')} quantity = 2 where order_id = ${order.id}`, '2 paid, 0 held'],
    [sql`${its('orders')} state = 'REFUNDED' where id = ${order.id}`, '0 paid, 0 held'],
    [sql`${its('orders')} state = 'CONFIRMED' where id = ${order.id}`, '2 paid, 0 held'],
    [
      sql`${its('order_items')} kind = 'agreed' where item = 'poster' and state = 'booked'`,
      '0 paid, 0 held',
    ],
    // The place of all kinds, which an agreement gives, is compared as well.
    [
      sql`insert into agreements values ('a', 'a@lab.example', 1, 'words', 'now', ${order.id})`,
      '0 paid, 0 held',
    ],
    [sql`delete from agreements`, '0 paid, 0 held'],
  ] as const;
  for (const [write, places] of writes) {
    await write.execute(db);
    expect(await posters(db)).toBe(places);
  }
});

const onPostgres = test.runIf(process.env['TEST_ENGINE'] === 'postgres');

onPostgres(
  'what is written while the counter is written is counted when it is committed',
  async () => {
    const server = await startTestSite({ content: limited(5) });
    const { db } = server;
    const { order } = await server
      .openedCheckout(POSTER)
      .then(({ sessionId }) => server.recordsOf(sessionId));
    const first = await latestPaymentOf(db, order.id);
    // A second checkout of the same order is open too.
    const second = { id: 'second', attempt: 2, idempotency_key: 'second', provider_ref: 'second' };
    const row = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('payments')
      .values({ ...row, ...second })
      .execute();
    expect(await posters(db)).toBe('0 paid, 1 held');
    const end = (id: string) =>
      inTransaction(db, async (tx) => {
        await tx.updateTable('payments').set({ state: 'EXPIRED' }).where('id', '=', id).execute();
        const waits = Promise.withResolvers<void>();
        ended.push(waits.resolve);
        await waits.promise;
      });
    const ended: (() => void)[] = [];
    // Neither transaction sees that the other one ends the other checkout.
    const both = [end(first?.id ?? ''), end('second')];
    await expect.poll(() => ended.length).toBe(2);
    expect(await posters(db)).toBe('0 paid, 1 held');
    ended[0]?.();
    await Promise.race(both);
    expect(await posters(db)).toBe('0 paid, 1 held');
    ended[1]?.();
    await Promise.all(both);
    expect(await posters(db)).toBe('0 paid, 0 held');
  },
);

onPostgres(
  'a server of before the counter and this one do not sell at the same moment',
  async () => {
    const server = await startTestSite({ content: limited(5) });
    const { db } = server;
    const { path, body } = await server.aCheckout(POSTER);
    const release = Promise.withResolvers<void>();
    const selling = inTransaction(db, async (tx) => {
      await lockKey(tx, 'places');
      await release.promise;
    });
    const answer = server.post(path, body);
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: string }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(db);
        return Number(rows[0]?.n);
      })
      .toBe(1);
    release.resolve();
    await selling;
    expect((await answer).status).toBe(200);
  },
);

test('three servers sell the last places once, while the counter is written', async () => {
  const content = limited(4);
  const first = await startTestSite({ content });
  const sites = [
    first,
    await startTestSite({ content, beside: first }),
    await startTestSite({ content, beside: first }),
  ];
  const crowd = await Promise.all(
    Array.from({ length: 15 }, async (_, at) => {
      const site = sites[at % 3] ?? first;
      return { site, ...(await site.aCheckout(POSTER)) };
    }),
  );
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await countChangedOrders(first.db);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const answers = await Promise.all(crowd.map(({ site, path, body }) => site.post(path, body)));
  isOver = true;
  await counting;
  expect(answers.filter(({ text }) => text.includes('sold-out'))).toHaveLength(11);
  expect(await posters(first.db)).toBe('0 paid, 4 held');
});

test('the tables of an earlier version are counted after the update', async () => {
  const server = await startTestSite({ content: limited(5) });
  await server.paidRegistration(POSTER);
  await server.openedCheckout(POSTER);
  const { db, close } = await createEmptyDatabase();
  await migrate(db, '0003-who-asked');
  await inTransaction(db, async (tx) => {
    for (const table of keptTables()) {
      for await (const rows of pagesOf(server.db, table)) {
        // Later versions have added columns, which are empty here.
        for (const row of rows) await insertRows(tx, table, [withoutNulls(row)]);
      }
    }
  });
  await migrate(db);
  expect(await posters(db)).toBe('1 paid, 1 held');
  const { rows } = await sql`select * from orders_to_count`.execute(db);
  expect(rows).toEqual([]);
  await close();
});

function withoutNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}

test('doctor says that the counter is wrong, and a command counts again', async () => {
  const server = await startTestSite({ content: limited(5) });
  const { db } = server;
  await server.paidRegistration(POSTER);
  await countChangedOrders(db);
  const wrong = 'the counter of type:poster says 3 paid and 0 reserved, the rows 1 paid and 0';
  expect(await server.organise('doctor', '--quiet')).not.toContain('places:');
  await db
    .updateTable('counted_places')
    .set({ paid: 3 })
    .where('kind', '=', 'type:poster')
    .execute();
  expect(await server.organise('doctor', '--quiet')).toContain(wrong);
  expect(await server.organise('places', '--recount')).toContain('Counted again.');
  expect(await server.organise('doctor', '--quiet')).not.toContain('places:');
  expect(await server.organise('log')).toContain(wrong);
  expect(await posters(db)).toBe('1 paid, 0 held');
});

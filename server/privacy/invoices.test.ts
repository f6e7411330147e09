import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import { inTransaction } from '#server/database/database.ts';
import { isIncomplete, listSeries } from '#server/receipts/series-gaps.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { endOf } from './cutoff.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { deleteOrders } from './orders-at-rest.ts';

const server = await startTestSite({ content: withInvoices() });

const invoice = (reference: string, purchaseOrder: string) =>
  carriedOut(planInvoice(server.organising, { ...university, reference, purchaseOrder }));

const exported = async (email: string) =>
  (await exportPerson(server.db, server.files.store, email, server.clock.now())).kept;

const erase = (email: string) =>
  erasePerson(
    {
      db: server.db,
      now: server.clock.now(),
      conferenceEnd: endOf(server.content.conference.dates.end),
      store: server.files.store,
      mailFolder: `${server.files.dataDir}/mail`,
    },
    email,
    true,
  );

const theirs = ['Baltic University', 'Storchengasse', 'DE777700032', 'PO-ERASE'];

test('an export has the recipient of invoices; an erasure leaves numbers, dates, items and sums', async () => {
  const { order, person, reference } = await server.paidRegistration();
  await invoice(reference, 'PO-ERASE-1');
  await invoice(reference, 'PO-ERASE-2');
  const kept = await exported(person.email);
  expect(kept['invoice_recipients']).toMatchObject([
    { legal_name: university.legalName, purchase_order: 'PO-ERASE-2', vat_id: 'DE777700032' },
  ]);
  expect(JSON.stringify(kept['documents'])).toContain('PO-ERASE-1');
  const before = await server.documentsOf(order.id);
  await erase(person.email);
  const rows = JSON.stringify(await server.everyRow());
  for (const words of [...theirs, person.name, person.email]) expect(rows).not.toContain(words);
  const after = await server.documentsOf(order.id);
  const facts = ({ number, kind, issuedOn, totalCents, cancels }: (typeof before)[number]) =>
    [number, kind, issuedOn, totalCents, cancels] as const;
  expect(after.map(facts)).toEqual(before.map(facts));
  expect(after.map(({ lines }) => lines.map(({ words, cents }) => [words, cents]))).toEqual(
    before.map(({ lines }) => lines.map(({ words, cents }) => [words, cents])),
  );
  expect((await listSeries(server.db)).filter(isIncomplete)).toEqual([]);
  const path = join(testFolder(), 'all.zip');
  expect(await server.organise('documents', '--zip', path)).toContain('0 missing');
  rmSync(path);
});

test('an order that is erased before it is paid leaves no recipient', async () => {
  const { person, reference } = await server.unpaidRegistration();
  await invoice(reference, 'PO-ERASE-3');
  server.clock.advance(3 * 24 * 60 * 60_000);
  await server.db.updateTable('payments').set({ next_check_at: null }).execute();
  await erase(person.email);
  expect((await server.everyRow())['invoice_recipients']).toEqual([]);
});

test('the erasure of a former payer removes the recipient from the documents of that time', async () => {
  const { order, person, reference } = await server.paidRegistration();
  await invoice(reference, 'PO-ERASE-4');
  const other = { name: 'Solveig Andersdotter', email: 'solveig@colleague.example' };
  await carriedOut(server.planCorrection({ reference, ...other }));
  const kept = await exported(other.email);
  for (const words of theirs) expect(JSON.stringify(kept)).not.toContain(words);
  expect(JSON.stringify((await exported(person.email))['documents'])).toContain('PO-ERASE-4');
  await erase(person.email);
  const rows = JSON.stringify(await server.everyRow());
  for (const words of theirs) expect(rows).not.toContain(words);
  const last = (await server.documentsOf(order.id)).at(-1);
  expect(last).toMatchObject({ kind: 'invoice', recipient: { legalName: other.name } });
});

test('documents that are deleted after the retention period are not missing', async () => {
  const { order, reference } = await server.paidRegistration();
  await invoice(reference, 'PO-OLD');
  // The clock may have come to another year, which has a series of its own.
  const before = (await listSeries(server.db)).at(-1);
  await inTransaction(server.db, (tx) => deleteOrders(tx, [order.id]));
  const after = (await listSeries(server.db)).at(-1);
  expect(after).toMatchObject({ deleted: 1, last: before?.last, missing: [] });
  expect((await listSeries(server.db)).filter(isIncomplete)).toEqual([]);
  const { series } = (await listSeries(server.db))[0] ?? {};
  await server.db
    .deleteFrom('documents')
    .where('series', '=', series ?? '')
    .where('series_number', '=', 1)
    .execute();
  expect((await listSeries(server.db)).filter(isIncomplete)).toHaveLength(1);
});

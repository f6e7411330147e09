import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { asCents } from '#contract/money.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { withInvoices } from '#tests/support/invoices.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { today } from '#tests/support/transfers.ts';

const folder = testFolder();
const server = await startTestSite({ content: withInvoices() });
const year = today(server).slice(0, 4);

const to = ['--invoice-name', 'Baltic University', '--invoice-address', 'Storchengasse 4; Rostock'];
let count = 0;

async function zipped(...range: string[]) {
  count += 1;
  const path = join(folder, `${count}.zip`);
  const { text, code } = await server.ran('documents', '--zip', path, ...range);
  const files = unzipSync(readFileSync(path));
  const list = join(folder, `${count}.xlsx`);
  writeFileSync(list, files['list.xlsx'] ?? '');
  const sheets = await readExcelFile(list);
  const rows = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data.slice(1) ?? [];
  return { text, code, files, series: rows('Series'), documents: rows('Documents') };
}

test('the archive has every document by its number, and a list that says that none is missing', async () => {
  const { order, reference } = await server.paidRegistration();
  await server.organise('invoice', reference, ...to, '--yes');
  await server.organise('invoice', reference, '--purchase-order', '7', '--yes');
  await server.requestRefund(order.paidPaymentId ?? '', asCents(1000), 'organiser');
  await server.sendRefunds();
  const { text, code, files, series, documents } = await zipped('--year', year);
  expect(code).toBe(0);
  expect(text).toContain(
    `${year}-{n}: 4 documents, ${year}-00001 to ${year}-00004, none is missing\n`,
  );
  expect(text).toContain('1 document without a series\n');
  expect(text).toContain(`: 5 documents (${year}), 0 missing\n`);
  const known = await server.documentsOf(order.id);
  expect(Object.keys(files).toSorted()).toEqual(
    [...known.map(({ number }) => `${number}.pdf`), 'list.xlsx'].toSorted(),
  );
  const lines = await linesOfPdf(Buffer.from(files[`${year}-00003.pdf`] ?? []));
  expect(lines.join('\n')).toContain(`Replaces invoice\n${year}-00001`);
  expect(strFromU8((files[`${year}-00003.pdf`] ?? new Uint8Array()).subarray(0, 5))).toBe('%PDF-');
  const paid = order.amountCents / 100;
  expect(series).toEqual([
    [`${year}-{n}`, 'All', 4, paid - 10, -10, `${year}-00001`, `${year}-00004`, 'none', null],
    // The first invoice took the place of the receipt, which is counted already.
    [`${year}-{n}`, 'Invoice', 2, 2 * paid, paid, null, null, null, null],
    [`${year}-{n}`, 'Cancellation invoice', 1, -paid, -paid, null, null, null, null],
    [`${year}-{n}`, 'Credit note', 1, -10, -10, null, null, null, null],
    ['without a series', 'All', 1, paid, paid, null, null, null, null],
    ['without a series', 'Receipt', 1, paid, paid, null, null, null, null],
  ]);
  const list = await Array.fromAsync(
    (await sheetOf(server.organising, 'documents', undefined)).rows,
  );
  expect(documents.map(([number]) => number)).toEqual(list.map(([number]) => number));
  expect(documents[2]?.slice(0, 9)).toEqual([
    `${year}-00002`,
    'Cancellation invoice',
    reference,
    expect.any(Date),
    expect.any(String),
    expect.any(String),
    'Baltic University',
    null,
    expect.stringContaining('Speaker'),
  ]);
  expect(documents[2]).toContain(-paid);
  expect(documents[2]).toContain(`${year}-00001`);
  expect((await zipped('--year', String(Number(year) - 1))).documents).toEqual([]);
});

test('a lost document is missing in the list, and doctor reports its series', async () => {
  const { reference } = await server.paidRegistration();
  await server.organise('invoice', reference, ...to, '--yes');
  const lost = await server.db
    .selectFrom('documents')
    .selectAll()
    .where('number', '=', `${year}-00002`)
    .executeTakeFirstOrThrow();
  await server.db.deleteFrom('documents').where('number', '=', `${year}-00002`).execute();
  const { text, code, series } = await zipped();
  expect(code).toBe(1);
  expect(text).toContain('MISSING: 2');
  expect(series[0]?.[7]).toBe('2');
  const doctor = await server.ran('doctor', '--quiet');
  expect(doctor.text).toContain(
    `the series ${year}-{n} has 4 documents, but its last number is 5; missing: 2; look for the lost rows in a backup`,
  );
  await server.db.insertInto('documents').values(lost).execute();
  expect((await server.ran('doctor', '--quiet')).text).not.toContain('the series');
});

test('every missing number counts, and the first are named', async () => {
  const { db } = server;
  const { last_number: last } = await db
    .selectFrom('document_series')
    .select('last_number')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('document_series')
    .set({ last_number: last + 25 })
    .execute();
  const { text } = await zipped();
  const named = Array.from({ length: 20 }, (_, at) => last + 1 + at).join(', ');
  expect(text).toContain(`MISSING: ${named}, and 5 more\n`);
  expect(text).toContain(', 25 missing\n');
  const doctor = await server.ran('doctor', '--quiet');
  expect(doctor.text).toContain(`; missing: ${named}, and 5 more; look`);
  await db.updateTable('document_series').set({ last_number: last }).execute();
});

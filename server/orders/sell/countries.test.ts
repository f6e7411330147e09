import { beforeEach, expect, test } from 'vitest';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { aForm } from '#tests/support/author.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { figuresOf } from '#server/reports/figures.ts';
import { readersOf } from '#features/letters/letter-readers.ts';
import { planGroup } from './register-group.ts';
import { sheetOf } from '#server/reports/lists.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

/** A group whose sheet has these countries, one person each. */
function sheetWith(...countries: string[]) {
  const { rows } = aSheet(countries.map(() => 'Speaker'));
  const at = rows[0]?.indexOf('Country') ?? -1;
  return rows.map((row, index) => (index === 0 ? row : row.with(at, countries[index - 1])));
}

function registerGroup(
  rows: ReturnType<typeof sheetWith>,
  payer: Partial<typeof aPayer> = {},
): Promise<string> {
  return carriedOut(planGroup(server.organising, { rows, payer: { ...aPayer, ...payer } }));
}

async function byCountry() {
  return (await figuresOf(server.db, server.content)).byCountry;
}

async function countReaders(selection: string): Promise<number> {
  return (await readersOf(server.organising, selection)).length;
}

async function countriesInSheet(name: string): Promise<unknown[]> {
  const { columns, rows } = await sheetOf(server.organising, name);
  const at = columns.findIndex(({ title }) => title === 'Country');
  const cells: unknown[] = [];
  for await (const row of rows) cells.push(row[at]);
  return cells;
}

test('all spellings of a country in a sheet are one country in the report, in letters and in spreadsheets', async () => {
  const typed = ['Deutschland', 'UK', 'DE', 'germany', 'Hong Kong, China'];
  const said = await registerGroup(sheetWith(...typed), { country: 'Deutschland' });
  const { order, path } = await server.linkedOrder(said);
  expect(order.customer.country).toBe('Germany');
  await server.payLink(path);
  expect(await byCountry()).toEqual([
    { label: 'Germany', count: 3 },
    { label: 'Hong Kong', count: 1 },
    { label: 'United Kingdom', count: 1 },
  ]);
  for (const [country, readers] of [
    ['Germany', 3],
    ['de', 3],
    ['Allemagne', 3],
    ['Hong Kong', 1],
    ['Hong Kong, China', 1],
    ['HK', 1],
    ['Great Britain', 1],
    ['France', 0],
  ] as const) {
    expect(await countReaders(`registered, country=${country}, speaker`), country).toBe(readers);
  }
  expect((await countriesInSheet('participants')).toSorted()).toEqual(
    ['Germany', 'Germany', 'Germany', 'Hong Kong', 'United Kingdom'].toSorted(),
  );
});

test('the endpoints of the forms know every spelling, and keep an unknown country as typed', async () => {
  const { json } = await server.post('/api/registration/register', {
    ...aPerson({ country: 'Deutschland' }),
    presentationType: 'SPEAKER',
  });
  expect(json).toMatchObject({ success: true });
  const { path, body } = await server.aCheckout({}, { country: 'USA' });
  expect((await server.post(path, body)).status).toBe(200);
  await server.post('/api/registration/register', {
    ...aPerson({ country: 'Atlantis' }),
    presentationType: 'SPEAKER',
  });
  expect(await byCountry()).toEqual([
    { label: 'Atlantis', count: 1 },
    { label: 'Germany', count: 1 },
    { label: 'United States', count: 1 },
  ]);
  expect((await server.submit({ form: aForm({ country: 'UK' }) })).status).toBe(200);
  expect(await countriesInSheet('abstracts')).toEqual(['United Kingdom']);
  const [abstract] = await server.db.selectFrom('abstracts').select('country').execute();
  const [order] = await server.db.selectFrom('orders').select('payer_country').execute();
  expect(abstract?.country).toBe('United Kingdom');
  expect(order?.payer_country).toBe('United States');
});

test('an old row with another spelling counts for its country', async () => {
  for (const country of ['Turkey', 'Germany']) {
    await server.post('/api/registration/register', {
      ...aPerson({ country }),
      presentationType: 'SPEAKER',
    });
    await server.submit({ form: aForm({ country }) });
  }
  for (const table of ['participants', 'abstracts'] as const) {
    await server.db
      .updateTable(table)
      .set({ country: 'Turkey' })
      .where('country', '=', 'Türkiye')
      .execute();
  }
  expect(await byCountry()).toContainEqual({ label: 'Türkiye', count: 1 });
  expect(await countReaders('registered, country=TR')).toBe(1);
  expect(await countReaders('abstracts, country=Türkei')).toBe(1);
  for (const sheet of ['participants', 'abstracts'] as const) {
    expect((await countriesInSheet(sheet)).toSorted()).toEqual(['Germany', 'Türkiye']);
  }
  const found = await server.organise('find', 'lab.example', '--json');
  expect(found).not.toContain('Turkey');
});

test('an unknown country that an organiser types is refused, with its row and the most similar country', async () => {
  const rows = sheetWith('Germany', 'Germnay', 'Atlantis');
  await expect(registerGroup(rows)).rejects.toThrow(
    [
      'row 3, Country: "Germnay" is not a known country: is it Germany?',
      'row 4, Country: "Atlantis" is not a known country: write its English name, its code, or Other.',
    ].join('\n'),
  );
  const good = sheetWith('Germany');
  await expect(registerGroup(good, { country: 'Frnace' })).rejects.toThrow('is it France?');
  await expect(countReaders('country=Frnace')).rejects.toThrow('"frnace" is not a known country');

  const { order } = await server.linkedOrder(await registerGroup(good));
  const correct = (country: string) =>
    carriedOut(server.planCorrection({ reference: order.reference, country }));
  await expect(correct('Frnace')).rejects.toThrow('is it France?');
  await expect(correct('Deutschland')).rejects.toThrow('says that already');
  expect(await correct('Viet Nam')).toContain('Corrected.');
  expect(await byCountry()).toEqual([{ label: 'Germany', count: 1 }]);
});

import { planDecisions } from '#server/abstract/decide-abstracts.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { newId } from '#tests/support/seed.ts';
import { insertOrder } from '#server/orders/orders.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aPerson, openedCheckout, payAt } from '#tests/support/visitor.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function found(text: string, isJson = false): Promise<string> {
  return organise(testContext(server), 'find', text, ...(isJson ? ['--json'] : []));
}

test('an empty log says that nothing was changed', async () => {
  const log = await organise(testContext(server), 'log');
  expect(log).toBe('Nothing was changed yet.\n');
});

test('a person is found by a part of the name, address, institute or reference', async () => {
  const { url, sessionId, person } = await openedCheckout(server);
  await payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const [one] = JSON.parse(await found(person.email.toUpperCase(), true));
  expect(one).toMatchObject({ state: 'CONFIRMED', email: person.email, provider: 'stripe' });
  expect(one.paidAt).toMatch(/^\d{4}-.*Z$/);
  for (const text of [person.name, person.instituteOrUniversity, one.reference.toLowerCase()]) {
    expect(await found(text)).toContain(`${one.reference}  CONFIRMED`);
  }
});

test('a registration without a checkout has no reference, and a search without results prints a sentence', async () => {
  const person = { ...aPerson(), presentationType: 'SPEAKER' };
  await server.post('/api/registration/register', person);
  expect(await found(person.email)).toMatch(/^ {16}REGISTERED/);
  expect(await found('')).toContain(person.email);
  expect(await found('no such text')).toBe('Nobody has “no such text”.\n');
});

test('a search finds authors of abstracts and payers of groups', async () => {
  const form = aForm({ organizationName: 'Laboratory of Long Chains' });
  const { json } = await submit(server, { form });
  const reference = String(json['reference']);
  expect(await found('long chains')).toMatch(new RegExp(`^${reference} +RECEIVED`));
  const { sessionId } = await openedCheckout(server);
  const { order } = await recordsOf(server, sessionId);
  const payer = { ...order.customer, name: 'Faculty Office', institute: 'Faculty of Long Chains' };
  const group = {
    ...order,
    id: newId(),
    offeredBy: 'office',
    items: order.items.map((item) => ({ ...item, id: newId() })),
    dedupeKey: newId(),
    reference: 'PS26-GR0P-0001',
    customer: payer,
    receiptToken: newId(),
  };
  await inTransaction(server.db, (tx) => insertOrder(tx, group));
  expect(JSON.parse(await found('long chains', true))).toMatchObject([
    { kind: 'payer', reference: group.reference, name: payer.name },
    { kind: 'abstract', reference, email: form['email'] },
  ]);
  const decided = { outcome: 'ACCEPTED' as const, presentation: undefined, slot: undefined };
  const decisions = [{ row: 2, reference, decided }];
  await carriedOut(planDecisions(server.organising, { decisions, isSending: false }));
  expect(await found('long chains')).toMatch(new RegExp(`^${reference} +ACCEPTED`, 'm'));
});

test.each([
  ['Sunniva Håkonsen', 'hakonsen'],
  ['Łukasz Bąk', 'Lukasz Bak'],
  ['Søren Kjær', 'Kjaer'],
  ['Ayşe Yıldız', 'yildiz'],
  ['Jürgen Strauß', 'strauss'],
  ['Jürgen Strauß', 'Juergen'],
  ['Joerg Mueller', 'Müller'],
  ['Đặng Thị Hoa', 'Dang Thi'],
  ['Sean O’Neil', "O'Neil"],
  ['Marie‑Claire Dubois', 'Marie-Claire'],
  ['王小明', '王 小明'],
  ['Peter van der Berg', 'Dr. Peter van der Berg'],
])('%s is found by %s', async (name, typed) => {
  await server.post('/api/registration/register', {
    ...aPerson({ name }),
    presentationType: 'SPEAKER',
  });
  expect(await found(typed)).toContain(name);
});

test('each result names other participants with the same address', async () => {
  const one = aPerson({ name: 'Ada Lovelace' });
  for (const name of ['Ada Lovelace', 'Dr. Ada Lovelace', 'Charles Babbage']) {
    const body = { ...one, name, presentationType: 'SPEAKER' };
    await server.post('/api/registration/register', body);
  }
  const lines = (await found(one.email)).trim().split('\n');
  expect(lines.map((line) => line.split('  (')[1])).toEqual([
    'same address as Charles Babbage)',
    'same address as Charles Babbage)',
    'same address as Ada Lovelace)',
  ]);
});

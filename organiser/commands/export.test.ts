import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aForm } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { exportJsonLines } from './export.ts';

const server = await startTestSite();

async function exported(): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const { count, elsewhere } = await exportJsonLines(
    server.db,
    server.files.store,
    async (line) => {
      lines.push(line);
    },
  );
  expect(lines).toHaveLength(count);
  expect(elsewhere).toBeUndefined();
  return lines.map((line) => JSON.parse(line));
}

test('an export of nothing is empty', async () => {
  expect(await exported()).toEqual([]);
});

test('an export has registration, order and payment with their states and cents', async () => {
  const { person, sessionId, totalPrice } = await server.leftCheckout();
  await server.control.settled();
  const { name, email } = person;
  const amountCents = Math.round(totalPrice * 100);
  expect(await exported()).toMatchObject([
    { type: 'registration', name, email, state: 'CONFIRMED' },
    { type: 'order', name, email, state: 'CONFIRMED', amountCents, currency: 'EUR' },
    { type: 'payment', name, email, state: 'PAID', amountCents, providerRef: sessionId },
    { type: 'document', name, email, state: 'ISSUED', kind: 'receipt', totalCents: amountCents },
  ]);
});

test('an export has a discount registration as a record of its own', async () => {
  const { email, ...person } = aPerson();
  const request = {
    ...person,
    customerEmail: email,
    description: 'Agreed with the secretary',
    unitAmount: '105.00',
    quantity: 1,
    currency: 'eur',
    successUrl: `${server.origin}/payment-success`,
    cancelUrl: `${server.origin}/payment-failure`,
  };
  expect((await server.post('/api/discounts/create-session', request)).status).toBe(200);
  expect((await exported()).filter((record) => record['email'] === email)).toMatchObject([
    {
      type: 'registration',
      kind: 'discount',
      state: 'AWAITING_PAYMENT',
      amountCents: 10_500,
      description: request.description,
      institute: person.instituteOrUniversity,
    },
    { type: 'order', kind: 'discount', institute: person.instituteOrUniversity },
    { type: 'payment', state: 'OPEN', moves: [{ to: 'NEW' }, { from: 'NEW', to: 'OPEN' }] },
  ]);
});

test('an export has abstracts with the digest of the stored bytes', async () => {
  const form = aForm();
  const bytes = aPdf(70_000);
  const { json } = await server.submit({ form, bytes, name: 'talk.pdf' });
  const lines = await exported();
  expect(lines.filter(({ type }) => type === 'abstract')).toMatchObject([
    {
      name: form['name'],
      email: form['email'],
      state: 'RECEIVED',
      reference: json['reference'],
      sessionId: form['sessionId'],
      fileName: 'talk.pdf',
      bytes: 70_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      isIntact: true,
    },
  ]);
});

test('an export names missing files, and continues', async () => {
  await server.submit();
  for (const key of await server.files.listStored()) {
    await rm(join(server.files.dataDir, 'files', key));
  }
  const abstracts = (await exported()).filter(({ type }) => type === 'abstract');
  expect(abstracts).toHaveLength(2);
  for (const line of abstracts) expect(line).toMatchObject({ sha256: null, isIntact: false });
});

test('a text that begins like a formula stays inside quotes, and no line begins with it', async () => {
  const name = '=HYPERLINK("http://evil.example";"click")';
  const institute = '@SUM(1+1)*cmd|calc!A0';
  const person = aPerson({ name, instituteOrUniversity: institute });
  const request = { ...person, registrationType: 'REGISTRATION_ONLY', presentationType: 'SPEAKER' };
  expect((await server.post('/api/registration/register', request)).status).toBe(200);
  const lines: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
  const found = lines.filter((line) => line.includes('HYPERLINK'));
  expect(found).toHaveLength(1);
  expect(JSON.parse(found[0] ?? '')).toMatchObject({ name, institute });
  for (const line of lines) expect(line).toMatch(/^\{"type":"[a-z]+",.*\}\n$/);
});

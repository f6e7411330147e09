import { planDecisions } from '#features/programme/decide-abstracts.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction } from '#server/database/database.ts';
import { newId } from '#tests/support/seed.ts';
import { insertOrder } from '#server/orders/rows/orders.ts';
import { aForm } from '#tests/support/author.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { commands } from '#organiser/commands.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';

const server = await startTestSite();

function found(text: string, isJson = false): Promise<string> {
  return server.organise('find', text, ...(isJson ? ['--json'] : []));
}

test('an empty log says that nothing was changed', async () => {
  const log = await server.organise('log');
  expect(log).toBe('Nothing was changed yet.\n');
});

test('a person is found by a part of the name, address, institute or reference', async () => {
  const { person } = await server.paidCheckout();
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
  expect(await found(`Ada <${person.email}>`)).toMatch(/^ {16}REGISTERED/);
  for (const text of ['no such text', 'lab/zz', 'PS26/QQQQ/YYYY', 'lab?zz', 'lab#zz']) {
    expect(await found(text)).toBe(`Nobody has “${text}”.\n`);
  }
});

test('a search finds authors of abstracts and payers of groups', async () => {
  const form = aForm({ organizationName: 'Laboratory of Long Chains' });
  const { json } = await server.submit({ form });
  const reference = String(json['reference']);
  expect(await found('long chains')).toMatch(new RegExp(`^${reference} +RECEIVED`));
  const { sessionId } = await server.openedCheckout();
  const { order } = await server.recordsOf(sessionId);
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

const PASTED = [
  (reference: string) => ` ${reference.toLowerCase()}.`,
  (reference: string) => reference.replaceAll('-', '\u2011'),
  (reference: string) => reference.replaceAll('-', ' – '),
  (reference: string) => `“${reference.replaceAll('-', '\u00a0')}”,`,
  (reference: string) => `Ref. ${reference.replaceAll('-', '')}`,
  (reference: string) => reference.replaceAll('0', 'O').replaceAll('1', 'l'),
  (reference: string) => reference.replaceAll('-', '\u00ad-\n'),
  (reference: string) => `https://plenary.example/people/${reference}`,
  (reference: string) =>
    reference.replaceAll('-', 'ß').replaceAll(/[YZ]/g, (sign) => (sign === 'Y' ? 'Z' : 'Y')),
];

/** One order and one abstract for all commands, which only show what they would do. */
let pasted: Promise<{ order: string; abstract: string }>;
beforeAll(() => {
  pasted = (async () => {
    const { sessionId } = await server.paidCheckout();
    const { order } = await server.recordsOf(sessionId);
    const { json } = await server.submit();
    return { order: order.reference, abstract: String(json['reference']) };
  })();
});

/** The other values that a command needs, so that it reads the order or the abstract. */
const MORE: Readonly<Record<string, string[]>> = {
  correct: ['--institute', 'Institute of Corrections'],
  move: ['--type', 'poster'],
  cancel: ['--amount', '0'],
  ask: ['--name', 'Greta Glas', '--institute', 'Glassworks', '--country', 'Germany'],
};

/** Every command with a field for a reference, and what a person types behind its name. */
const withReference = commands.flatMap((each) => {
  const field = Object.values(each.fields).find(
    ({ kind }) => kind === 'reference' || kind === 'abstract',
  );
  return field ? [[[each.name, each.when].filter(Boolean).join(' '), each, field] as const] : [];
});

test.each(withReference)(
  '%s takes a reference as people paste and scan it',
  async (_, each, of) => {
    const context = { ...testContext(server), content: withTransfers() };
    const { order, abstract } = await pasted;
    const reference = of.kind === 'abstract' ? abstract : order;
    const values: Partial<Record<string, string>> = {
      amount: '1.00',
      date: '2026-01-01',
      email: 'ada@lab.example',
      question: 'diet',
      document: join(testFolder(), 'paper.pdf'),
    };
    writeFileSync(values['document'] ?? '', aPdf());
    const answer = async (typed: string) => {
      const folder = testFolder();
      const args = each.when === undefined ? [...(MORE[each.name] ?? [])] : [];
      if (each.when !== undefined && !isNeeded(each.when)) args.push(each.when);
      for (const field of Object.values(each.fields)) {
        const isOption = field.typed.startsWith('--');
        const option = isOption ? [field.typed.split(' ')[0] ?? ''] : [];
        const isIt = field === of;
        if (!isIt && (field.otherwise !== undefined || field.kind === 'flag')) continue;
        if (!isIt && field.many) continue;
        const file = join(folder, `a${field.endings?.[0] ?? ''}`);
        const value = isIt ? typed : field.kind === 'file' ? file : (values[field.kind] ?? 'x');
        args.push(...option, value);
      }
      const said = await organise(context, each.name, ...args).catch(
        ({ message }: Error) => message,
      );
      return said
        .replaceAll(folder, '')
        .replaceAll(/Already checked in.*|Not checked in.*/g, 'Checked in.');
    };
    const isNeeded = (when: string) =>
      Object.values(each.fields).some(({ typed }) => typed.startsWith(`${when} `));
    const usual = await answer(reference);
    expect(usual).not.toMatch(/There is no (?:order|abstract|registration)/);
    // Three spellings for each command are all of them for three commands.
    const first = withReference.findIndex(([, other]) => other === each) * 3;
    for (const at of [first, first + 1, first + 2]) {
      const paste = PASTED[at % PASTED.length] ?? String;
      expect(await answer(paste(reference))).toBe(usual);
    }
  },
);

test('a command names what it does not find among several references', async () => {
  needsFeatures('badges', 'desk');
  const { order: reference } = await pasted;
  const folder = testFolder();
  const badges = (...typed: string[]) =>
    server.organise('badges', join(folder, `${typed.length}.pdf`), ...typed);
  expect(await badges(...reference.replaceAll('-', ' ').split(' '))).toContain('badges: 1');
  await expect(badges(reference, 'PS26-AAAA-BBBB')).rejects.toThrow('PS26-AAAA-BBBB');
  await expect(server.organise('refund', `${reference}-2`)).rejects.toThrow(
    `There is no order ${reference}-2.`,
  );
  const parts = reference.split('-');
  expect(await server.organise('refund', ...parts)).toContain(reference);
  // A name in any script is no part of the reference before it.
  for (const name of ['Nobody', 'סופיה כהן', 'محمد', 'Ольга', '高森']) {
    await expect(server.organise('checkin', reference, name)).rejects.toThrow(
      `Nobody of ${reference} is called “${name}”`,
    );
  }
});

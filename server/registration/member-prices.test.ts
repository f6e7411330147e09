import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Content } from '#contract/content.ts';
import { inTransaction } from '#server/database/database.ts';
import { addMembers, removeMembers } from '#features/members/members.ts';
import { findOrderByReference } from '#server/orders/rows/orders.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withOnlyFor } from '#tests/support/fixture-prices.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { newId } from '#tests/support/seed.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const content: Content = {
  ...fixtureContent,
  prices: withOnlyFor(fixtureContent.prices, 'student', 'members'),
};

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite({ content });
  await list({ number: 'MS 1001' }, { number: 'MS1002', email: 'Bea@Society.example' });
});

function list(...members: { number?: string; email?: string }[]) {
  return inTransaction(server.db, (tx) =>
    addMembers(tx, members, { newId, now: server.clock.now().toISOString() }),
  );
}

async function asMember(membershipNumber: string | undefined, traits = {}) {
  const checkout = await server.aCheckout({ presentationType: 'STUDENT' }, traits);
  const body = { ...checkout.body, ...(membershipNumber !== undefined && { membershipNumber }) };
  return server.post(checkout.path, body);
}

const refused = {
  status: 400,
  json: { code: 'bad-request', fields: ['membershipNumber'] },
};

describe('a price for members', () => {
  test('is had with a number of the list, in any spelling, or with its mail address', async () => {
    expect((await asMember(' ms1001 ')).status).toBe(200);
    expect((await asMember(undefined, { email: 'bea@society.example' })).status).toBe(200);
  });

  test.each([
    ['1.0.0 kept it with zeros', '456', 'with zeros'],
    ['the list has zeros', '00456', '456'],
    ['the list lost them in Excel', '456', '00456'],
    ['a program wrote a fraction', '456.0', '00-456'],
    ['a format has decimals', '456,00', ' 456'],
    ['a cell begins with an apostrophe', "'00456", '456'],
    ['a formula protects the zeros', '="00456"', '456'],
    ['blanks do not break', '00\u00a0456', '00 456'],
    ['a thousand has a comma', '12,000', '12000'],
  ])('%s: %j on the list is had by %j', async (_, listed, typed) => {
    await inTransaction(server.db, (tx) => removeMembers(tx));
    await list({ number: listed });
    if (typed === 'with zeros') {
      const { hash_key: key } = await server.db
        .selectFrom('member_list')
        .select('hash_key')
        .executeTakeFirstOrThrow();
      const digest = createHmac('sha256', key).update('number 00456').digest('base64url');
      await server.db.updateTable('members').set({ number_hash: digest }).execute();
      expect((await asMember('456')).status).toBe(200);
      await list({ number: '456' }, { number: '0456' }, { number: '789' });
      expect((await server.everyRow())['members']).toHaveLength(2);
      for (const again of ['456', '00456']) expect(await asMember(again)).toMatchObject(refused);
      return;
    }
    expect((await asMember(typed)).status).toBe(200);
    expect(await asMember(`x${typed}`)).toMatchObject(refused);
  });

  test('is refused without a number, with another one, and by PayPal, in the same words', async () => {
    const words = new Set<unknown>();
    for (const number of [undefined, '', '9999', 'MS1001 OR 1=1']) {
      const answer = await asMember(number);
      expect(answer).toMatchObject(refused);
      words.add(answer.json['message']);
    }
    expect((await asMember('MS1001')).status).toBe(200);
    const used = await asMember('MS1001');
    expect(used).toMatchObject(refused);
    words.add(used.json['message']);
    expect(words.size).toBe(1);
    const checkout = await server.aCheckout({ presentationType: 'STUDENT' });
    const paypal = await server.post('/api/payment/paypal/create', server.aPaypalRequest(checkout));
    expect(paypal).toMatchObject(refused);
    expect((await server.everyRow())['orders']).toHaveLength(1);
  });

  test('does not follow from a total that the browser sends', async () => {
    const { path, body } = await server.aCheckout({ presentationType: 'DELEGATE' });
    const cheap = { ...body, membershipNumber: 'MS1001', unitAmount: 208.95 };
    expect(await server.post(path, cheap)).toMatchObject({ json: { code: 'price-changed' } });
    const other = { ...cheap, presentationType: 'STUDENT' };
    expect(await server.post(path, other)).toMatchObject({ json: { code: 'price-changed' } });
  });

  test('is given once to a number and to the address of the same member', async () => {
    expect((await asMember('MS1002')).status).toBe(200);
    expect(await asMember(undefined, { email: 'bea@society.example' })).toMatchObject(refused);
  });

  test('belongs to the same person again, who goes back to the form', async () => {
    const traits = { name: 'Ada Kowalska', email: 'ada@lab.example' };
    expect((await asMember('MS1001', traits)).status).toBe(200);
    const changed = await asMember('MS1001', { ...traits, phone: '+46 8 5550 999' });
    expect(changed.status).toBe(200);
  });

  test('belongs to the same order after an organiser corrects the address', async () => {
    const traits = { name: 'Ada Kowalska', phone: '+46 8 5550 1' };
    expect((await asMember('MS1001', { ...traits, email: 'ada@lab.example' })).status).toBe(200);
    const [order] = await server.db.selectFrom('orders').selectAll().execute();
    const address = ['--email', 'ada@new.example', '--yes'];
    await server.organise('correct', order?.reference ?? '', ...address);
    expect((await asMember('MS1001', { ...traits, email: 'ada@new.example' })).status).toBe(200);
    expect((await server.everyRow())['orders']).toHaveLength(1);
  });

  test('is free again after the cancellation of its place, and not before', async () => {
    const checkout = await paidMember('MS1001');
    expect(await asMember('MS1001')).toMatchObject(refused);
    const run = (...args: string[]) => server.organise(...args);
    await run('cancel', checkout.reference, '--amount', '10.00', '--send');
    expect((await asMember('MS1001')).status).toBe(200);
    await expect(run('cancel', checkout.reference, '--undo', '--send')).rejects.toThrow(
      'for members',
    );
  });

  test('is free again after a move to another type, and a participant cannot move to it', async () => {
    const { reference } = await paidMember('MS1001');
    const move = server.planMove({ reference, type: 'listener' });
    const { path } = await server.linkedChange(await carriedOut(move));
    expect(await asMember('MS1001')).toMatchObject(refused);
    await server.payLink(path);
    expect((await asMember('MS1001')).status).toBe(200);
    const { reference: other } = await server.paidRegistration({ presentationType: 'DELEGATE' });
    const participant = { ...server.organising, actor: 'participant' };
    await expect(planMove(participant, { reference: other, type: 'student' })).rejects.toThrow(
      'Only an organiser',
    );
  });

  test('goes to nobody else by the own page', async () => {
    const { reference } = await paidMember('MS1001');
    const order = await findOrderByReference(server.db, reference);
    const own = `/registration/${await server.pageTokenOf(order?.customer.email ?? '')}`;
    expect((await server.openPage(own)).text).not.toContain('/hand-over"');
    expect((await server.openPage(`${own}/hand-over`)).status).toBe(409);
    const delegate = await server.paidRegistration({ presentationType: 'DELEGATE' });
    const other = pathOf(delegate.order);
    expect((await server.openPage(other)).text).toContain('/hand-over"');
  });

  test('ends with the list, for those who have not paid', async () => {
    await inTransaction(server.db, (tx) => removeMembers(tx));
    expect(await asMember('MS1001')).toMatchObject(refused);
  });

  test('cannot be waited for', async () => {
    const choice = 'registrationOnly,student,1,0';
    const page = await fetch(`${server.origin}/waiting-list?choice=${choice}`);
    expect(page.status).toBe(404);
    const answer = await fetch(`${server.origin}/waiting-list`, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'student', name: 'Ada', email: 'ada@lab.example' }),
    });
    expect(answer.status).toBe(404);
  });
});

async function paidMember(membershipNumber: string) {
  const { path, body } = await server.aCheckout({ presentationType: 'STUDENT' });
  const { json } = await server.post(path, { ...body, membershipNumber });
  await server.payAt(String(json['url']));
  await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  const order = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(order.state).toBe('CONFIRMED');
  return { reference: order.reference };
}

test('wrong numbers of one network are soon answered no more, right ones included', async () => {
  await server.close();
  server = await startTestSite({ content, rateLimit: true });
  await list({ number: '7' });
  for (let wrong = 0; wrong < 10; wrong += 1)
    expect(await asMember(`x${wrong}`)).toMatchObject(refused);
  expect(await asMember('7')).toMatchObject({ status: 429, json: { code: 'too-many-requests' } });
});

test('a group sheet has a column for the numbers, and names each mistake by its row', async () => {
  const numbered = (types: string[]) => {
    const { rows } = aSheet(types, ['no', '', '', '', 'MS1001']);
    rows[0]?.push('Membership number');
    return rows;
  };
  const rows = numbered(['Student', 'Student', 'Student', 'Speaker']);
  const third = rows[3];
  if (third) third[10] = '404';
  const group = server.planGroup({ rows, payer: aPayer });
  await expect(group).rejects.toThrow(/row 3, .*same member as in row 2\nrow 4, .*neither/);
  const good = numbered(['Student', 'Speaker']);
  const plan = server.planGroup({ rows: good, payer: aPayer });
  expect(await carriedOut(plan)).toContain('/pay/');
  expect(await carriedOut(server.planGroup({ rows: good, payer: aPayer }))).toBe('Nothing is new.');
});

test('a number that a spreadsheet program shortened is named, and joins no list', async () => {
  const path = join(testFolder(), 'members.csv');
  for (const number of ['1.23E+11', '1,23457e+15', '4E+11']) {
    writeFileSync(path, `Membership number;Remark\n${number};1.0E+2\n`);
    await expect(server.organise('members', path)).rejects.toThrow(
      `row 2, Membership number: "${number}" is a number that the spreadsheet program shortened`,
    );
  }
  await writeSheetFile(path, [['Number'], [1_234_567_890_123_456]]);
  await expect(server.organise('members', path)).rejects.toThrow('shortened');
});

test('a list of members is kept as digests, counted, replaced and emptied by a command', async () => {
  const run = (...args: string[]) => server.organise(...args);
  const folder = testFolder();
  const path = join(folder, 'members.xlsx');
  await writeSheetFile(path, [
    ['Mitgliedsnummer', 'Email'],
    ['A 1', 'ada@society.example'],
    ['a1', ''],
    ['', 'Eve@Society.example'],
  ]);
  expect(await run('members', path)).toContain('Nothing was changed.');
  expect(await run('members', path, '--yes')).toContain('Added: 2. Members on the list: 4.');
  expect(await run('members', path, '--replace', '--yes')).toContain('on the list: 2.');
  expect(JSON.stringify(await server.everyRow())).not.toMatch(/society\.example|"A ?1"/i);
  expect(await run('members')).toBe('Members on the list: 2.\n');
  expect(await run('members', '--remove', 'EVE@society.example', '--yes')).toContain('list: 1.');
  expect(await run('members', '--remove', 'all', '--yes')).toContain('list: 0.');
  expect(JSON.stringify(server.log)).not.toContain('society.example');
});

test('an erasure takes the person off the list and the membership off the place', async () => {
  const { reference } = await paidMember('MS1001');
  const order = await findOrderByReference(server.db, reference);
  const email = order?.customer.email ?? '';
  await server.organise('person', 'erase', email, '--yes', '--even-paid');
  const rows = await server.everyRow();
  expect(rows['order_items']?.map(({ member_key }) => member_key)).toEqual([null, null]);
  expect(rows['members']).toHaveLength(1);
});

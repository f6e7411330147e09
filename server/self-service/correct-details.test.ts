import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOrder, type Order } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { listActivities } from '#server/operations/activities.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { aGroup, carriedOut } from '#tests/support/a-group.ts';
import {
  actThrough,
  fieldsOf,
  fillIn,
  mailsTo,
  openPage,
  pathOf,
  sendForm,
} from '#tests/support/own-page.ts';
import {
  aPaidGroup,
  paidRegistration,
  unpaidRegistration,
} from '#tests/support/paid-registration.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const detailsOf = (owner: { pageToken: string }) => `${pathOf(owner)}/details`;
const orderNow = ({ id }: Pick<Order, 'id'>) => getOrder(server.db, id);

test('a participant corrects the own name and institute, and gets a corrected receipt', async () => {
  const { order, person, reference } = await paidRegistration(server);
  const form = await openPage(server, detailsOf(order));
  expect(fieldsOf(form.text)).toMatchObject({
    name: person.name,
    institute: person.instituteOrUniversity,
    phone: person.phone,
    country: 'Sweden',
  });
  const { check, done } = await actThrough(server, detailsOf(order), {
    name: ' Mira Lindquist ',
    institute: 'Institute of Gels',
  });
  expect(check.words).toContain(
    `Name changes from ${person.name} to Mira Lindquist. Institute changes from ${person.instituteOrUniversity} to Institute of Gels. A corrected receipt is issued and mailed to you; the earlier one is marked as replaced.`,
  );
  expect(done).toMatchObject({ status: 303, location: `${pathOf(order)}?notice=corrected` });
  const page = await openPage(server, done.location);
  expect(page.status).toBe(200);
  expect(page.words).toContain('The details are corrected.');
  expect(page.text).toContain('Mira Lindquist');
  expect(page.text).toContain(`${server.content.mails.receipt.code} ${reference}`);

  expect((await orderNow(order)).customer).toMatchObject({
    name: 'Mira Lindquist',
    institute: 'Institute of Gels',
    email: person.email,
  });
  expect((await documentsOf(server.db, order.id)).map(({ number }) => number)).toEqual([
    reference,
    `${reference}-R2`,
  ]);
  expect((await openPage(server, `/receipt/${order.receiptToken}`)).text).toContain(
    `${reference}-R2`,
  );
  expect(await listActivities(server.db, { reference })).toMatchObject([
    {
      who: 'participant',
      action: 'correct',
      words: expect.stringContaining(`name: ${person.name} becomes Mira Lindquist`),
    },
  ]);
  const lines = await mailsTo(server, server.content.conference.secretary.email);
  expect(lines.filter(({ text }) => text.includes('becomes Mira Lindquist'))).toMatchObject([
    { kind: 'own-act-for-secretary' },
  ]);
});

test('a new telephone number needs no new receipt', async () => {
  const { order } = await paidRegistration(server);
  const { check, done } = await actThrough(server, detailsOf(order), { phone: '+46 8 1' });
  expect(check.words).not.toContain('receipt');
  expect(done.location).toContain('notice=corrected');
  expect((await orderNow(order)).customer.phone).toBe('+46 8 1');
  expect(await documentsOf(server.db, order.id)).toHaveLength(1);
});

test('opening the form or the page that says what will happen changes nothing', async () => {
  const { order } = await paidRegistration(server);
  await server.sandbox.control.settled();
  const before = await everyRow(server.db);
  await openPage(server, `${pathOf(order)}/address`);
  await openPage(server, `${pathOf(order)}/hand-over`);
  await fillIn(server, detailsOf(order), { name: 'Someone Else' });
  expect(await everyRow(server.db)).toEqual(before);
});

test('a double press corrects once, and both presses say that it is done', async () => {
  const { order, reference } = await paidRegistration(server);
  const check = await fillIn(server, detailsOf(order), { name: 'Mira Berg' });
  const press = () => sendForm(server, detailsOf(order), fieldsOf(check.text));
  const presses = await Promise.all([press(), press(), press()]);
  for (const { status, location } of [...presses, await press()]) {
    expect({ status, location }).toEqual({
      status: 303,
      location: `${pathOf(order)}?notice=corrected`,
    });
  }
  expect(await documentsOf(server.db, order.id)).toHaveLength(2);
  expect(await listActivities(server.db, { reference })).toHaveLength(1);
});

test('of two tabs the later reads that the registration has changed, and nothing is overwritten', async () => {
  const { order } = await paidRegistration(server);
  const [one, two] = await Promise.all(
    ['Mira One', 'Mira Two'].map((name) => fillIn(server, detailsOf(order), { name })),
  );
  const first = await sendForm(server, detailsOf(order), fieldsOf(one?.text ?? ''));
  const second = await sendForm(server, detailsOf(order), fieldsOf(two?.text ?? ''));
  expect(first.location).toContain('notice=corrected');
  expect(second).toMatchObject({
    status: 303,
    location: `${pathOf(order)}?notice=changedMeanwhile`,
  });
  expect((await openPage(server, second.location)).words).toContain('has changed');
  expect((await orderNow(order)).customer.name).toBe('Mira One');
});

test('an organiser who corrects meanwhile wins, and the participant sees the new state', async () => {
  const { order, reference } = await paidRegistration(server);
  const form = await openPage(server, detailsOf(order));
  await carriedOut(
    planCorrection(server.organising, { reference, institute: 'Institute of Gels' }),
  );
  const stale = await sendForm(server, detailsOf(order), {
    ...fieldsOf(form.text),
    name: 'Mira Berg',
  });
  expect(stale.location).toContain('notice=changedMeanwhile');
  expect((await orderNow(order)).customer).toMatchObject({ institute: 'Institute of Gels' });
  expect((await orderNow(order)).customer.name).not.toBe('Mira Berg');
  const forged = await sendForm(server, detailsOf(order), { name: 'Mira', confirm: 'yes' });
  expect(forged.status).toBe(400);
});

test('the same entries again are nothing to correct', async () => {
  const { order } = await paidRegistration(server);
  const same = await fillIn(server, detailsOf(order));
  expect(same.status).toBe(409);
  expect(same.words).toContain('there is nothing to correct');
});

test.each([
  ['an empty name', 'name', ''],
  ['a name of blanks', 'name', '  '],
  ['a second header in a name', 'name', 'Mira\r\nBcc: all@lab.example'],
  ['a name of 5,000 letters', 'name', 'x'.repeat(5000)],
  ['a control character', 'institute', 'Institute\u0007'],
  ['a mark of direction alone', 'institute', '\u202e'],
  ['a telephone number of 61 digits', 'phone', '1'.repeat(61)],
  ['an unknown country', 'country', 'Atlantis'],
])('%s is refused beside its field, and nothing changes', async (_, field, text) => {
  const { order } = await paidRegistration(server);
  const form = await openPage(server, detailsOf(order));
  const fields = { ...fieldsOf(form.text), [field]: text };
  for (const answer of [
    await sendForm(server, detailsOf(order), fields),
    await sendForm(server, detailsOf(order), { ...fields, confirm: 'yes' }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`id="${field}-mistake"`);
    expect(answer.text).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
  }
  expect((await orderNow(order)).version).toBe(order.version);
});

test('HTML and marks of direction in an entry are plain text on every page and in the mail', async () => {
  const { order, person } = await paidRegistration(server);
  const name = '"><script>alert(1)</script>\u202e Mira';
  const { check, done } = await actThrough(server, detailsOf(order), { name });
  const page = await openPage(server, done.location);
  const form = await openPage(server, detailsOf(order));
  const wrong = await fillIn(server, detailsOf(order), { country: '' });
  for (const { text } of [check, page, form, wrong]) {
    expect(text).toContain('&#60;script&#62;');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('\u202e');
  }
  expect((await mailsTo(server, person.email)).at(-1)?.text).not.toContain('\u202e');
});

test('the payer of a group corrects the own entries and those of each person', async () => {
  const { order, members } = await aPaidGroup(server);
  const [first] = members;
  const page = await openPage(server, pathOf(order));
  const path = `${pathOf(order)}/people/${first.id}/details`;
  expect(page.text).toContain(`href="${path}"`);
  expect(page.text).not.toContain(`href="${pathOf(order)}/hand-over"`);

  const ofPerson = await actThrough(server, path, { name: 'Oona Järvi' });
  expect(ofPerson.check.words).toContain(
    `Name changes from ${first.name} to Oona Järvi. A corrected receipt is issued and mailed to you, with the new name; earlier receipts lose the old one.`,
  );
  expect(ofPerson.done.location).toBe(`${pathOf(order)}?notice=corrected`);
  const [now] = await findParticipants(server.db, order.participantIds);
  expect(now).toMatchObject({ id: first.id, name: 'Oona Järvi', pageToken: first.pageToken });

  const own = await actThrough(server, detailsOf(order), { institute: 'Institute of Gels' });
  expect(own.done.location).toBe(`${pathOf(order)}?notice=corrected`);
  expect((await orderNow(order)).customer.institute).toBe('Institute of Gels');
  expect(await documentsOf(server.db, order.id)).toHaveLength(3);
});

test('a member of a group corrects the own entries, and the payer gets the receipt', async () => {
  const { order, members } = await aPaidGroup(server);
  const [first] = members;
  const { check, done } = await actThrough(server, detailsOf(first), { name: 'Runa Berg' });
  expect(check.words).toContain(
    'The payer of your group gets a corrected receipt with the new name.',
  );
  expect(done.location).toBe(`${pathOf(first)}?notice=corrected`);
  const kinds = (await mailsTo(server, order.customer.email)).map(({ kind }) => kind);
  expect(kinds).toContain('receipt-replaced');
});

test('a member of a group fills no mailbox with corrections, and the others can still correct', async () => {
  const { order, members } = await aPaidGroup(server);
  const [first, second] = members;
  for (let time = 0; time < 20; time++) {
    const name = `Mira ${'x'.repeat(time)}`;
    expect((await actThrough(server, detailsOf(first), { name })).done.status).toBe(303);
  }
  const mails = await mailsTo(server, order.customer.email);
  const replaced = mails.filter(({ kind }) => kind === 'receipt-replaced');
  expect(replaced.filter(({ text }) => text.includes(order.reference))).toHaveLength(20);
  const { done } = await actThrough(server, detailsOf(first), { name: 'Mira Again' });
  expect(done.status).toBe(409);
  expect(done.words).toContain('This was changed too often');
  expect((await actThrough(server, detailsOf(second), { name: 'Bo Nilsen' })).done.status).toBe(
    303,
  );
  expect((await actThrough(server, detailsOf(order), { name: 'Ottilie K.' })).done.status).toBe(
    303,
  );
  await carriedOut(
    planCorrection(server.organising, {
      reference: order.reference,
      who: first.email,
      name: first.name,
    }),
  );
});

test('a member of a group reaches neither another member nor the payer', async () => {
  const { order, members } = await aPaidGroup(server);
  const [first, second] = members;
  const other = await paidRegistration(server);
  const paths = [
    `${pathOf(first)}/people/${second.id}/details`,
    `${pathOf(first)}/people/${first.id}/details`,
    `${pathOf(order)}/people/${other.order.participantIds[0]}/details`,
    `${pathOf(other.order)}/people/${second.id}/address`,
  ];
  for (const path of paths) {
    expect((await openPage(server, path)).status).toBe(404);
    const sent = await sendForm(server, path, { name: 'Nobody', confirm: 'yes', version: '1' });
    expect(sent.status).toBe(404);
    expect(sent.text).not.toContain(second.name);
  }
  const handOver = await openPage(server, `${pathOf(first)}/hand-over`);
  expect(handOver.status).toBe(409);
});

test('nothing is corrected before a payment, except for a group, and nothing after a cancellation', async () => {
  const { order: unpaid } = await unpaidRegistration(server);
  const { order, reference } = await paidRegistration(server);
  await carriedOut(planCancellation(server.organising, { reference, amount: '0' }));
  for (const each of [unpaid, order]) {
    expect((await openPage(server, detailsOf(each))).status).toBe(404);
    expect((await openPage(server, pathOf(each))).text).not.toContain('/details"');
    const form = { name: 'Nobody', confirm: 'yes', version: (await orderNow(each)).version };
    expect((await sendForm(server, detailsOf(each), form)).status).toBe(404);
  }
  const { order: ofGroup } = await aGroup(server);
  const { done } = await actThrough(server, detailsOf(ofGroup), { name: 'Ottilie K.' });
  expect(done.location).toBe(`${pathOf(ofGroup)}?notice=corrected`);
});

test.each<[string, Record<string, string>]>([
  ['details', { name: 'Mira Lindqvist-Borg', institute: 'Institute of Foams' }],
  ['address', { email: 'edited@lab.example' }],
  [
    'hand-over',
    {
      name: 'Oona Järvi',
      email: 'oona@foam.example',
      phone: '+358 9 1',
      institute: 'Foams',
      country: 'Finland',
    },
  ],
])('a check page of %s leads back to the form with what was typed', async (act, typed) => {
  const { order } = await paidRegistration(server);
  const path = `${pathOf(order)}/${act}`;
  const check = await fillIn(server, path, typed);
  const again = await sendForm(server, path, { ...fieldsOf(check.text), edit: 'yes' });
  expect(again.status).toBe(200);
  expect(fieldsOf(again.text)).toMatchObject(typed);
  expect((await getOrder(server.db, order.id)).version).toBe(order.version);
  expect(await mailsTo(server, typed['email'] ?? 'nobody@lab.example')).toEqual([]);
});

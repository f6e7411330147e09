import { expect, test } from 'vitest';
import { type Order } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const detailsOf = (owner: { pageToken: string }) => `${pathOf(owner)}/details`;
const orderNow = ({ id }: Pick<Order, 'id'>) => server.getOrder(id);

test('a participant corrects the own name and institute, and gets a corrected receipt', async () => {
  const { order, person, reference } = await server.paidRegistration();
  const form = await server.openPage(detailsOf(order));
  expect(fieldsOf(form.text)).toMatchObject({
    name: person.name,
    institute: person.instituteOrUniversity,
    phone: person.phone,
    country: 'Sweden',
  });
  const { check, done } = await server.actThrough(detailsOf(order), {
    name: ' Mira Lindquist ',
    institute: 'Institute of Gels',
  });
  expect(check.words).toContain(
    `Name changes from ${person.name} to Mira Lindquist. Institute changes from ${person.instituteOrUniversity} to Institute of Gels. A corrected receipt is issued and mailed to you; the earlier one is marked as replaced.`,
  );
  expect(done).toMatchObject({ status: 303, location: `${pathOf(order)}?notice=corrected` });
  const page = await server.openPage(done.location);
  expect(page.status).toBe(200);
  expect(page.words).toContain('The details are corrected.');
  expect(page.text).toContain('Mira Lindquist');
  expect(page.text).toContain(`${server.content.mails.receipt.code} ${reference}`);

  expect((await orderNow(order)).customer).toMatchObject({
    name: 'Mira Lindquist',
    institute: 'Institute of Gels',
    email: person.email,
  });
  expect((await server.documentsOf(order.id)).map(({ number }) => number)).toEqual([
    reference,
    `${reference}-R2`,
  ]);
  expect((await server.openPage(`/receipt/${order.receiptToken}`)).text).toContain(
    `${reference}-R2`,
  );
  expect(await server.listActivities({ reference })).toMatchObject([
    {
      who: 'participant',
      action: 'correct',
      words: expect.stringContaining(`name: ${person.name} becomes Mira Lindquist`),
    },
  ]);
  const lines = await server.mailsTo(server.content.conference.secretary.email);
  expect(lines.filter(({ text }) => text.includes('becomes Mira Lindquist'))).toMatchObject([
    { kind: 'own-act-for-secretary' },
  ]);
});

test('a new telephone number needs no new receipt', async () => {
  const { order } = await server.paidRegistration();
  const { check, done } = await server.actThrough(detailsOf(order), { phone: '+46 8 1' });
  expect(check.words).not.toContain('receipt');
  expect(done.location).toContain('notice=corrected');
  expect((await orderNow(order)).customer.phone).toBe('+46 8 1');
  expect(await server.documentsOf(order.id)).toHaveLength(1);
});

test('a double press corrects once, and both presses say that it is done', async () => {
  const { order, reference } = await server.paidRegistration();
  const check = await server.fillIn(detailsOf(order), { name: 'Mira Berg' });
  const press = () => server.sendForm(detailsOf(order), fieldsOf(check.text));
  const presses = await Promise.all([press(), press(), press()]);
  for (const { status, location } of [...presses, await press()]) {
    expect({ status, location }).toEqual({
      status: 303,
      location: `${pathOf(order)}?notice=corrected`,
    });
  }
  expect(await server.documentsOf(order.id)).toHaveLength(2);
  expect(await server.listActivities({ reference })).toHaveLength(1);
});

test('of two tabs the later reads that the registration has changed, and nothing is overwritten', async () => {
  const { order } = await server.paidRegistration();
  const [one, two] = await Promise.all(
    ['Mira One', 'Mira Two'].map((name) => server.fillIn(detailsOf(order), { name })),
  );
  const first = await server.sendForm(detailsOf(order), fieldsOf(one?.text ?? ''));
  const second = await server.sendForm(detailsOf(order), fieldsOf(two?.text ?? ''));
  expect(first.location).toContain('notice=corrected');
  expect(second).toMatchObject({
    status: 303,
    location: `${pathOf(order)}?notice=changedMeanwhile`,
  });
  expect((await server.openPage(second.location)).words).toContain('has changed');
  expect((await orderNow(order)).customer.name).toBe('Mira One');
});

test('an organiser who corrects meanwhile wins, and the participant sees the new state', async () => {
  const { order, reference } = await server.paidRegistration();
  const form = await server.openPage(detailsOf(order));
  await carriedOut(server.planCorrection({ reference, institute: 'Institute of Gels' }));
  const stale = await server.sendForm(detailsOf(order), {
    ...fieldsOf(form.text),
    name: 'Mira Berg',
  });
  expect(stale.location).toContain('notice=changedMeanwhile');
  expect((await orderNow(order)).customer).toMatchObject({ institute: 'Institute of Gels' });
  expect((await orderNow(order)).customer.name).not.toBe('Mira Berg');
  const forged = await server.sendForm(detailsOf(order), { name: 'Mira', confirm: 'yes' });
  expect(forged.status).toBe(400);
});

test('the same entries again are nothing to correct', async () => {
  const { order } = await server.paidRegistration();
  const same = await server.fillIn(detailsOf(order));
  expect(same.status).toBe(409);
  expect(same.words).toContain('there is nothing to correct');
  // A page without scripts can move no focus: its title tells a screen reader of the mistake.
  const { name } = server.content.conference;
  expect(same.text).toContain(
    `<title>Sorry, that did not work: Correct your details · ${name}</title>`,
  );
  const again = await server.openPage(detailsOf(order));
  expect(again.text).toContain(`<title>Correct your details · ${name}</title>`);
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
  const { order } = await server.paidRegistration();
  const form = await server.openPage(detailsOf(order));
  const fields = { ...fieldsOf(form.text), [field]: text };
  for (const answer of [
    await server.sendForm(detailsOf(order), fields),
    await server.sendForm(detailsOf(order), { ...fields, confirm: 'yes' }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`id="${field}-mistake"`);
    expect(answer.text).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
  }
  expect((await orderNow(order)).version).toBe(order.version);
});

test('HTML and marks of direction in an entry are plain text on every page and in the mail', async () => {
  const { order, person } = await server.paidRegistration();
  const name = '"><script>alert(1)</script>\u202e Mira';
  const { check, done } = await server.actThrough(detailsOf(order), { name });
  const page = await server.openPage(done.location);
  const form = await server.openPage(detailsOf(order));
  const wrong = await server.fillIn(detailsOf(order), { country: '' });
  for (const { text } of [check, page, form, wrong]) {
    expect(text).toContain('&#60;script&#62;');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('\u202e');
  }
  expect((await server.mailsTo(person.email)).at(-1)?.text).not.toContain('\u202e');
});

test('the payer of a group corrects the own entries and those of each person', async () => {
  const { order, members } = await server.aPaidGroup();
  const [first] = members;
  const page = await server.openPage(pathOf(order));
  const path = `${pathOf(order)}/people/${first.id}/details`;
  expect(page.text).toContain(`href="${path}"`);
  expect(page.text).not.toContain(`href="${pathOf(order)}/hand-over"`);

  const ofPerson = await server.actThrough(path, { name: 'Oona Järvi' });
  expect(ofPerson.check.words).toContain(
    `Name changes from ${first.name} to Oona Järvi. A corrected receipt is issued and mailed to you, with the new name; earlier receipts lose the old one.`,
  );
  expect(ofPerson.done.location).toBe(`${pathOf(order)}?notice=corrected`);
  const [now] = await findParticipants(server.db, order.participantIds);
  expect(now).toMatchObject({ id: first.id, name: 'Oona Järvi', pageToken: first.pageToken });

  const own = await server.actThrough(detailsOf(order), { institute: 'Institute of Gels' });
  expect(own.done.location).toBe(`${pathOf(order)}?notice=corrected`);
  expect((await orderNow(order)).customer.institute).toBe('Institute of Gels');
  expect(await server.documentsOf(order.id)).toHaveLength(3);
});

test('a member of a group corrects the own entries, and the payer gets the receipt', async () => {
  const { order, members } = await server.aPaidGroup();
  const [first] = members;
  const { check, done } = await server.actThrough(detailsOf(first), { name: 'Runa Berg' });
  expect(check.words).toContain(
    'The payer of your group gets a corrected receipt with the new name.',
  );
  expect(done.location).toBe(`${pathOf(first)}?notice=corrected`);
  const kinds = (await server.mailsTo(order.customer.email)).map(({ kind }) => kind);
  expect(kinds).toContain('receipt-replaced');
});

test('a member of a group fills no mailbox with corrections, and the others can still correct', async () => {
  const { order, members } = await server.aPaidGroup();
  const [first, second] = members;
  for (let time = 0; time < 20; time++) {
    const name = `Mira ${'x'.repeat(time)}`;
    expect((await server.actThrough(detailsOf(first), { name })).done.status).toBe(303);
  }
  const mails = await server.mailsTo(order.customer.email);
  const replaced = mails.filter(({ kind }) => kind === 'receipt-replaced');
  expect(replaced.filter(({ text }) => text.includes(order.reference))).toHaveLength(20);
  const { done } = await server.actThrough(detailsOf(first), { name: 'Mira Again' });
  expect(done.status).toBe(409);
  expect(done.words).toContain('This was changed too often');
  expect((await server.actThrough(detailsOf(second), { name: 'Bo Nilsen' })).done.status).toBe(303);
  expect((await server.actThrough(detailsOf(order), { name: 'Ottilie K.' })).done.status).toBe(303);
  await carriedOut(
    server.planCorrection({
      reference: order.reference,
      who: first.email,
      name: first.name,
    }),
  );
});

test('a member of a group reaches neither another member nor the payer', async () => {
  const { order, members } = await server.aPaidGroup();
  const [first, second] = members;
  const other = await server.paidRegistration();
  const paths = [
    `${pathOf(first)}/people/${second.id}/details`,
    `${pathOf(first)}/people/${first.id}/details`,
    `${pathOf(order)}/people/${other.order.participantIds[0]}/details`,
    `${pathOf(other.order)}/people/${second.id}/address`,
  ];
  for (const path of paths) {
    expect((await server.openPage(path)).status).toBe(404);
    const sent = await server.sendForm(path, { name: 'Nobody', confirm: 'yes', version: '1' });
    expect(sent.status).toBe(404);
    expect(sent.text).not.toContain(second.name);
  }
  const handOver = await server.openPage(`${pathOf(first)}/hand-over`);
  expect(handOver.status).toBe(409);
});

test('nothing is corrected before a payment, except for a group, and nothing after a cancellation', async () => {
  const { order: unpaid } = await server.unpaidRegistration();
  const { order, reference } = await server.paidRegistration();
  await carriedOut(server.planCancellation({ reference, amount: '0' }));
  for (const [each, status] of [
    [unpaid, 404],
    [order, 409],
  ] as const) {
    expect((await server.openPage(detailsOf(each))).status).toBe(status);
    expect((await server.openPage(pathOf(each))).text).not.toContain('/details"');
    const form = { name: 'Nobody', confirm: 'yes', version: (await orderNow(each)).version };
    expect((await server.sendForm(detailsOf(each), form)).status).toBe(status);
  }
  const { order: ofGroup } = await server.aGroup();
  const { done } = await server.actThrough(detailsOf(ofGroup), { name: 'Ottilie K.' });
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
  const { order } = await server.paidRegistration();
  const path = `${pathOf(order)}/${act}`;
  const check = await server.fillIn(path, typed);
  const again = await server.sendForm(path, { ...fieldsOf(check.text), edit: 'yes' });
  expect(again.status).toBe(200);
  expect(fieldsOf(again.text)).toMatchObject(typed);
  expect((await server.getOrder(order.id)).version).toBe(order.version);
  expect(await server.mailsTo(typed['email'] ?? 'nobody@lab.example')).toEqual([]);
});

import { HOUR } from '#contract/time-spans.ts';
import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { asCents } from '#contract/money.ts';
import { contentOf } from '#server/mail/message.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { type Order } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { exportPerson } from '#server/privacy/export-person.ts';
import { carriedOut, press as pressAt } from '#tests/support/a-group.ts';
import { hasFeature } from '#tests/support/has-feature.ts';
import { rowsNaming } from '#tests/support/order-differences.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

let count = 0;
function aColleague() {
  count += 1;
  return {
    name: `Oona Järvi ${count}`,
    email: `oona.${count}@institute.example`,
    phone: '+358 9 1',
    institute: 'Institute of Gels',
    country: 'Finland',
  };
}
const orderNow = ({ id }: Pick<Order, 'id'>) => server.getOrder(id);
/** The items of an order with their prices. */
const bookedIn = ({ items }: Order) =>
  items.map(({ id, quantity, unitCents, participantId }) => [
    id,
    quantity,
    unitCents,
    participantId,
  ]);
const offer = (path: string, colleague: Record<string, string>) =>
  server.actThrough(`${path}/hand-over`, colleague);

test('a colleague accepts a place with room and extras, and no money is moved', async () => {
  const { order, person, reference } = await server.paidRegistration({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 2,
  });
  const colleague = aColleague();
  const { check, done } = await offer(pathOf(order), colleague);
  const words = check.words;
  expect(words).toContain(
    `We send an email with a link to ${colleague.email}. The place passes to ${colleague.name} when it is accepted there.`,
  );
  expect(words).toMatch(
    /Place Registration \(Speaker\); Room, 2 nights Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sat May 30, 2026/,
  );
  expect(words.match(/Jade Willow/g)).toHaveLength(1);
  expect(words).toContain('The receipt is issued again in the name of your colleague');
  expect(words).toContain('No money changes hands.');
  const later = 'change or cancel the registration later. Any refund goes to the card or account';
  expect(words).toContain(`Your colleague can ${later} that paid.`);
  expect(done.location).toBe(`${pathOf(order)}?notice=placeOffered`);
  const waiting = (await server.openPage(done.location)).words;
  expect(waiting).toContain(`The place is offered to ${colleague.name}, ${colleague.email}, until`);
  expect((await orderNow(order)).customer).toEqual(order.customer);

  const [offered] = await server.mailsTo(colleague.email);
  expect(offered?.kind).toBe('place-offered');
  for (const entry of [person.email, person.phone, colleague.institute, colleague.phone]) {
    expect(offered?.text).not.toContain(entry);
  }
  // Neither name is plain, because both have a digit.
  for (const name of [person.name, colleague.name]) expect(offered?.text).not.toContain(name);
  expect(offered?.text).toMatch(/Taking part as.*\s.*Room.*2 nights/);
  expect(offered?.text).toMatch(/The link works until +\w+ \d+, \d{4} at \d\d:\d\d/);
  const { link, page, press } = await server.openConfirmation(colleague.email);
  expect(page.words).toContain(
    `${person.name} offers you a paid place at ${server.content.conference.name}.`,
  );
  expect(page.words).toMatch(/Room.*2 nights/);
  expect(page.words).toContain(`You can ${later} that paid.`);
  expect(page.text).toContain(colleague.name);
  for (const secret of [person.email, person.phone, '€', 'Card', order.pageToken, reference]) {
    expect(page.text).not.toContain(secret);
  }
  expect(await press()).toMatchObject({ status: 303, location: link });
  expect((await server.openPage(link)).words).toContain('The place is yours.');

  const now = await orderNow(order);
  expect(now).toMatchObject({ customer: colleague, state: 'CONFIRMED' });
  expect(bookedIn(now)).toEqual(bookedIn(order));
  expect(now.pageToken).not.toBe(order.pageToken);
  const [holder] = await server.participantsOfOrder(reference);
  expect(holder).toMatchObject({ name: colleague.name, state: 'CONFIRMED', nights: 2 });
  const payments = await server.paymentsOfOrder(order.id);
  expect(payments).toMatchObject([{ state: 'PAID', refundedCents: 0 }]);
  expect(await server.documentsOf(order.id)).toMatchObject([
    { number: reference },
    { number: `${reference}-R2`, customer: expect.arrayContaining([colleague.name]) },
  ]);

  const toColleague = await server.mailsTo(colleague.email);
  expect(toColleague.map(({ kind }) => kind)).toEqual(['place-offered', 'receipt-replaced']);
  expect(toColleague[1]?.text).toContain('The place at the conference is yours.');
  if (hasFeature('questions')) {
    expect(toColleague[1]?.text).toContain(
      'We have a few questions for you before the conference.',
    );
  }
  expect(toColleague[1]?.text).toContain(pathOf(now));
  const toGiver = (await server.mailsTo(person.email)).at(-1);
  expect(toGiver?.kind).toBe('place-handed-over');
  for (const entry of [colleague.name, colleague.email, now.pageToken]) {
    expect(toGiver?.text).not.toContain(entry);
  }
  for (const old of ['', '/details', '/hand-over']) {
    const answer = await server.openPage(`${pathOf(order)}${old}`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(colleague.name);
  }
  expect((await server.openPage(`/receipt/${order.receiptToken}`)).status).toBe(404);
  expect(await server.listActivities({ reference })).toMatchObject([
    { who: 'participant', action: 'hand-over' },
  ]);
  const toSecretary = await server.mailsTo(server.content.conference.secretary.email);
  const told = toSecretary.filter(({ text }) => text.includes(`becomes ${colleague.name}`));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).not.toContain(server.content.mails.typed);
  const copies = (await server.listMessages(100)).filter(
    ({ kind, content: { subject } }) =>
      kind === 'own-act-for-secretary' && subject.includes(reference),
  );
  expect(copies).toHaveLength(1);
  const { payload } = await server.db
    .selectFrom('outbox')
    .select('payload')
    .where('id', '=', copies[0]?.id ?? '')
    .executeTakeFirstOrThrow();
  expect(contentOf(payload).replyTo).toBe(colleague.email);
  expect(copies[0]?.content.subject).toContain('[TEST MODE]');
});

test('a colleague who took a place over finds no document of the person before', async () => {
  const { order, person, reference } = await server.paidRegistration();
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  await server.confirmAt(colleague.email);
  const { receiptToken } = await orderNow(order);
  const page = await server.openPage(`/receipt/${receiptToken}`);
  expect(page.text).toContain(`${reference}-R2`);
  expect(page.text).not.toContain(person.name);
  expect(page.text).not.toContain(person.email);
  expect((await server.openPage(`/receipt/${receiptToken}/${reference}.pdf`)).status).toBe(404);
  const pdf = await fetch(`${server.origin}/receipt/${receiptToken}/${reference}-R2.pdf`);
  const lines = (await linesOfPdf(Buffer.from(await pdf.arrayBuffer()))).join('\n');
  expect(lines).toContain(colleague.name);
  expect(lines).not.toContain(person.email);
});

test('a colleague reads which amounts the holder before has documents about', async () => {
  const { order, person, reference } = await server.paidRegistration();
  const { paidPaymentId = '', amountCents } = order;
  await server.requestRefund(paidPaymentId, asCents(1050), 'organiser');
  await server.sendRefunds();
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  await server.confirmAt(colleague.email);
  await server.requestRefund(paidPaymentId, asCents(450), 'organiser');
  await server.sendRefunds();
  const { receiptToken } = await orderNow(order);
  const page = await server.openPage(`/receipt/${receiptToken}`);
  const of = (number: string, amount: string) =>
    new RegExp(`${number} \\w+ \\d+, 20\\d\\d ${amount.replace('.', '[.]')}`);
  const total = `€${(amountCents / 100).toFixed(2)}`;
  expect(page.words).toMatch(of(`${reference}-C1`, '€10.50 Issued to the previous holder'));
  expect(page.words).toMatch(of(`${reference}-C2`, '€4.50 Download credit note'));
  expect(page.words).toContain(
    `Replaced by ${reference}-R2 ${total} Issued to the previous holder`,
  );
  for (const theirs of [person.name, person.email, person.instituteOrUniversity]) {
    expect(page.text).not.toContain(theirs);
  }
  for (const [number, status] of [
    [reference, 404],
    [`${reference}-C1`, 404],
    [`${reference}-R2`, 200],
    [`${reference}-C2`, 200],
  ] as const) {
    const file = await fetch(`${server.origin}/receipt/${receiptToken}/${number}.pdf`);
    expect(file.status).toBe(status);
  }
  const documentsFor = async (email: string) =>
    (await exportPerson(server.db, server.files.store, email, server.clock.now())).kept[
      'documents'
    ]?.map((row) => row['number']);
  expect((await documentsFor(person.email))?.toSorted()).toEqual([reference, `${reference}-C1`]);
  expect((await documentsFor(colleague.email))?.toSorted()).toEqual([
    `${reference}-C2`,
    `${reference}-R2`,
  ]);
});

test('an offer can be withdrawn, and lapses after seven days', async () => {
  const { order } = await server.paidRegistration();
  const first = aColleague();
  const { done } = await offer(pathOf(order), first);
  expect((await server.openPage(done.location)).words).toContain('Withdraw the offer');
  const { press } = await server.openConfirmation(first.email);
  const withdrawn = await server.sendForm(`${pathOf(order)}/withdraw-request`);
  expect(withdrawn.location).toBe(`${pathOf(order)}?notice=offerWithdrawn`);
  expect((await press()).status).toBe(404);
  expect(await server.mailsTo(first.email)).toMatchObject([{ isWithdrawn: true }]);

  const second = aColleague();
  await offer(pathOf(order), second);
  const later = await server.openConfirmation(second.email);
  server.clock.advance(6.9 * 24 * HOUR);
  expect((await server.openPage(later.link)).status).toBe(200);
  server.clock.advance(0.2 * 24 * HOUR);
  expect((await later.press()).status).toBe(404);
  expect((await orderNow(order)).customer).toEqual(order.customer);
});

atOnce('a colleague says no: the offer ends, and the giver is told once', async () => {
  const { order, person, reference } = await server.paidRegistration();
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  const [offered] = await server.mailsTo(colleague.email);
  expect(offered?.text).toContain(reference);
  const { link, page, press } = await server.openConfirmation(colleague.email);
  expect(page.words).toContain('No, thank you');
  await Promise.all([1, 2].map(() => server.sendForm(`${link}/decline`)));
  const again = await server.sendForm(`${link}/decline`);
  expect(again).toMatchObject({ status: 303, location: link });
  expect((await server.openPage(link)).words).toContain('Thank you for telling us.');
  await press();
  expect((await orderNow(order)).customer.email).toBe(person.email);
  const declined = (await server.mailsTo(person.email)).filter(
    ({ kind }) => kind === 'place-declined',
  );
  expect(declined).toHaveLength(1);
  expect(declined[0]?.text).not.toContain(colleague.name);
  expect((await server.openPage(pathOf(order))).words).not.toContain('The place is offered to');
});

test('an address has nothing to decline', async () => {
  const { order } = await server.paidRegistration();
  const email = `other.${order.id}@lab.example`;
  await server.actThrough(`${pathOf(order)}/address`, { email });
  const link = await server.confirmationLink(email);
  expect((await server.openPage(link)).words).not.toContain('No, thank you');
  expect((await server.sendForm(`${link}/decline`)).status).toBe(404);
  expect((await server.openPage(link)).status).toBe(200);
});

atOnce('an offer that is withdrawn while it is accepted ends in one state', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order } = await server.paidRegistration();
    const colleague = aColleague();
    await offer(pathOf(order), colleague);
    const { link, press } = await server.openConfirmation(colleague.email);
    await Promise.all([press(), server.sendForm(`${pathOf(order)}/withdraw-request`)]);
    const { customer } = await orderNow(order);
    const kinds = (await server.mailsTo(order.customer.email)).map(({ kind }) => kind);
    const isHandedOver = customer.email === colleague.email;
    expect(kinds.includes('place-handed-over')).toBe(isHandedOver);
    expect((await server.openPage(link)).status).toBe(isHandedOver ? 200 : 404);
    expect(await server.documentsOf(order.id)).toHaveLength(isHandedOver ? 2 : 1);
  }
});

test('a colleague who has a paid registration cannot take another', async () => {
  const { order, person } = await server.paidRegistration();
  const { order: other } = await server.paidRegistration();
  const { check, done } = await offer(pathOf(order), other.customer);
  expect(check.status).toBe(200);
  expect(done.location).toContain('notice=placeOffered');
  const refused = await server.confirmAt(other.customer.email);
  expect(refused.status).toBe(409);
  expect(refused.words).toContain('needs only one');
  expect((await orderNow(order)).customer.email).toBe(person.email);
});

test('a change that is not paid ends with the acceptance, and the colleague hears nothing of it', async () => {
  const { order, reference } = await server.paidRegistration({ presentationType: 'POSTER' });
  const change = await server.actThrough(`${pathOf(order)}/change`, { type: 'speaker' });
  const pay = await pressAt(server, change.done.location, 'card');
  const colleague = aColleague();
  const { check } = await offer(pathOf(order), colleague);
  expect(check.words).toContain(
    'The change that is not paid yet ends when your colleague accepts: Registration (Speaker).',
  );
  expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'proposed' }]);
  await server.confirmAt(colleague.email);
  expect((await orderNow(order)).customer).toEqual(colleague);
  expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'withdrawn' }]);
  expect((await server.mailsTo(colleague.email)).map(({ kind }) => kind)).toEqual([
    'place-offered',
    'receipt-replaced',
  ]);
  const page = await server.openPage(pathOf(await orderNow(order)));
  expect(page.words).not.toContain('Not paid yet');
  // The page of the provider is closed.
  expect(
    (await server.payAt(pay.headers.get('location') ?? '')).headers.get('location'),
  ).toBeNull();
  expect(await server.listActivities({ reference })).toMatchObject([
    { action: 'hand-over', words: expect.stringContaining('is withdrawn') },
    { action: 'move' },
  ]);
});

test('a colleague cannot accept while a payment of a change is being checked', async () => {
  const { order, person } = await server.paidRegistration({ presentationType: 'POSTER' });
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  const { done } = await server.actThrough(`${pathOf(order)}/change`, { type: 'speaker' });
  const { location } = done;
  const url = (await pressAt(server, location, 'paypal')).headers.get('location') ?? '';
  await server.chooseAt(url, 'stays-pending');
  await server.openPage(`${location}/return`);
  const refused = await server.confirmAt(colleague.email);
  expect(refused.status).toBe(409);
  expect(refused.words).toContain('A payment for this registration is still being checked.');
  expect((await orderNow(order)).customer.email).toBe(person.email);
  expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'proposed' }]);
});

test('a person who was checked in cannot hand over, also after the offer', async () => {
  const { order } = await server.paidRegistration();
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  const { press } = await server.openConfirmation(colleague.email);
  await server.db
    .updateTable('participants')
    .set({ checked_in_at: server.clock.now().toISOString() })
    .where('id', 'in', order.participantIds)
    .execute();
  const refused = await press();
  expect(refused.status).toBe(409);
  expect(refused.words).toContain('already checked in');
  expect((await server.openPage(`${pathOf(order)}/hand-over`)).status).toBe(409);
  const fields = { ...aColleague(), version: 1, confirm: 'yes' };
  const again = await server.sendForm(`${pathOf(order)}/hand-over`, fields);
  expect(again.status).toBe(409);
  expect((await orderNow(order)).customer).toEqual(order.customer);
});

test('an unpaid place and the place of a cancelled registration are not handed over', async () => {
  const { order } = await server.aGroup();
  const [member] = order.participantIds;
  const path = `${pathOf(order)}/people/${member}/hand-over`;
  expect((await server.openPage(path)).status).toBe(409);
  expect((await server.sendForm(path, { ...aColleague(), confirm: 'yes' })).status).toBe(409);

  const { order: paid, reference } = await server.paidRegistration();
  const colleague = aColleague();
  await offer(pathOf(paid), colleague);
  const { press } = await server.openConfirmation(colleague.email);
  await carriedOut(server.planCancellation({ reference, amount: '0' }));
  expect((await press()).status).toBe(404);
  expect((await server.openPage(`${pathOf(paid)}/hand-over`)).status).toBe(409);
});

test('the payer of a group hands over the place of a member, who is told', async () => {
  const { order, members } = await server.aPaidGroup();
  const [member] = members;
  const colleague = aColleague();
  const path = `${pathOf(order)}/people/${member.id}`;
  expect((await server.openPage(pathOf(order))).text).toContain(`href="${path}/hand-over"`);
  const { check, done } = await offer(path, colleague);
  expect(check.words).toContain(`Then ${member.name} is told`);
  expect(check.words).toContain('A corrected receipt with the new name is issued');
  expect(done.location).toBe(`${pathOf(order)}?notice=placeOffered`);
  // The member does not read to whom the payer offers the place, and cannot withdraw the offer.
  const own = await server.openPage(pathOf(member));
  expect(own.text).not.toContain(colleague.email);
  expect(own.text).not.toContain('/hand-over');
  await server.sendForm(`${pathOf(member)}/withdraw-request`);

  const { page, press } = await server.openConfirmation(colleague.email);
  expect(page.text).toContain(member.name);
  expect(page.text).not.toContain(order.customer.name);
  await press();
  const [now] = await findParticipants(server.db, order.participantIds);
  expect(now).toMatchObject({ id: member.id, ...colleague });
  const after = await orderNow(order);
  expect(bookedIn(after)).toEqual(bookedIn(order));
  expect(after.pageToken).toBe(order.pageToken);
  expect((await server.mailsTo(member.email)).at(-1)?.kind).toBe('place-handed-over');
  expect((await server.mailsTo(order.customer.email)).map(({ kind }) => kind)).toContain(
    'receipt-replaced',
  );
  const toColleague = await server.mailsTo(colleague.email);
  expect(toColleague.map(({ kind }) => kind)).toEqual(['place-offered', 'place-paid']);
  expect((await server.openPage(pathOf(member))).status).toBe(404);
});

test.each([
  ['a second header', 'name', '<b>Oona</b>\nBcc: all@lab.example'],
  ['5,000 letters', 'name', 'x'.repeat(5000)],
  ['no address', 'email', 'oona@lab'],
  ['nothing', 'institute', ''],
  ['a mark of direction', 'phone', '\u202e'],
  ['an unknown country', 'country', 'Atlantis'],
])('an offer with %s as %s is refused beside the field', async (_, field, wrong) => {
  const { order } = await server.paidRegistration();
  const colleague = aColleague();
  const path = `${pathOf(order)}/hand-over`;
  const answer = await server.fillIn(path, { ...colleague, [field]: wrong, confirm: 'yes' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(`id="${field}-mistake"`);
  expect(answer.text).not.toContain('<b>Oona');
  expect(await server.mailsTo(colleague.email)).toEqual([]);
});

test('a colleague needs another name and another address', async () => {
  const { order, person } = await server.paidRegistration();
  const named = await offer(pathOf(order), { ...aColleague(), name: `Dr. ${person.name}` });
  expect(named.check.status).toBe(400);
  expect(named.check.words).toContain('This is the name of this registration.');
  const { check } = await offer(pathOf(order), { ...aColleague(), email: person.email });
  expect(check.status).toBe(400);
  expect(check.words).toContain('Your colleague needs another email address');
});

test('an export has the offer, and its link only for the colleague', async () => {
  const { order, person } = await server.paidRegistration();
  const colleague = aColleague();
  await offer(pathOf(order), colleague);
  const token = (await server.confirmationLink(colleague.email)).split('/').at(-1) ?? '';
  const { db, files, clock } = server;
  const exported = async (email: string) =>
    (await exportPerson(db, files.store, email, clock.now())).kept['address_confirmations'];
  expect(await exported(person.email)).toMatchObject([{ name: colleague.name, token: '' }]);
  expect(await exported(colleague.email)).toMatchObject([{ name: colleague.name, token }]);
});

test('nothing names a giver or a colleague after their erasure', async () => {
  const { order, person } = await server.paidRegistration();
  const { order: second } = await server.paidRegistration();
  const [accepting, waiting] = [aColleague(), aColleague()];
  await offer(pathOf(order), accepting);
  await server.confirmAt(accepting.email);
  await offer(pathOf(second), waiting);
  const { db, files, clock } = server;
  const mailFolder = `${files.dataDir}/mail`;
  const deps = { db, store: files.store, mailFolder, now: clock.now(), conferenceEnd: clock.now() };
  for (const { email, name } of [person, waiting, accepting]) {
    await erasePerson(deps, email, true);
    expect(await rowsNaming(server, [name, email])).toEqual([]);
  }
  expect((await server.openPage(pathOf(second))).text).not.toContain('offered');
});

test('after the moment in conference.yaml nothing is offered, and a form is refused with it', async () => {
  const { content } = server;
  const until = {
    at: '2026-05-27T16:00:00.000Z',
    day: '',
    words: 'on May 27, 2026 at 18:00',
    label: '',
  };
  const selfService = { correct: { until }, handOver: { until } };
  const conference = { ...content.conference, selfService };
  const closing = await startTestSite({ content: { ...content, conference } });
  try {
    closing.clock.advance(Date.parse('2026-05-27T15:00:00Z') - closing.clock.now().getTime());
    const { order } = await closing.paidRegistration();
    const colleague = aColleague();
    const path = pathOf(order);
    const form = await closing.openPage(`${path}/hand-over`);
    await closing.actThrough(`${path}/hand-over`, colleague);
    const { link, press } = await closing.openConfirmation(colleague.email);
    const open = await closing.openPage(path);
    for (const act of ['Correct your details', 'Hand over to a colleague']) {
      expect(open.words).toContain(act);
    }
    // The same end stands once, below the row, and the clock once on the page.
    expect(open.words.match(/Possible until May 27, 2026 at 18:00/g)).toHaveLength(1);
    expect(open.words).not.toContain('(Europe/Berlin)');
    expect(open.words).toContain('All times are by the clock in Berlin.');
    closing.clock.advance(2 * HOUR);
    const page = await closing.openPage(path);
    for (const act of ['details', 'hand-over', 'change', 'cancel']) {
      expect(page.text).not.toContain(`href="${path}/${act}"`);
    }
    const refusals = [
      await closing.openPage(`${path}/details`),
      await closing.sendForm(`${path}/hand-over`, { ...fieldsOf(form.text), ...colleague }),
      await closing.sendForm(`${path}/details`, { name: 'Mira Berg', version: '1' }),
      await closing.sendForm(`${path}/address`, { email: 'a@b.example', confirm: 'yes' }),
      await closing.openPage(link),
      await press(),
    ];
    for (const { text, words } of refusals) {
      expect(words).toContain('This was possible until May 27, 2026 at 18:00');
      expect(text).toContain(`mailto:${conference.secretary.email}`);
    }
    expect(refusals.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await closing.getOrder(order.id)).version).toBe(order.version);
  } finally {
    await closing.close();
  }
});

test('without self_service people look, pay, get documents and correct, and cannot do more', async () => {
  const { content } = server;
  const conference = { ...content.conference, selfService: { correct: {} } };
  const other = await startTestSite({ content: { ...content, conference } });
  try {
    const { order: unpaid } = await other.unpaidRegistration();
    expect((await other.openPage(pathOf(unpaid))).text).toContain(`${pathOf(unpaid)}/pay/card`);
    const { order } = await other.paidRegistration();
    const page = await other.openPage(pathOf(order));
    for (const link of [`/receipt/${order.receiptToken}`, `${pathOf(order)}/details`]) {
      expect(page.text).toContain(link);
    }
    for (const act of ['hand-over', 'change', 'cancel']) {
      expect(page.text).not.toContain(`${pathOf(order)}/${act}`);
      const refused = await other.sendForm(`${pathOf(order)}/${act}`, {
        ...aColleague(),
        version: 1,
        amount: 0,
      });
      expect({ act, status: refused.status }).toEqual({ act, status: 409 });
    }
    const details = await other.openPage(`${pathOf(order)}/details`);
    expect(details.text).not.toContain('/hand-over');
  } finally {
    await other.close();
  }
});

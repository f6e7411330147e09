import { HOUR } from '#contract/time-spans.ts';
import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { asCents } from '#contract/money.ts';
import { type Order } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

let count = 0;
/** An address that nobody has. */
const anAddress = () => `new.${(count += 1)}@institute.example`;
const addressOf = (owner: { pageToken: string }) => `${pathOf(owner)}/address`;
const orderNow = ({ id }: Pick<Order, 'id'>) => server.getOrder(id);
const ask = (owner: { pageToken: string }, email: string) =>
  server.actThrough(addressOf(owner), { email });

test('a new address counts once it is confirmed, and the old one is told without it', async () => {
  const { order, person, reference } = await server.paidRegistration();
  const email = anAddress();
  const { check, done } = await ask(order, email);
  expect(check.words).toContain(
    `We send an email with a link to ${email}. Until the address is confirmed there, nothing changes.`,
  );
  expect(check.words).toContain('A corrected receipt is issued');
  expect(done).toMatchObject({ status: 303, location: `${pathOf(order)}?notice=addressAsked` });
  const waiting = (await server.openPage(done.location)).words;
  expect(waiting).toContain('The email is on its way.');
  expect(waiting).toContain(`A new email address, ${email}, waits for its confirmation, until`);
  expect(await orderNow(order)).toMatchObject({
    version: order.version,
    customer: order.customer,
  });

  const [asked] = await server.mailsTo(email);
  expect(asked?.kind).toBe('address-asked');
  for (const words of [person.name, person.email, person.instituteOrUniversity, order.pageToken]) {
    expect(asked?.text).not.toContain(words);
  }
  const { link, page, press } = await server.openConfirmation(email);
  expect(page.words).toContain(`${email} becomes the address of the registration ${reference}.`);
  expect(page.text).not.toContain(person.name);
  expect(page.text).not.toContain(person.email);
  expect(await press()).toMatchObject({ status: 303, location: link });
  expect((await server.openPage(link)).words).toContain('The address is confirmed.');

  const now = await orderNow(order);
  expect(now.customer).toMatchObject({ name: person.name, email });
  expect(now.pageToken).not.toBe(order.pageToken);
  expect(now.receiptToken).not.toBe(order.receiptToken);
  expect((await server.documentsOf(order.id)).map(({ number }) => number)).toEqual([
    reference,
    `${reference}-R2`,
  ]);
  const toNew = await server.mailsTo(email);
  expect(toNew.map(({ kind }) => kind)).toEqual(['address-asked', 'receipt-replaced']);
  expect(toNew[0]?.text).toContain(reference);
  expect(toNew[1]?.text).toContain(
    'Your new email address is confirmed. Here are your new receipts.',
  );
  expect(toNew[1]?.text).not.toContain('The registration was corrected.');
  expect(toNew[1]?.text).toContain(pathOf(now));
  const toOld = (await server.mailsTo(person.email)).at(-1);
  expect(toOld?.kind).toBe('address-replaced');
  expect(toOld?.text).not.toContain(email);
  expect(toOld?.text).not.toContain(person.name);

  // The old link shows nothing, whatever is sent to it.
  for (const old of [
    await server.openPage(pathOf(order)),
    await server.openPage(addressOf(order)),
    await server.sendForm(addressOf(order), { email, confirm: 'yes' }),
  ]) {
    expect(old.status).toBe(404);
    for (const words of [reference, email, person.name]) expect(old.text).not.toContain(words);
  }
  expect((await server.openPage(pathOf(now))).text).toContain(
    `${server.content.mails.receipt.code} ${reference}`,
  );
  expect(await server.listActivities({ reference })).toMatchObject([
    { who: 'participant', action: 'correct', words: `email: ${person.email} becomes ${email}` },
  ]);
  const toSecretary = await server.mailsTo(server.content.conference.secretary.email);
  expect(toSecretary.filter(({ text }) => text.includes(`becomes ${email}`))).toHaveLength(1);
});

test('a person keeps all documents after a new name and a new address', async () => {
  const { order, reference } = await server.paidRegistration();
  await server.requestRefund(order.paidPaymentId ?? '', asCents(1050), 'organiser');
  await server.sendRefunds();
  await server.actThrough(`${pathOf(order)}/details`, { name: 'Renata Married' });
  const email = anAddress();
  await ask(await orderNow(order), email);
  await server.confirmAt(email);
  const { receiptToken } = await orderNow(order);
  const page = await server.openPage(`/receipt/${receiptToken}`);
  for (const number of [reference, `${reference}-C1`, `${reference}-R2`, `${reference}-R3`]) {
    const path = `/receipt/${receiptToken}/${number}.pdf`;
    expect(page.text).toContain(path);
    expect((await server.openPage(path)).status).toBe(200);
  }
});

atOnce('two presses on the link at once confirm once', async () => {
  const { order, reference } = await server.paidRegistration();
  const email = anAddress();
  await ask(order, email);
  const { link, press } = await server.openConfirmation(email);
  const presses = await Promise.all([press(), press(), press()]);
  expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
  for (const { location } of presses) {
    expect((await server.openPage(location)).words).toContain('The address is confirmed.');
  }
  expect(await server.listActivities({ reference })).toHaveLength(1);
  expect(await server.documentsOf(order.id)).toHaveLength(2);
  expect(await press()).toMatchObject({ status: 303, location: link });
  const page = await server.openPage(link);
  expect(page.text).not.toContain((await orderNow(order)).pageToken);
});

test('a link works for 48 hours', async () => {
  const { order } = await server.paidRegistration();
  const email = anAddress();
  await ask(order, email);
  const { link, press } = await server.openConfirmation(email);
  server.clock.advance(47.9 * HOUR);
  expect((await server.openPage(link)).status).toBe(200);
  server.clock.advance(0.2 * HOUR);
  expect((await server.openPage(link)).status).toBe(404);
  expect((await press()).status).toBe(404);
  expect((await orderNow(order)).customer.email).not.toBe(email);
  expect((await server.openPage(pathOf(order))).text).not.toContain(email);
});

test('the latest request counts, and the mail of the one before is not sent any more', async () => {
  const { order } = await server.paidRegistration();
  const [one, two] = [anAddress(), anAddress()];
  await ask(order, one);
  const { press } = await server.openConfirmation(one);
  await ask(order, two);
  expect(await server.mailsTo(one)).toMatchObject([{ isWithdrawn: true }]);
  expect((await press()).status).toBe(404);
  await server.confirmAt(two);
  expect((await orderNow(order)).customer.email).toBe(two);
});

test('a request can be withdrawn, and its link ends', async () => {
  const { order } = await server.paidRegistration();
  const email = anAddress();
  const { done } = await ask(order, email);
  const page = await server.openPage(done.location);
  expect(page.text).toContain(`action="${pathOf(order)}/withdraw-request"`);
  const link = await server.confirmationLink(email);
  const withdrawn = await server.sendForm(`${pathOf(order)}/withdraw-request`);
  expect(withdrawn.location).toBe(`${pathOf(order)}?notice=addressKept`);
  expect((await server.openPage(withdrawn.location)).text).not.toContain(email);
  expect((await server.openPage(link)).status).toBe(404);
  const again = await server.sendForm(`${pathOf(order)}/withdraw-request`);
  expect(again).toMatchObject({ status: 303, location: pathOf(order) });
});

atOnce('a double press on the request sends one mail', async () => {
  const { order } = await server.paidRegistration();
  const email = anAddress();
  const { press } = await ask(order, email);
  const presses = await Promise.all([press(), press()]);
  expect(presses.map(({ location }) => location)).toEqual(
    presses.map(() => `${pathOf(order)}?notice=addressAsked`),
  );
  expect(await server.mailsTo(email)).toHaveLength(1);
});

test('a request is the same for an address that has a paid registration, and its owner cannot confirm it', async () => {
  const { order, person } = await server.paidRegistration();
  const { order: other } = await server.paidRegistration({}, { name: person.name });
  const { email } = other.customer;
  const { check, done } = await ask(order, email);
  const { check: unknown } = await ask(order, anAddress());
  expect(check.words.replace(email, '')).toBe(unknown.words.replace(/\S+@institute\.example/, ''));
  expect(done.location).toContain('notice=addressAsked');
  server.clock.advance(HOUR);
  await ask(order, email);
  const refused = await server.confirmAt(email);
  expect(refused.status).toBe(409);
  expect(refused.words).toContain('has a paid registration with this email address');
  expect((await orderNow(order)).customer.email).toBe(person.email);
});

test('an organiser who enters another address meanwhile ends the request', async () => {
  const { order, reference } = await server.paidRegistration();
  const email = anAddress();
  await ask(order, email);
  const { press } = await server.openConfirmation(email);
  const corrected = anAddress();
  await carriedOut(server.planCorrection({ reference, email: corrected }));
  expect((await press()).status).toBe(404);
  expect((await orderNow(order)).customer.email).toBe(corrected);
});

test('a name that an organiser corrects meanwhile stays, and the link shows the new state first', async () => {
  const { order, reference } = await server.paidRegistration();
  const email = anAddress();
  await ask(order, email);
  const { link, press } = await server.openConfirmation(email);
  await carriedOut(server.planCorrection({ reference, name: 'Mira Berg' }));
  const stale = await press();
  expect(stale).toMatchObject({ status: 303, location: `${link}?changed` });
  expect((await server.openPage(stale.location)).words).toContain('has changed');
  await server.confirmAt(email);
  expect((await orderNow(order)).customer).toMatchObject({ name: 'Mira Berg', email });
});

test('a cancelled registration is not confirmed any more', async () => {
  const { order, reference } = await server.paidRegistration();
  const email = anAddress();
  await ask(order, email);
  const { link, press } = await server.openConfirmation(email);
  await carriedOut(server.planCancellation({ reference, amount: '0' }));
  expect((await press()).status).toBe(404);
  expect((await server.openPage(link)).status).toBe(404);
  expect((await orderNow(order)).customer.email).not.toBe(email);
});

atOnce('one page sends five mails in a day, and one address gets three', async () => {
  const { order } = await server.paidRegistration();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await ask(order, anAddress())).done.status).toBe(303);
  }
  const sixth = anAddress();
  const { done } = await ask(order, sixth);
  expect(done.status).toBe(429);
  expect(done.words).toContain('No more emails can be sent for this today.');
  expect(await server.mailsTo(sixth)).toEqual([]);

  const victim = anAddress();
  const pages = await Promise.all([1, 2, 3, 4].map(() => server.paidRegistration()));
  const statuses: number[] = [];
  for (const page of pages) {
    statuses.push((await ask(page.order, victim.toUpperCase())).done.status);
  }
  expect(statuses).toEqual([303, 303, 303, 429]);
  server.clock.advance(25 * HOUR);
  expect((await ask(order, sixth)).done.status).toBe(303);
});

atOnce('four pages that ask one address at once send it three mails', async () => {
  const victim = anAddress();
  const pages = await Promise.all([1, 2, 3, 4].map(() => server.paidRegistration()));
  const asked = await Promise.all(pages.map(({ order }) => ask(order, victim)));
  expect(asked.map(({ done }) => done.status).toSorted()).toEqual([303, 303, 303, 429]);
  expect(await server.mailsTo(victim)).toHaveLength(3);
});

test.each([
  ['a host without a domain', 'mira@lab'],
  ['a list', 'a@lab.example, b@lab.example'],
  ['a second header', 'mira@lab.example\r\nBcc: all@lab.example'],
  ['HTML', '<script>@lab.example'],
  ['an address of 5,000 letters', `${'x'.repeat(5000)}@lab.example`],
  ['nothing', ''],
])('%s is no address, and no mail is sent', async (_, email) => {
  const { order } = await server.paidRegistration();
  const answer = await server.fillIn(addressOf(order), { email, confirm: 'yes' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('id="email-mistake"');
  expect(answer.text).not.toContain('<script>@');
  const open = server.db.selectFrom('address_confirmations').select('id');
  expect(await open.where('order_id', '=', order.id).execute()).toEqual([]);
});

test('the present address needs no confirmation', async () => {
  const { order, person } = await server.paidRegistration();
  const { check } = await ask(order, person.email.toUpperCase());
  expect(check.status).toBe(400);
  expect(check.words).toContain('This is already your address.');
});

atOnce('a request by a link that was replaced meanwhile sends no mail', async () => {
  const { order, reference } = await server.paidRegistration();
  const email = anAddress();
  const form = await server.openPage(addressOf(order));
  const fields = { ...fieldsOf(form.text), email, confirm: 'yes' };
  await carriedOut(server.planCorrection({ reference, phone: '+46 8 1' }));
  const stale = await server.sendForm(addressOf(order), fields);
  expect(stale.location).toBe(`${pathOf(order)}?notice=changedMeanwhile`);
  const corrected = server.planCorrection({ reference, email: anAddress() });
  const { version } = await orderNow(order);
  const [sent] = await Promise.all([
    server.sendForm(addressOf(order), { ...fields, version: String(version) }),
    carriedOut(corrected),
  ]);
  expect([303, 404]).toContain(sent.status);
  const open = await server.db
    .selectFrom('address_confirmations')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .execute();
  expect(open).toEqual([]);
});

test('a member of a group gets a page with another link, and the payer keeps theirs', async () => {
  const { order, members } = await server.aPaidGroup();
  const [member] = members;
  const email = anAddress();
  const { check } = await ask(member, email);
  expect(check.words).not.toContain('receipt');
  await server.confirmAt(email);
  const [now] = await findParticipants(server.db, order.participantIds);
  expect(now?.email).toBe(email);
  expect(now?.pageToken).not.toBe(member.pageToken);
  expect((await server.openPage(pathOf(member))).status).toBe(404);
  expect((await server.openPage(pathOf(order))).status).toBe(200);
  const toNew = await server.mailsTo(email);
  expect(toNew.map(({ kind }) => kind)).toEqual(['address-asked', 'place-paid']);
  expect(toNew[1]?.text).toContain(pathOf(now ?? order));
});

test.each([
  ['paid', 'receipt', 'receipt-replaced', () => server.aPaidGroup()],
  ['unpaid', 'link to pay', 'group-to-pay', () => server.aGroup()],
])(
  'the payer of a group that is %s uses another address, and gets the %s there',
  async (...row) => {
    const [, , kind, make] = row;
    const { order } = await make();
    const email = anAddress();
    await ask(order, email);
    await server.confirmAt(email);
    const now = await orderNow(order);
    expect(now.customer.email).toBe(email);
    expect(now.pageToken).not.toBe(order.pageToken);
    expect((await server.openPage(pathOf(order))).status).toBe(404);
    const mail = (await server.mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ kind, text: expect.stringContaining(pathOf(now)) });
  },
);

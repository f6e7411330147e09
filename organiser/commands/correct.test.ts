import { expect, test } from 'vitest';
import type { MessageContent } from '#server/mail/message.ts';
import { type Correction, planCorrection } from '#server/orders/change/correct-person.ts';
import { findOrderByDedupeKey } from '#server/orders/rows/orders.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { personCommand } from './person.ts';

const server = await startTestSite();

function correct(reference: string, correction: Correction, isReal = true): Promise<string> {
  const options = Object.entries(correction).flatMap(([name, value]) => [
    name === 'sortName' ? '--sort-name' : `--${name}`,
    String(value),
  ]);
  return server.organise('correct', reference, ...options, ...(isReal ? ['--yes'] : []));
}

async function ordered(isPaid = true) {
  const checkout = await server.openedCheckout();
  if (isPaid) {
    await server.payAt(checkout.url);
    await server.post(`/api/payment/update?sessionId=${checkout.sessionId}`);
  }
  const { order, payment } = await server.recordsOf(checkout.sessionId);
  const orderNow = async () => (await server.recordsOf(checkout.sessionId)).order;
  return { ...checkout, order, payment, reference: order.reference, orderNow };
}

const paid = () => ordered();

async function mailsTo(email: string): Promise<Record<string, MessageContent>> {
  const mails = (await server.listMessages(10_000)).filter(({ recipient }) => recipient === email);
  return Object.fromEntries(mails.toReversed().map(({ kind, content }) => [kind, content]));
}

async function pdfAt(path: string): Promise<string> {
  const response = await fetch(`${server.origin}${path}`);
  return (await linesOfPdf(Buffer.from(await response.arrayBuffer()))).join('\n');
}

test('a typo is corrected on badge, order and receipt, and the amounts stay the same', async () => {
  const { reference, person, order, payment, orderNow } = await paid();
  const said = await correct(reference.toLowerCase(), { name: ' Mira Lindquist ' }, false);
  expect(said).toContain(`name: ${person.name} becomes Mira Lindquist`);
  expect(said).toContain(`mailed to ${person.email}`);
  expect(said).toContain('Nothing was changed. Add --yes to do it.');
  expect((await orderNow()).customer.name).toBe(person.name);

  server.clock.advance(60_000);
  expect(await correct(reference, { name: ' Mira Lindquist ' })).toContain(
    `The receipt ${reference}-R2 is mailed to ${person.email}.`,
  );
  const now = await orderNow();
  expect(now).toMatchObject({ amountCents: order.amountCents, receiptToken: order.receiptToken });
  expect(now.dedupeKey).not.toBe(order.dedupeKey);
  expect(await server.participantsOfOrder(reference)).toMatchObject([
    { name: 'Mira Lindquist', state: 'CONFIRMED' },
  ]);
  expect((await server.recordsOf(String(payment.ref))).payment).toEqual(payment);

  const page = `/receipt/${order.receiptToken}`;
  const { text } = await server.get(page);
  expect(text).toMatch(new RegExp(`Mira Lindquist[^]*Replaced by ${reference}-R2`));
  expect(text).toContain(`${page}/${reference}-R2.pdf`);
  expect(await pdfAt(`${page}/${reference}.pdf`)).toContain(`Replaced by ${reference}-R2`);
  const receipt = await pdfAt(`${page}/${reference}-R2.pdf`);
  expect(receipt).toContain('Mira Lindquist');
  expect(receipt).not.toContain('Replaced by');
  const mail = (await mailsTo(person.email))['receipt-replaced'];
  expect(mail?.text).toContain(`${server.origin}${page}`);
  expect(mail?.attachments).toHaveLength(1);
  expect((await mailsTo(person.email))['address-replaced']).toBeUndefined();

  // Another correction replaces the second receipt.
  server.clock.advance(60_000);
  await correct(reference, { institute: 'Baltic Institute' });
  expect((await server.get(page)).text).toMatch(
    new RegExp(`Replaced by ${reference}-R3[^]*Replaced by ${reference}-R2`),
  );
  const log = await server.organise('log', reference);
  expect(log.split('\n')).toHaveLength(4);
  expect(log).toContain('secretary  correct');
});

test('if another person takes the place, the old address gets one mail about it, and its link ends', async () => {
  const { reference, person, order, orderNow } = await paid();
  const other = aPerson({ name: 'Oona Järvi' });
  await correct(reference, { name: other.name, email: other.email });
  const { receiptToken, customer } = await orderNow();
  expect(customer).toMatchObject({ name: other.name, email: other.email });
  expect(receiptToken).not.toBe(order.receiptToken);
  expect((await server.get(`/receipt/${order.receiptToken}`)).status).toBe(404);
  const page = await server.get(`/receipt/${receiptToken}`);
  expect(page.text).toContain(other.email);
  // The new person does not see the documents of the former person.
  expect(page.text).not.toContain(person.name);
  expect((await server.get(`/receipt/${receiptToken}/${reference}.pdf`)).status).toBe(404);

  const toOld = (await mailsTo(person.email))['address-replaced'];
  expect(toOld?.text).toContain(reference);
  for (const words of [other.name, other.email, receiptToken]) {
    expect(toOld?.text).not.toContain(words);
  }
  expect((await mailsTo(other.email))['receipt-replaced']?.text).toContain(receiptToken);

  // The new person counts as paid, and the former person may get another place.
  const buy = async (traits: object) => {
    const { path, body } = await server.aCheckout({}, traits);
    return (await server.post(path, body)).json;
  };
  expect(await buy({ name: other.name, email: other.email })).toMatchObject({
    url: expect.stringContaining('paid=before'),
  });
  expect(await buy({ name: person.name, email: person.email })).toHaveProperty('sessionId');
});

test('a correction gives nobody a second paid registration', async () => {
  const one = await paid();
  const two = await paid();
  const { name, email } = two.person;
  await expect(correct(one.reference, { name, email })).rejects.toThrow(
    `${name} has a paid registration with ${email} already: ${two.reference}.`,
  );
  const titled = correct(one.reference, { name: `Prof. ${name}`, email });
  await expect(titled).rejects.toThrow(`has a paid registration with ${email} already`);
});

test('a new name or a new address hides no document; both together are another person', async () => {
  const { reference, orderNow } = await paid();
  const filesOf = async () => {
    const { receiptToken } = await orderNow();
    const page = await server.get(`/receipt/${receiptToken}`);
    return [...page.text.matchAll(/href="[^"]+\/([^"/]+)\.pdf"/g)].map(([, number]) => number);
  };
  await correct(reference, { name: 'Mira Ek' });
  await correct(reference, { email: 'mira.ek@lab.example' });
  const files = await filesOf();
  expect(files.toSorted()).toEqual([reference, `${reference}-R2`, `${reference}-R3`]);
  await correct(reference, { name: 'Lars Holm', email: 'lars.holm@lab.example' });
  expect(await filesOf()).toEqual([`${reference}-R4`]);
});

test('later credit notes refer to the latest receipt', async () => {
  const { reference, order, payment } = await paid();
  server.clock.advance(1000);
  await correct(reference, { name: 'Mira Lindqvist-Berg' });
  server.clock.advance(1000);
  await server.requestRefund(payment.id, undefined, 'organiser');
  await server.sendRefunds();
  expect(await server.documentsOf(order.id)).toMatchObject([
    { number: reference, kind: 'receipt' },
    { number: `${reference}-R2`, kind: 'receipt', replaces: reference },
    { number: `${reference}-C1`, kind: 'credit-note', receipt: `${reference}-R2` },
  ]);
  expect(await pdfAt(`/receipt/${order.receiptToken}/${reference}-C1.pdf`)).toContain(
    `${reference}-R2`,
  );
  // The person may order again after the refund.
  const { dedupeKey } = (await server.recordsOf(String(payment.ref))).order;
  expect(await findOrderByDedupeKey(server.db, dedupeKey)).toBeUndefined();
});

test('an unpaid registration is corrected without a receipt, and can be paid afterwards', async () => {
  const { reference, person, order, url, sessionId } = await ordered(false);
  const other = aPerson();
  expect(await correct(reference, { email: other.email })).toContain(
    `Mails that waited for ${person.email} and are not sent any more: 1.`,
  );
  expect(await server.documentsOf(order.id)).toEqual([]);
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  expect(await server.documentsOf(order.id)).toMatchObject([{ number: reference }]);
  expect((await mailsTo(other.email))['payment-confirmed']).toBeDefined();
  expect((await mailsTo(person.email))['payment-confirmed']).toBeUndefined();
});

test('a mail about an unpaid order is not sent once the corrected person has paid', async () => {
  const { reference, person, url, sessionId } = await ordered(false);
  await correct(reference, { name: 'Solveig Dahl' });
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const sent: string[] = [];
  await server.mailRound(async ({ to, subject }) => void sent.push(`${to} ${subject}`));
  const theirs = sent.filter((mail) => mail.startsWith(person.email));
  expect(theirs).toEqual([expect.stringContaining('Payment confirmed')]);
});

test('if two organisers correct one order at once, one of them reads that the order was changed', async () => {
  const { reference, order } = await paid();
  const plans = await Promise.all(
    ['One', 'Two'].map((name) => planCorrection(testContext(server), { reference, name })),
  );
  const outcomes = await Promise.allSettled(plans.map(({ perform }) => perform()));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(JSON.stringify(outcomes.map((one) => String(Reflect.get(one, 'reason'))))).toContain(
    'was changed at the same moment',
  );
  expect(await server.documentsOf(order.id)).toHaveLength(2);
});

test.each([
  [{ name: 'Mira\r\nBcc: all@lab.example' }, 'cannot be entered as name'],
  [{ name: '   ' }, 'cannot be entered as name'],
  [{ email: 'mira@lab' }, 'cannot be entered as email'],
  [{ email: 'a@lab.example, b@lab.example' }, 'cannot be entered as email'],
  [{ country: 'x'.repeat(101) }, 'cannot be entered as country'],
])('%j is refused as in the forms', async (correction, message) => {
  const { reference } = await ordered(false);
  await expect(correct(reference, correction)).rejects.toThrow(message);
});

test('a correction of an unknown order, or without a difference, is refused with the reason', async () => {
  await expect(correct('PS26-0000-0000', { name: 'A' })).rejects.toThrow('There is no order');
  const { reference, person } = await ordered(false);
  await expect(correct(reference, { name: person.name })).rejects.toThrow('says that already');
  await expect(correct(reference, {})).rejects.toMatchObject({ exitCode: 2 });
});

test.each([
  { what: 'at once', steps: [['name', 'email']], erased: 0 },
  { what: 'after a corrected address', steps: [['email'], ['name', 'email']], erased: 1 },
  { what: 'address first, then name', steps: [['email'], ['name']], erased: 0 },
  { what: 'name first, then address', steps: [['name'], ['email']], erased: 0 },
] as const)(
  'a person who was replaced $what is erased from all receipts and requests of the order',
  async ({ steps, erased }) => {
    const { reference, person, order } = await paid();
    const others = steps.map(() => aPerson({ name: 'Oona Järvi' }));
    const addresses = [person.email];
    for (const [at, fields] of steps.entries()) {
      const { name = '', email = '' } = others[at] ?? {};
      const entered = Object.entries({ name, email }).filter(([field]) =>
        fields.some((one) => one === field),
      );
      await correct(reference, Object.fromEntries(entered));
      addresses.push(email);
    }
    const request = { action: 'erase', isReal: true, isEvenPaid: true } as const;
    const email = addresses[erased] ?? '';
    await printed((print) => personCommand(testContext(server), { ...request, email }, print));
    const kept = JSON.stringify([
      await server.documentsOf(order.id),
      await server.db.selectFrom('payments').selectAll().execute(),
    ]);
    expect(kept).not.toContain(person.email);
    expect(kept).not.toContain(person.name);
    expect((await server.documentsOf(order.id)).at(-1)?.customer).toContain('Oona Järvi');
  },
);
test('lists are sorted by the sort name that an organiser enters, until the name changes', async () => {
  const { reference, order } = await paid();
  const listed = async () => (await server.participantsOfOrder(reference))[0];
  await correct(reference, { name: 'Mira Berg Lindqvist' });
  expect((await listed())?.sortName).toBe('Lindqvist Mira Berg');
  const before = (await server.documentsOf(order.id)).length;

  const change = { sortName: 'Berg Lindqvist, Mira' };
  const words = 'sort name: Lindqvist Mira Berg becomes Berg Lindqvist Mira';
  const said = await correct(reference, change, false);
  expect(said).toBe(`${reference}, ${words}\nNothing was changed. Add --yes to do it.\n`);
  expect(await correct(reference, change)).toContain('Corrected.');
  expect(await listed()).toMatchObject({
    name: 'Mira Berg Lindqvist',
    sortName: 'Berg Lindqvist Mira',
  });
  // No receipt has the sort name, and nobody gets a mail.
  expect(await server.documentsOf(order.id)).toHaveLength(before);
  const log = await server.organise('log', reference);
  expect(log).toContain(words);
  await expect(correct(reference, change)).rejects.toThrow('says that already');
  await expect(correct(reference, { sortName: '\u0007' })).rejects.toThrow(
    'cannot be entered as sort name',
  );

  await correct(reference, { institute: 'Institute of Gels' });
  expect((await listed())?.sortName).toBe('Berg Lindqvist Mira');
  await correct(reference, { sortName: '' });
  expect((await listed())?.sortName).toBe('Lindqvist Mira Berg');
  await correct(reference, change);
  await correct(reference, { name: 'Oona Järvi' });
  expect((await listed())?.sortName).toBe('Järvi Oona');
  await correct(reference, { name: 'Oona Mäki Järvi', sortName: 'Mäki Järvi, Oona' });
  expect((await listed())?.sortName).toBe('Mäki Järvi Oona');
});

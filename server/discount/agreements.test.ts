import { beforeEach, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

const TYPED = 'Keynote speaker, fully confirmed';
const AGREED = 'Student volunteer at a reduced fee';

async function paidByCard(person: ReturnType<typeof aPerson>, unitAmount = '262.50') {
  const { sessionId } = await server.paidAmount({ person, description: TYPED, unitAmount });
  return server.recordsOf(sessionId);
}

async function paidByPaypal(person: ReturnType<typeof aPerson>, amount: number) {
  const { email: customerEmail, name: customerName, ...rest } = person;
  const body = { ...rest, customerEmail, customerName, amount, currency: 'EUR' };
  const { json } = await server.post('/api/discounts/paypal/create', body);
  const ref = String(json['orderId']);
  await server.chooseAt(String(json['approvalUrl']));
  await server.post(`/api/discounts/paypal/capture/${ref}`);
  return server.recordsOf(ref);
}

const agreeOn = (email: string, amount = '250.00', isReal = true) =>
  server.organise('agree', email, amount, AGREED, ...(isReal ? ['--yes'] : []));

const listed = (isJson = false) => server.organise('agree', ...(isJson ? ['--json'] : []));

/** The mails about payments to this person, sorted by kind. */
async function paymentMailsTo({ email }: { email: string }) {
  return (await server.listMessages(1000))
    .filter(({ recipient, kind }) => recipient === email && kind.startsWith('payment-'))
    .map(({ kind, content }) => ({ kind, text: content.text }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind));
}

async function receiptOf(text: string): Promise<string> {
  const path = new URL(/\S+\/receipt\/\S+/.exec(text)?.[0] ?? '').pathname;
  return (await server.get(path)).text;
}

test('an amount that nobody agreed to is paid, and the place waits for the secretary', async () => {
  const person = aPerson();
  await paidByCard(person);
  const [mail, ...others] = await paymentMailsTo(person);
  expect(others).toEqual([]);
  expect(mail?.kind).toBe('payment-received');
  const { paymentReceived, paymentConfirmed, secretary } = server.content.mails;
  for (const words of paymentReceived.paragraphs) expect(mail?.text).toContain(words);
  expect(mail?.text).not.toContain(paymentConfirmed.paragraphs[0]);
  const toSecretary = (await server.listMessages(1000)).find(
    ({ kind }) => kind === 'payment-received-for-secretary',
  );
  expect(toSecretary?.content.subject).toContain(secretary.paymentReceived);
  expect(toSecretary?.content.text).toContain(paymentReceived.next);
});

test('an agreed amount is confirmed at once, with the agreed text on the receipt', async () => {
  const person = aPerson();
  await agreeOn(` ${person.email.toUpperCase()} `);
  await paidByCard(person);
  const [mail, ...others] = await paymentMailsTo(person);
  expect(others).toEqual([]);
  expect(mail?.kind).toBe('payment-confirmed');
  const receipt = await receiptOf(mail?.text ?? '');
  for (const text of [mail?.text, receipt]) {
    expect(text).toContain(AGREED);
    expect(text).not.toContain(TYPED);
  }
  const lines: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ type: 'registration', email: person.email, agreed: AGREED }),
  );
});

atOnce(
  'an agreement confirms a payment with the same address and amount, by any provider',
  async () => {
    const [right, otherAddress, otherAmount] = [aPerson(), aPerson(), aPerson()];
    for (const { email } of [right, otherAmount]) await agreeOn(email);
    await paidByPaypal(right, 262.5);
    await paidByPaypal(otherAddress, 262.5);
    await paidByPaypal(otherAmount, 262.49);
    const kinds = await Promise.all([right, otherAddress, otherAmount].map(paymentMailsTo));
    expect(kinds.map((mails) => mails.map(({ kind }) => kind))).toEqual([
      ['payment-confirmed'],
      ['payment-received'],
      ['payment-received'],
    ]);
  },
);

test('each agreement confirms one payment', async () => {
  const person = aPerson();
  await agreeOn(person.email);
  await paidByCard(person);
  const colleague = { ...aPerson(), email: person.email };
  await paidByCard(colleague);
  expect((await paymentMailsTo(person)).map(({ kind }) => kind)).toEqual([
    'payment-confirmed',
    'payment-received',
  ]);
});

atOnce('two payments of one agreed amount at the same moment use the agreement once', async () => {
  const person = aPerson();
  await agreeOn(person.email);
  await Promise.all([
    paidByCard(person),
    paidByPaypal({ ...aPerson(), email: person.email }, 262.5),
  ]);
  expect((await paymentMailsTo(person)).map(({ kind }) => kind)).toEqual([
    'payment-confirmed',
    'payment-received',
  ]);
});

test('an agreement after the payment confirms the place, and the payer gets a mail', async () => {
  const person = aPerson();
  const { order } = await paidByCard(person);
  expect(await agreeOn(person.email, '250', false)).toMatch(
    new RegExp(`262\\.50 EUR.*\\n${order.reference} has already been paid.*\\nNothing was changed`),
  );
  expect(await listed()).toContain(
    `${order.reference} ${person.email} 250.00 EUR is paid and waits`,
  );
  expect(await agreeOn(person.email)).toContain(`${order.reference} is confirmed`);
  const mails = await paymentMailsTo(person);
  expect(mails.map(({ kind }) => kind)).toEqual(['payment-confirmed', 'payment-received']);
  expect(mails[0]?.text).toContain(AGREED);
  expect(await listed()).toMatch(
    new RegExp(`250.00 EUR, paid with ${order.reference}: ${AGREED}\n$`),
  );
});

atOnce('an agreement and a payment at the same moment find each other', async () => {
  for (let round = 0; round < 4; round++) {
    const person = aPerson();
    await Promise.all([paidByCard(person), agreeOn(person.email)]);
    expect((await paymentMailsTo(person)).map(({ kind }) => kind)).toContain('payment-confirmed');
  }
});

test('a refunded payment waits for no agreement', async () => {
  const person = aPerson();
  const { payment } = await paidByCard(person);
  await server.requestRefund(payment.id, undefined, 'organiser');
  await server.sendRefunds();
  expect(await agreeOn(person.email)).toContain('as soon as this is paid');
});

test('without --yes nothing is recorded, and wrong use ends with exit code 2', async () => {
  const { email } = aPerson();
  expect(await agreeOn(email, '250.00', false)).toContain('Nothing was changed. Add --yes');
  expect(await listed()).toBe('No amount was agreed.\n');
  for (const [address, amount] of [
    ['no address', '250.00'],
    [email, '1.000'],
    [email, '0'],
    [email, '-5'],
  ] as const) {
    await expect(agreeOn(address, amount)).rejects.toMatchObject({ exitCode: 2 });
  }
});

test('agreements and waiting orders are listed as JSON, too', async () => {
  const [agreedWith, payer] = [aPerson(), aPerson()];
  await agreeOn(agreedWith.email);
  const { order } = await paidByCard(payer);
  expect(JSON.parse(await listed(true))).toMatchObject({
    agreements: [{ email: agreedWith.email, amountCents: 25000, words: AGREED, isUsed: false }],
    waiting: [{ reference: order.reference, email: payer.email, amountCents: 25000, words: TYPED }],
  });
});

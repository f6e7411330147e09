import { HOUR } from '#contract/time-spans.ts';
import { expect, test } from 'vitest';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { listMessages, type PostedMessage } from '#server/mail/posted-messages.ts';
import { aForm } from '#tests/support/author.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

/** The entries of a spammer, who wants our mails to contain them. */
const typed = {
  name: 'You have won https://evil.example/prize',
  phone: '+1 900 5550 199',
  instituteOrUniversity: 'evil.example lottery',
  country: 'Evilland',
};
const description = 'Collect your prize at https://evil.example/collect';
const signs = ['evil', 'prize', 'lottery', '5550', 'won '];

async function mailsAbout({ email }: { email: string }, on = server) {
  const mails = await listMessages(on.db, 1000);
  return {
    toPerson: mails.filter(({ recipient }) => recipient === email),
    toSecretary: mails.filter(({ content }) => content.replyTo === email),
  };
}

/** All parts of a mail that a reader or a mail program sees. */
const wordsOf = ({ content: { subject, text, html } }: PostedMessage) =>
  [subject, text, html].join('\n').toLowerCase();

function expectNothingTyped(mails: PostedMessage[]): void {
  for (const mail of mails) {
    for (const sign of signs) expect(wordsOf(mail), mail.kind).not.toContain(sign);
    const addresses = [...wordsOf(mail).matchAll(/https?:\/\/[^/\s"<]+/g)].map(
      ([origin]) => origin,
    );
    for (const origin of addresses) expect(origin).toBe(server.origin);
  }
}

const expireAll = async () => {
  server.clock.advance(2 * HOUR);
  await server.pollOpenPayments();
};

test('before a payment the mails about a registration have no typed text', async () => {
  const person = aPerson(typed);
  await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  const request = await server.aCheckout({}, person);
  await server.post(request.path, request.body);
  await expireAll();
  const other = await server.aCheckout({}, aPerson(typed));
  const { json } = await server.post('/api/payment/paypal/create', server.aPaypalRequest(other));
  await server.chooseAt(String(json['approvalUrl']), 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${String(json['orderId'])}`);
  server.control.resolvePending(String(json['orderId']), 'denied');
  await eventually(async () =>
    (await mailsAbout(other.person)).toPerson.some(({ kind }) => kind === 'payment-failed'),
  );

  const lapsed = await mailsAbout(person);
  const failed = await mailsAbout(other.person);
  expect(lapsed.toPerson.map(({ kind }) => kind).toSorted()).toEqual([
    'payment-expired',
    'registration-received',
  ]);
  expectNothingTyped([...lapsed.toPerson, ...failed.toPerson]);
  for (const mail of failed.toPerson) expect(mail.content.subject).toMatch(/, PS26-/);
});

test('before a payment the mails about a discount registration have no typed text', async () => {
  const { email: customerEmail, name, ...rest } = aPerson(typed);
  const addresses = {
    successUrl: `${server.origin}/payment-success`,
    cancelUrl: `${server.origin}/discount-registration`,
  };
  const body = { ...rest, ...addresses, customerEmail, currency: 'EUR' };
  const card = await server.post('/api/discounts/create-session', {
    ...body,
    name,
    description,
    unitAmount: '105.00',
  });
  const paypal = await server.post('/api/discounts/paypal/create', {
    ...body,
    customerName: name,
    amount: 21,
  });
  expect([card.status, paypal.status]).toEqual([200, 200]);
  await expireAll();
  const { toPerson, toSecretary } = await mailsAbout({ email: customerEmail });
  // PayPal keeps its own checkout open for longer.
  expect(toPerson.map(({ kind }) => kind).toSorted()).toEqual([
    'payment-expired',
    'registration-received',
    'registration-received',
  ]);
  expectNothingTyped(toPerson);
  for (const mail of toPerson) expect(mail.content.subject).toMatch(/, PS26-/);
  expect(toSecretary.map(wordsOf).join()).toContain(description.toLowerCase());
});

test('the mail to the author of an abstract has no typed text', async () => {
  const { instituteOrUniversity: organizationName, ...rest } = typed;
  const form = aForm({ ...rest, organizationName });
  await server.submit({ form, name: 'https evil.example prize.pdf' });
  const { toPerson, toSecretary } = await mailsAbout({ email: String(form['email']) });
  expect(toPerson).toHaveLength(1);
  expectNothingTyped(toPerson);
  expect(toSecretary.map(wordsOf).join()).toContain('prize.pdf');
});

test('the mails to the secretary have the typed text, marked as typed', async () => {
  const person = aPerson(typed);
  await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  const { toSecretary } = await mailsAbout(person);
  expect(toSecretary).toHaveLength(1);
  for (const { content } of toSecretary) {
    for (const words of [server.content.mails.typed, ...Object.values(person)]) {
      expect(content.text).toContain(words);
    }
  }
});

test('a person who has paid is greeted by name, and a person with a free place is not', async () => {
  const { prices } = server.content;
  const content = { ...server.content, prices: withPrice(prices, 'student', 0) };
  const generous = await startTestSite({ content });
  const free = await generous.aCheckout({ presentationType: 'STUDENT' }, aPerson(typed));
  const { json } = await generous.post(free.path, free.body);
  await generous.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  const bought = await generous.aCheckout({}, aPerson({ name: 'Ada Paying' }));
  const { json: card } = await generous.post(bought.path, bought.body);
  await server.payAt(String(card['url']));
  await generous.post(`/api/payment/update?sessionId=${String(card['sessionId'])}`);

  const { toPerson } = await mailsAbout(free.person, generous);
  const confirmed = toPerson.filter(({ kind }) => kind === 'free-confirmed');
  expect(confirmed).toHaveLength(1);
  for (const mail of toPerson) {
    for (const sign of signs) expect(wordsOf(mail)).not.toContain(sign);
  }
  const paid = await mailsAbout(bought.person, generous);
  const { greeting } = generous.content.mails;
  expect(paid.toPerson.find(({ kind }) => kind === 'payment-confirmed')?.content.text).toContain(
    fillPlaceholders(greeting, { person: 'Ada Paying' }),
  );
});

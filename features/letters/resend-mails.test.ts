import { MINUTE } from '#contract/time-spans.ts';
import { expect, test } from 'vitest';
import { NotDelivered } from '#server/mail/mailer.ts';
import { asCents } from '#contract/money.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { findPaymentLink } from '#server/orders/rows/payment-links.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { aForm } from '#tests/support/author.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

function resend(
  reference: string,
  what: 'receipt' | 'all' = 'receipt',
  isReal = true,
): Promise<string> {
  return server.organise('resend', reference, '--to', what, ...(isReal ? ['--send'] : []));
}

async function ordered(isPaid: boolean) {
  const checkout = await server.openedCheckout();
  if (isPaid) {
    await server.payAt(checkout.url);
    await server.post(`/api/payment/update?sessionId=${checkout.sessionId}`);
  }
  const { order, payment } = await server.recordsOf(checkout.sessionId);
  return { ...checkout, order, payment, reference: order.reference };
}

async function kindsTo(email: string): Promise<string[]> {
  const mails = await server.listMessages(10_000);
  return mails.filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
}

async function latestTo(email: string) {
  const mails = await server.listMessages(10_000);
  const latest = mails.find(({ recipient }) => recipient === email);
  if (!latest) throw new Error(`no mail to ${email}`);
  return latest;
}

/** Fails to send every mail until it is given up. */
async function loseMails(): Promise<void> {
  for (let hour = 0; hour < 60; hour++) {
    await server.mailRound(async () => {
      throw new NotDelivered('ESOCKET CONN');
    });
    server.clock.advance(60 * MINUTE);
  }
}

test('the confirmation is sent again, also after the first was given up', async () => {
  const { reference, person, order } = await ordered(true);
  await loseMails();
  const said = await resend(reference.toLowerCase(), 'receipt', false);
  expect(said).toContain(`To ${person.email}: `);
  expect(said).toContain('Nothing was changed. Add --send to do it.');
  expect(await resend(reference)).toContain('Mails that the server sends now: 1.');
  const sent: string[] = [];
  await server.mailRound(async ({ to, text }) => void (to === person.email && sent.push(text)));
  expect(sent).toEqual([expect.stringContaining(`/receipt/${order.receiptToken}`)]);
  const log = await server.organise('log', reference);
  expect(log).toContain('payment-confirmed again');
});

test('a double click sends one mail, and a click a minute later sends another', async () => {
  const { reference, person } = await ordered(true);
  server.clock.advance(MINUTE);
  const plan = await planResend(testContext(server), { reference, what: 'receipt' });
  const outcomes = (await Promise.all([plan.perform(), plan.perform()])).flat();
  expect(outcomes).toContain('Mails that the server sends now: 1.');
  expect(outcomes.join()).toContain('so none was added');
  server.clock.advance(MINUTE);
  await resend(reference);
  const again = (await kindsTo(person.email)).filter((kind) => kind === 'payment-confirmed');
  expect(again).toHaveLength(3);
});

test('the mail goes to the present address, with the present link', async () => {
  const { reference } = await ordered(true);
  const other = aPerson();
  await (await planCorrection(testContext(server), { reference, email: other.email })).perform();
  server.clock.advance(MINUTE);
  await resend(reference);
  const { content } = await latestTo(other.email);
  const [path = ''] = /\/receipt\/\w+/.exec(content.text) ?? [];
  expect((await server.get(path)).status).toBe(200);
});

test('with all, mails about refunds are sent, too; a refunded order has only these', async () => {
  const { reference, person, payment } = await ordered(true);
  const refund = async (cents?: number) => {
    server.clock.advance(MINUTE);
    const amount = cents === undefined ? undefined : asCents(cents);
    await server.requestRefund(payment.id, amount, 'organiser');
    await server.sendRefunds();
  };
  await refund(5000);
  server.clock.advance(MINUTE);
  expect(await resend(reference)).toContain('Mails that the server sends now: 1.');
  server.clock.advance(MINUTE);
  expect(await resend(reference, 'all')).toContain('Mails that the server sends now: 2.');
  await refund();
  server.clock.advance(MINUTE);
  expect(await resend(reference)).toContain('Mails that the server sends now: 1.');
  const latest = await latestTo(person.email);
  expect(latest).toMatchObject({ kind: 'payment-refunded' });
  expect(latest.content.text).toContain(`${reference}-C2`);
});

test('an unpaid order gets a reminder with a link to pay, until it is paid', async () => {
  const { reference, person, order, url, sessionId } = await ordered(false);
  // The order has no link: the reminder creates one, and a dry run does not.
  await server.db.deleteFrom('payment_links').where('order_id', '=', order.id).execute();
  await resend(reference, 'receipt', false);
  expect(await findPaymentLink(server.db, order.id)).toBeUndefined();
  await resend(reference);
  const reminder = await latestTo(person.email);
  expect(await findPaymentLink(server.db, order.id)).toBeDefined();
  for (const words of [
    `${server.origin}/registration/${order.pageToken}`,
    '€418.95',
    'Payable until',
  ]) {
    expect(reminder.content.text).toContain(words);
  }
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const mails = await server.listMessages(10_000);
  expect(mails.find(({ id }) => id === reminder.id)).toMatchObject({ state: 'withdrawn' });
});

test('an author gets the confirmation of the abstract again', async () => {
  const form = aForm();
  const { reference } = (await server.submit({ form })).json;
  server.clock.advance(MINUTE);
  await resend(String(reference));
  expect(await kindsTo(String(form['email']))).toEqual(['abstract-received', 'abstract-received']);
});

test('an unknown reference is reported', async () => {
  await expect(resend('PS26-0000-0000')).rejects.toThrow('There is no order and no abstract');
  await expect(server.organise('log', 'PS26-0000-0000')).rejects.toThrow(
    'There is no order or abstract PS26-0000-0000.',
  );
});

test('the receipt of a cancelled registration is not sent again', async () => {
  const { reference } = await server.paidRegistration();
  await (await server.planCancellation({ reference, amount: '0' })).perform();
  await expect(planResend(server.organising, { reference, what: 'receipt' })).rejects.toThrow(
    'is cancelled',
  );
});

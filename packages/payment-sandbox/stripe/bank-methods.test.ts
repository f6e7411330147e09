import { describe, expect, test } from 'vitest';
import { order, startTestShop } from '../tests/stripe-shop.ts';
import { submit } from '../tests/test-host.ts';

const EXPANDED = { expand: ['payment_intent.latest_charge'] };
const DAY = 24 * 60 * 60_000;

/** A shop whose sessions offer cards, debits and bank transfers. */
async function shopWithBanks() {
  const shop = await startTestShop();
  const { stripe } = shop;
  const customer = await stripe.customers.create({
    email: 'ada@example.org',
    metadata: { order_id: 'order-1' },
  });
  const { customer_email: _, ...withoutEmail } = order(shop.origin);
  const session = await stripe.checkout.sessions.create({
    ...withoutEmail,
    customer: customer.id,
    allowed_payment_method_types: ['card', 'sepa_debit', 'customer_balance'],
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
      },
    },
  });
  const url = session.url ?? '';
  return {
    ...shop,
    customer,
    session,
    url,
    read: () => stripe.checkout.sessions.retrieve(session.id, EXPANDED),
    sign: (iban: string) => submit(`${url}/sepa_debit`, { iban }),
    chooseTransfer: () => submit(`${url}/customer_balance`, {}),
    cash: async () => (await stripe.customers.retrieveCashBalance(customer.id)).available,
  };
}

describe('the page of a session with several methods', () => {
  test('shows the card form and leads to the others', async () => {
    const { url, session, customer, read } = await shopWithBanks();
    const text = await (await fetch(url)).text();
    expect(text).toContain('Card number');
    for (const other of ['sepa_debit', 'customer_balance']) {
      expect(text).toContain(`/sandbox/stripe/pay/${session.id}/${other}"`);
      expect((await fetch(`${url}/${other}`)).status).toBe(200);
    }
    expect(await read()).toMatchObject({
      customer: customer.id,
      customer_email: null,
      customer_details: { email: 'ada@example.org' },
    });
  });

  test('leads from a method that the session lacks to the one that it has', async () => {
    const { create } = await startTestShop();
    const cards = (await create({ allowed_payment_method_types: ['card'] })).url ?? '';
    expect(await (await fetch(cards)).text()).not.toContain('sepa_debit');
    expect(await submit(`${cards}/sepa_debit`, { iban: 'DE89370400440532013000' })).toMatchObject({
      status: 303,
      location: new URL(cards).pathname,
    });
    const debits = (await create({ allowed_payment_method_types: ['sepa_debit'] })).url ?? '';
    expect((await fetch(debits)).url).toBe(`${debits}/sepa_debit`);
  });
});

describe('a debit', () => {
  test('is processed after the mandate, and paid when the bank answers', async () => {
    const { sign, read, control, webhooks, origin, session } = await shopWithBanks();
    expect((await sign('DE89370400440532013000')).location).toBe(
      `${origin}/done?session_id=${session.id}`,
    );
    expect(await read()).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'processing',
        amount_received: 0,
        latest_charge: {
          status: 'pending',
          payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3000' } },
        },
      },
    });
    await control.advance(6000);
    await control.settled();
    expect(await read()).toMatchObject({
      payment_status: 'paid',
      payment_intent: { status: 'succeeded', amount_received: 42_000 },
    });
    expect(webhooks.types()).toEqual([
      'payment_intent.processing',
      'checkout.session.completed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
  });

  test('that the bank refuses leaves the session complete and unpaid', async () => {
    const { sign, read, control, webhooks } = await shopWithBanks();
    await sign('DE62 3704 0044 0532 0130 01');
    await control.advance(6000);
    await control.settled();
    expect(await read()).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect(webhooks.types()).toContain('checkout.session.async_payment_failed');
  });

  test('comes after three minutes with the IBAN that is slow', async () => {
    const { sign, read, control } = await shopWithBanks();
    await sign('DE08370400440532013003');
    await control.advance(60_000);
    expect(await read()).toMatchObject({ payment_status: 'unpaid' });
    await control.advance(121_000);
    expect(await read()).toMatchObject({ payment_status: 'paid' });
  });

  test('that is disputed is lost at once', async () => {
    const { sign, control, stripe, read, webhooks } = await shopWithBanks();
    await sign('DE35370400440532013002');
    await control.advance(6000);
    await control.settled();
    const { data } = await stripe.disputes.list();
    expect(data).toMatchObject([{ status: 'lost', reason: 'debit_not_authorized' }]);
    expect(await read()).toMatchObject({ payment_intent: { latest_charge: { disputed: true } } });
    expect(webhooks.types().slice(-3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
  });

  test('needs a test IBAN', async () => {
    const { sign, url, read } = await shopWithBanks();
    const { location } = await sign('DE02120300000000202051');
    expect(location).toBe(`${new URL(url).pathname}/sepa_debit?problem=iban`);
    expect(await (await fetch(new URL(location, url))).text()).toContain('not a test IBAN');
    expect(await read()).toMatchObject({ status: 'open' });
  });
});

describe('a bank transfer', () => {
  test('shows the bank details and is paid when the money comes', async () => {
    const { chooseTransfer, read, control, webhooks, url, session } = await shopWithBanks();
    const { location } = await chooseTransfer();
    expect(location).toBe(`/sandbox/stripe/transfer/${session.id}`);
    const chosen = await read();
    expect(chosen).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_action',
        next_action: {
          type: 'display_bank_transfer_instructions',
          display_bank_transfer_instructions: {
            amount_remaining: 42_000,
            currency: 'eur',
            type: 'eu_bank_transfer',
            hosted_instructions_url: new URL(location, url).href,
            reference: expect.stringMatching(/^[A-F0-9]{12}$/),
            financial_addresses: [
              { type: 'iban', iban: { iban: expect.stringMatching(/^DE\d{20}$/) } },
            ],
          },
        },
      },
    });
    const page = await (await fetch(new URL(location, url))).text();
    expect(page).toContain('Still to transfer');
    await submit(new URL(location, url).href, { sends: 'whole' });
    await control.settled();
    expect(await read()).toMatchObject({
      payment_status: 'paid',
      payment_intent: {
        status: 'succeeded',
        next_action: null,
        latest_charge: { payment_method_details: { type: 'customer_balance' } },
      },
    });
    expect(webhooks.types()).toEqual([
      'payment_intent.requires_action',
      'checkout.session.completed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
  });

  test('may come in parts, and Stripe keeps what is too much', async () => {
    const { chooseTransfer, read, control, session, cash, webhooks } = await shopWithBanks();
    await chooseTransfer();
    await control.sendTransfer(session.id, 20_000);
    expect(await cash()).toEqual({ eur: 0 });
    expect(await read()).toMatchObject({
      payment_status: 'unpaid',
      payment_intent: {
        next_action: { display_bank_transfer_instructions: { amount_remaining: 22_000 } },
      },
    });
    await control.settled();
    expect(webhooks.types().at(-1)).toBe('payment_intent.partially_funded');
    await control.sendTransfer(session.id, 22_500);
    await control.sendTransfer(session.id, 100);
    expect(await read()).toMatchObject({ payment_status: 'paid' });
    expect(await cash()).toEqual({ eur: 600 });
  });

  test('that the shop cancels fails, and its part stays with Stripe', async () => {
    const { chooseTransfer, read, control, session, cash } = await shopWithBanks();
    await chooseTransfer();
    await control.sendTransfer(session.id, 20_000);
    await control.resolveAsync(session.id, 'failed');
    expect(await read()).toMatchObject({
      payment_status: 'unpaid',
      payment_intent: { status: 'canceled' },
    });
    expect(await cash()).toEqual({ eur: 20_000 });
  });

  test('is refunded once the payer has named a bank account that Stripe does not know', async () => {
    const { chooseTransfer, read, control, session, stripe, cash } = await shopWithBanks();
    await chooseTransfer();
    await control.sendTransfer(session.id, undefined, 'unknown');
    const { payment_intent: intent } = await read();
    const payment_intent = typeof intent === 'string' ? intent : (intent?.id ?? '');
    const first = await stripe.refunds.create({ payment_intent, amount: 10_000 });
    expect(first.status).toBe('requires_action');
    await control.finishRefund(first.id);
    expect((await stripe.refunds.retrieve(first.id)).status).toBe('succeeded');
    const second = await stripe.refunds.create({ payment_intent, amount: 10_000 });
    await control.advance(46 * DAY);
    expect((await stripe.refunds.retrieve(second.id)).status).toBe('canceled');
    expect(await cash()).toEqual({ eur: 10_000 });
    expect(() => control.dispute(session.id)).toThrow('which nobody can dispute');
  });

  test.each([
    ['no customer', () => ({ customer_email: 'ada@example.org' }), 'customer'],
    [
      'a customer and an address',
      (customer: string) => ({ customer, customer_email: 'ada@example.org' }),
      'customer',
    ],
    ['an unknown customer', () => ({ customer: 'cus_nobody' }), 'customer'],
    [
      'no kind of transfer',
      (customer: string) => ({ customer, payment_method_options: {} }),
      'payment_method_options[customer_balance]',
    ],
  ])('is refused with %s', async (_, changes, param) => {
    const { stripe, customer, origin } = await shopWithBanks();
    const { customer_email: _email, ...withoutEmail } = order(origin);
    const asked = stripe.checkout.sessions.create({
      ...withoutEmail,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: { type: 'us_bank_transfer' },
        },
      },
      ...changes(customer.id),
    });
    await expect(asked).rejects.toMatchObject({ param });
  });
});

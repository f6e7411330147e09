import { describe, expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const undo = (id: string) => server.organise('refund', '--undo', id, '--send');

/** A paid registration of which 80.00 EUR were refunded by mistake. */
async function refunded() {
  const paid = await server.paidRegistration({}, { name: 'Mira Lindqvist' });
  await server.organise('refund', paid.reference, '--amount', '80', '--send');
  const [payment] = await server.paymentsOfOrder(paid.order.id);
  const refund = (await server.listRefunds()).find(({ paymentId }) => paymentId === payment?.id);
  if (!payment || !refund) throw new Error('nothing was refunded');
  await server.control.settled();
  return { ...paid, payment, refund };
}

async function mailsTo(email: string) {
  return (await server.listMessages(1000)).filter(({ recipient }) => recipient === email);
}

describe('a refund that was sent by mistake', () => {
  test('is asked for again without a fee, about its order, with the same payer', async () => {
    const { person, order, reference, refund } = await refunded();
    const plan = await server.organise('refund', '--undo', refund.id);
    expect(plan).toContain(`${reference}: Mira Lindqvist got 80.00 EUR on `);
    expect(plan).toContain('Request for payment');
    const asked = await server.linkedOrder(await undo(refund.id));
    expect(asked.order).toMatchObject({
      amountCents: 8000,
      feeCents: 0,
      undoes: refund.id,
      customer: order.customer,
    });
    const [mail] = await mailsTo(person.email);
    expect(mail?.content.text).toMatch(/Refund of €80\.00 of .+ \d{4}, sent by mistake/);
    expect(mail?.content.text).toContain(reference);
    expect(mail?.content.text).not.toContain('/registration/');
    await server.payLink(asked.path);
    expect((await server.getOrder(asked.order.id)).state).toBe('CONFIRMED');
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
  });

  test('is asked for once: a second time is refused until the first is taken back', async () => {
    const { refund } = await refunded();
    const both = await Promise.allSettled(['', ''].map(() => undo(refund.id)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const done = both.find((each) => each.status === 'fulfilled');
    const { order } = await server.linkedOrder(done?.value ?? '');
    await expect(undo(refund.id)).rejects.toThrow(
      `This refund is asked for again already: ${order.reference}.`,
    );
    await server.organise('cancel', order.reference, '--send');
    expect(await undo(refund.id)).toContain('/pay/');
  });

  test('in the dashboard of the provider is found by the id in the list of refunds', async () => {
    const { sessionId, order, reference } = await server.paidRegistration();
    server.control.refund(sessionId, 3000);
    await server.control.settled();
    await server.pollOpenPayments();
    const [payment] = await server.paymentsOfOrder(order.id);
    expect(payment?.refundedCents).toBe(3000);
    const asked = await server.linkedOrder(await undo(payment?.id ?? ''));
    expect(asked.order).toMatchObject({ amountCents: 3000, undoes: payment?.id });
    // Another refund of the same payment is asked for alone.
    server.control.refund(sessionId, 1000);
    await server.control.settled();
    const other = await server.linkedOrder(await undo(payment?.id ?? ''));
    expect(other.order.amountCents).toBe(1000);
    expect(await server.organise('show', reference)).toContain(other.order.reference);
  });

  test('that is a lost dispute is asked for again by the id of the dispute', async () => {
    const { sessionId, person } = await server.paidRegistration();
    server.control.dispute(sessionId, 5000);
    await server.control.settled();
    server.control.closeDispute(sessionId, 'lost');
    await server.control.settled();
    const { provider_ref: id } = await server.db
      .selectFrom('disputes')
      .select('provider_ref')
      .where('amount_cents', '=', 5000)
      .executeTakeFirstOrThrow();
    const asked = await server.linkedOrder(await undo(id));
    expect(asked.order.amountCents).toBe(5000);
    expect((await mailsTo(person.email))[0]?.content.text).toMatch(
      /Payment of €50\.00, returned on .+ after a dispute by mistake/,
    );
  });

  test('of a whole order says that the place does not come back', async () => {
    const { reference, order } = await server.paidRegistration();
    await server.organise('refund', reference, '--send');
    const [refund] = (await server.listRefunds()).slice(-1);
    const all = (await server.listRefunds()).find(
      ({ amountCents }) => amountCents === order.amountCents,
    );
    expect(await server.organise('refund', '--undo', (all ?? refund)?.id ?? '')).toContain(
      'this payment does not bring the place back',
    );
  });

  test('that the bank returned later is not due, and cannot be paid', async () => {
    const { person, refund } = await refunded();
    const { order, path } = await server.linkedOrder(await undo(refund.id));
    server.control.failRefund(
      (await server.listRefunds()).find(({ id }) => id === refund.id)?.ref ?? '',
    );
    await server.control.settled();
    const answer = await server.press(path, 'card');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('no longer asks for this amount');
    expect((await server.getOrder(order.id)).cancelledAt).toBeDefined();
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toContain('asked-withdrawn');
    await expect(undo(refund.id)).rejects.toThrow('it is FAILED');
    expect(JSON.stringify(await server.listConcerns())).toContain(refund.id);
  });

  test('is refused before it is sent, for an unknown id, and after the payer was erased', async () => {
    await expect(undo('nothing')).rejects.toThrow('There is no refund nothing.');
    const { person, refund } = await refunded();
    await server.organise('person', 'erase', person.email, '--even-paid', '--yes');
    await expect(undo(refund.id)).rejects.toThrow('was erased, so nobody is known to ask');
    const { reference } = await server.paidRegistration();
    server.control.failNext('reset-after', 2, { provider: 'stripe', purpose: 'refund' });
    await server.organise('refund', reference, '--amount', '10', '--send');
    const waiting = (await server.listRefunds()).find(({ state }) => state === 'ASKED');
    await expect(undo(waiting?.id ?? '')).rejects.toThrow('take it back instead');
    server.control.clearFaults();
  });
});

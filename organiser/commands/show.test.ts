import { listingOf } from '#server/reports/lists.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { aForm } from '#tests/support/author.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { exportJsonLines } from './export.ts';
import { evidenceCommand } from './show.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';

const server = await startTestSite();

const context = () => testContext(server);

/** A paid registration with a refund of 20.00 and a dispute about 50.00. */
async function disputed() {
  const { sessionId, person } = await server.paidCheckout();
  await server.control.settled();
  const { order, payment } = await server.recordsOf(sessionId);
  await organise(context(), 'refund', order.reference, '--amount', '20.00', '--send');
  const dispute = server.control.dispute(sessionId, 5_000);
  await server.control.settled();
  return { sessionId, person, payment, dispute, ...order };
}

function show(reference: string, isJson = false) {
  return organise(context(), 'show', reference, ...(isJson ? ['--json'] : []));
}

test('show prints the sections of an order in a fixed order', async () => {
  const { reference, sessionId, person, dispute } = await disputed();
  const said = await show(reference.toLowerCase());
  const inOrder = [
    `${reference}  CONFIRMED`,
    person.name,
    person.email,
    'Total',
    'payment 1  PART_REFUNDED',
    /Refunded +20.00 EUR/,
    'stripe (sandbox)',
    sessionId,
    'Open, by checkout',
    'Refund, sent',
    'Dispute, opened',
    '50.00 EUR',
    dispute,
    'answer by',
    new RegExp(`Receipt +${reference}`),
    new RegExp(`Credit note +${reference}-C1`),
    'mails',
    'Payment confirmed, ',
    'Payment refunded, ',
    'Payment review, to the secretary, ',
    'All times are those of Europe/Berlin.',
  ];
  let rest = said;
  for (const words of inOrder) {
    const at = rest.search(words instanceof RegExp ? words : RegExp.escape(words));
    expect(at, `${String(words)} in ${rest}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at);
  }
  expect(said).not.toMatch(/\d\dT\d\d:\d\d/);
});

test('show, doctor, status and reconcile print the same facts as JSON', async () => {
  const { reference, payment, dispute } = await disputed();
  expect(JSON.parse(await show(reference, true))).toMatchObject({
    reference,
    state: 'CONFIRMED',
    payments: [
      {
        id: payment.id,
        state: 'PART_REFUNDED',
        refundedCents: 2_000,
        history: [{ to: 'NEW' }, { to: 'OPEN' }, { to: 'PAID' }, { to: 'PART_REFUNDED' }],
        refunds: [{ state: 'SENT', amountCents: 2_000 }],
        disputes: [{ state: 'OPENED', amountCents: 5_000, ref: dispute }],
      },
    ],
    documents: [{ kind: 'receipt' }, { kind: 'credit-note' }],
  });
  const doctor = JSON.parse(await organise(context(), 'doctor', '--json'));
  expect(doctor).toMatchObject({ mode: 'sandbox', providers: [{ name: 'stripe' }, {}] });
  expect(doctor.concerns).toContainEqual(
    expect.objectContaining({
      about: 'dispute',
      id: dispute,
      details: dispute,
      words: expect.stringMatching(/50\.00 EUR; answer by \d{4}-/),
    }),
  );
  const found = JSON.parse(await organise(context(), 'reconcile', '--json'));
  expect(found).toEqual({
    days: 30,
    differences: [],
    notCompared: [],
    cannotList: ['paypal'],
  });
});

test('an unpaid group has its link to pay', async () => {
  const { order, path } = await server.aGroup();
  expect(await show(order.reference)).toMatch(
    new RegExp(`Link to pay +${server.origin}${path}, until 20\\S+ \\d\\d:\\d\\d$`, 'm'),
  );
});

test('an order is found and shown by any id of its payment, refund, dispute or warning', async () => {
  const { reference, sessionId, person, payment, dispute } = await disputed();
  const { providerPaymentRef = '', refunds } = JSON.parse(await show(reference, true)).payments[0];
  const [refund] = await server.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refunds[0].id)
    .execute();
  const warning = server.control.warnOfFraud(sessionId);
  await server.control.settled();
  const ids = [
    warning,
    payment.id,
    sessionId,
    providerPaymentRef,
    refunds[0].id,
    refund?.provider_ref ?? '',
    refund?.idempotency_key ?? '',
    dispute,
    `${reference}-1`,
    `${reference.toLowerCase()}-C1`,
  ];
  for (const id of ids) {
    expect([id, await show(id)]).toEqual([id, expect.stringContaining(`${reference}  CONFIRMED`)]);
    const found = await organise(context(), 'find', id);
    expect([id, found]).toEqual([id, expect.stringContaining(person.email)]);
  }
  const doctor = await organise(context(), 'doctor');
  expect(doctor).toMatch(new RegExp(`order ${reference}: .*\\(${dispute}\\)`));
  expect(await show(reference)).toMatch(/Payment confirmed, (?:sent|waiting).*“.+”/);
});

test('a missing order is reported in a sentence', async () => {
  await expect(show('PS26-0000-0000')).rejects.toThrow(
    'There is no order or abstract PS26-0000-0000.',
  );
});

test('doctor reports an open dispute as a concern until it is decided', async () => {
  const { sessionId, dispute } = await disputed();
  const doctor = () => organise(context(), 'doctor');
  expect(await doctor()).toMatch(
    new RegExp(`attention +order \\S+: .*; answer by .*\\(${dispute}\\)`),
  );
  expect(await doctor()).toMatch(/\d+ things? needs? a person\.\n$/);
  server.control.closeDispute(sessionId, 'won');
  await server.control.settled();
  expect(await doctor()).not.toContain(dispute);
});

test('the received sum does not contain the amount of a lost dispute', async () => {
  const totals = async () => JSON.parse(await organise(context(), 'status', '--json'));
  const { sessionId, payment } = await disputed();
  const before = await totals();
  server.control.closeDispute(sessionId, 'lost');
  await server.control.settled();
  const after = await totals();
  expect(after.receivedCents).toBe(before.receivedCents - 5_000);
  expect(after.paidCents - after.refundedCents).toBe(after.receivedCents);
  expect(after.disputes.LOST).toBe((before.disputes.LOST ?? 0) + 1);
  const said = await organise(context(), 'status');
  expect(said).toMatch(/^disputes +\d.* LOST/m);
  // The sheets count the same.
  const rowsOf = async (name: 'refunds' | 'participants') => {
    const { head, rows } = listingOf(server.organising, name);
    const at = head.columns.findIndex(({ id }) => id === 'state');
    const states = (await Array.fromAsync(rows(server.db))).flat().map((row) => row[at + 1]);
    return (state: string) => states.filter((each) => each === state).length;
  };
  const [refunds, people] = [await rowsOf('refunds'), await rowsOf('participants')];
  expect(after.refunds.SENT + after.refundsElsewhere).toBe(refunds('SENT'));
  expect(after.people.CONFIRMED).toBe(people('CONFIRMED'));
  expect(said).toMatch(/^people +\d.* CONFIRMED/m);
  expect(said).toMatch(/^refunds +requested here: \d.* SENT.*; at the provider: \d+$/m);
  expect(said).toMatch(/^received +[\d,]+\.\d\d EUR$/m);

  const lines: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
  const records: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  const own = records.filter((record) => record['paymentId'] === payment.id);
  expect(own).toMatchObject([
    { type: 'refund', state: 'SENT', amountCents: 2_000, name: expect.stringContaining('Mira') },
    { type: 'dispute', state: 'LOST', amountCents: 5_000, email: expect.stringContaining('@') },
  ]);
});

test('during a dispute refund refuses, and names the option that overrules', async () => {
  const { reference } = await disputed();
  const refund = (isDespiteDispute = false) =>
    organise(
      context(),
      'refund',
      reference,
      '--send',
      ...(isDespiteDispute ? ['--despite-dispute'] : []),
    );
  await expect(refund()).rejects.toThrow(
    /could be refunded twice. Wait for the decision. Add --despite-dispute.$/,
  );
  expect(await refund(true)).toContain('EUR was not refunded: the provider refused');
});

test('the reference of an order or an abstract leads to the story with the registration, abstracts and changes', async () => {
  const { reference, person } = await disputed();
  const { json } = await server.submit({ form: aForm({ email: person.email.toUpperCase() }) });
  const abstract = String(json['reference']);
  await inTransaction(server.db, (tx) =>
    recordActivity(
      tx,
      { ...server.context, actor: 'secretary' },
      { action: 'correct', reference, words: 'the name' },
    ),
  );
  for (const asked of [reference, abstract.toLowerCase()]) {
    const said = await show(asked);
    for (const words of [
      `${reference}  CONFIRMED`,
      'registered  CONFIRMED',
      `${abstract}  abstract`,
      'Abstract received, ',
      `secretary  correct  ${reference}  the name`,
    ]) {
      expect(said, asked).toContain(words);
    }
  }
  expect(JSON.parse(await show(reference, true))).toMatchObject({
    people: [{ email: person.email, currency: 'EUR' }],
    otherOrders: [],
    abstracts: [{ abstract: { reference: abstract } }],
    activities: [{ action: 'correct' }, { action: 'refund' }],
  });
});

test('the abstract of an author without a registration is shown alone', async () => {
  const { json } = await server.submit();
  const said = await show(String(json['reference']));
  expect(said).toContain('Abstract received, ');
  expect(said).toMatch(/^registered\n {2}none$/m);
});

test('the evidence has the purchase, the payment and the mails, and no telephone number', async () => {
  const { reference, person, dispute } = await disputed();
  const path = join(server.files.dataDir, 'evidence.html');
  await printed((print) => evidenceCommand(context(), { reference, path }, print));
  const page = readFileSync(path, 'utf8');
  const { organiser } = server.content.conference;
  for (const words of [person.name, organiser.legalName, dispute, 'Paid, by ', reference]) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain(person.phone);
  expect(page).not.toContain('<script');
  const { json } = await server.submit();
  const other = { reference: String(json['reference']), path: `${path}.2` };
  await expect(printed((print) => evidenceCommand(context(), other, print))).rejects.toThrow(
    'is not an order',
  );
});

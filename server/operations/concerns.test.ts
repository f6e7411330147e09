import { getOrder } from '#server/orders/rows/orders.ts';
import { beforeAll, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { readEnv } from '#server/config/env.ts';
import { inTransaction } from '#server/database/database.ts';
import { insertVisaRequest } from '#features/visa-letter/visa-requests.ts';
import { planHold } from '#server/operations/hold-mails.ts';
import { planLetter } from '#features/letters/write-letter.ts';
import { writeDigest } from '#server/mail/digest.ts';
import { listMessages } from '#server/mail/posted-messages.ts';
import { saveDispute } from '#server/payments/disputes.ts';
import { findPaymentByRef, getPayment } from '#server/payments/payments.ts';
import { insertRefund, markAsked, refuseRefund } from '#server/payments/refunds.ts';
import { recordReview, type ReviewKind } from '#server/payments/reviews.ts';
import {
  finishWebhookEvent,
  NOT_UNDERSTOOD,
  recordWebhookEvent,
} from '#server/payments/webhook-events.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { openedIn, startDashboardWith } from '#tests/support/dashboard-client.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { createStubProvider } from '#tests/support/stub-provider.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { recordDifferences } from './alarms.ts';
import { type BankEntry, insertBankEntry } from '#server/bank/bank-entries.ts';
import { insertBankRefund } from '#server/bank/bank-refunds.ts';
import { listConcerns, sentenceOf } from './concerns.ts';
import { tellAlarms } from './tell-alarms.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;
const LONG_AGO = '2026-01-01T00:00:00.000Z';
/** Every sentence has the time of the conference. */
const inBerlin = printTimes('Europe/Berlin');

let server: TestSite;
/** The sentence of each concern of the tables and of the machine. */
let sentences: string[];

beforeAll(async () => {
  const content = {
    ...fixtureContent,
    mails: { ...fixtureContent.mails, digest: 'daily' as const },
  };
  server = await startTestSite({ content });
  sentences = await oneOfEach();
  return server.close;
});

/** Causes each kind of concern, and returns their sentences in the order of the list. */
async function oneOfEach(): Promise<string[]> {
  const { db, clock, context, organising } = server;
  const paid = async () => {
    const { order, reference } = await server.paidRegistration();
    const { id, ref = '' } = await getPayment(db, order.paidPaymentId ?? '');
    return { id, ref, order, reference };
  };
  const [a, b, c] = [await paid(), await paid(), await paid()];
  const review = (kind: ReviewKind, paymentId: string, about: string) =>
    inTransaction(db, (tx) => recordReview(tx, { id: kind, kind, paymentId, about }, LONG_AGO));
  const mismatch = await server.openedCheckout();
  const { id: mismatchId = '', orderId } = (await findPaymentByRef(db, mismatch.sessionId)) ?? {};
  await db
    .updateTable('payments')
    .set({ state: 'MISMATCH' })
    .where('id', '=', mismatchId)
    .execute();
  const { reference: mismatched } = await db
    .selectFrom('orders')
    .select('reference')
    .where('id', '=', orderId ?? '')
    .executeTakeFirstOrThrow();
  await review('mismatch', mismatchId, mismatchId);
  await review('paidTwoOrders', a.id, b.order.id);
  await review('overtaken', b.id, b.id);
  await review('fraudWarning', b.id, 'issfr_1');
  const dispute = {
    ref: 'du_1',
    paymentRef: undefined,
    state: 'OPENED' as const,
    amountCents: asCents(5_000),
    currency: 'EUR',
    dueAt: '2026-12-01T00:00:00.000Z',
    openedAt: LONG_AGO,
  };
  await inTransaction(db, (tx) =>
    saveDispute(tx, { provider: 'stripe', id: c.id }, dispute, {
      askedAt: LONG_AGO,
      now: LONG_AGO,
    }),
  );
  const refund = (id: string, paymentId: string) => {
    const amountCents = asCents(1_000);
    const values = {
      id,
      paymentId,
      amountCents,
      reason: 'organiser' as const,
      createdAt: LONG_AGO,
    };
    return inTransaction(db, (tx) => insertRefund(tx, values));
  };
  await markAsked(db, await refund('rf1', a.id), LONG_AGO);
  await refund('rf2', c.id);
  await markAsked(db, await refund('rf3', b.id), LONG_AGO);
  await refuseRefund(db, 'rf3', undefined);
  const different = { ref: a.ref, words: 'stripe has 0.01 EUR' };
  await recordDifferences(context, [different], { isWhole: false });
  const noRefs = {
    ref: undefined,
    paymentRef: undefined,
    disputeRef: undefined,
    fraudWarningRef: undefined,
  };
  for (let at = 0; at < 10; at += 1) {
    const event = { eventId: `evt_${at}`, type: 'payout.paid', live: false, ...noRefs };
    const now = clock.now().toISOString();
    await recordWebhookEvent(db, 'paypal', event, now);
    await finishWebhookEvent(db, 'paypal', event.eventId, NOT_UNDERSTOOD, now);
  }
  // A late event would be an event that came, also the one of a checkout that expires below.
  await server.control.settled();
  server.control.webhooks('off');
  await db.deleteFrom('webhook_events').where('provider', '=', 'stripe').execute();
  const begun = clock.now().toISOString();
  await db
    .updateTable('payments')
    .set({ mode: 'test', created_at: begun })
    .where('id', '=', c.id)
    .execute();
  const elsewhere = await server.openedCheckout();
  await db
    .updateTable('payments')
    .set({ mode: 'live' })
    .where('provider_ref', '=', elsewhere.sessionId)
    .execute();
  const part = await server.openedCheckout();
  const promised = await findPaymentByRef(db, part.sessionId);
  if (!promised) throw new Error('no payment was begun');
  await db
    .updateTable('payments')
    .set({ provider: 'transfer', state: 'OPEN', expires_at: LONG_AGO })
    .where('id', '=', promised.id)
    .execute();
  const { reference: promisedReference } = await getOrder(db, promised.orderId);
  const credit: BankEntry = {
    id: 'be1',
    key: 'be1',
    account: '',
    bookedOn: '2026-01-01',
    amountCents: 1_500,
    currency: promised.currency,
    name: '',
    iban: undefined,
    bic: undefined,
    words: '',
    endToEnd: undefined,
    bankReference: undefined,
    isReversal: false,
    format: undefined,
    source: 'hand',
    state: 'booked',
    orderId: promised.orderId,
    paymentId: promised.id,
    bankRefundId: undefined,
    bookedCents: asCents(1_000),
    actor: 'secretary',
    createdAt: LONG_AGO,
  };
  await inTransaction(db, async (tx) => {
    await insertBankEntry(tx, credit);
    const unmatched = { orderId: undefined, paymentId: undefined, bookedCents: asCents(0) };
    await insertBankEntry(tx, { ...credit, ...unmatched, id: 'be2', key: 'be2', state: 'open' });
    await insertBankRefund(tx, {
      ...credit,
      id: 'br1',
      paymentId: undefined,
      refundId: undefined,
      bankEntryId: credit.id,
      amountCents: asCents(500),
      reason: promisedReference,
    });
  });
  const ours = { stripe_account: null, stripe_key: null, paypal_client: null, sandbox_id: null };
  const backups = { backed_up_at: LONG_AGO, copied_at: LONG_AGO };
  await db
    .insertInto('installation')
    .values({ id: 1, mode: 'sandbox', file_store: server.files.store.id, ...ours, ...backups })
    .execute();
  await db
    .updateTable('order_items')
    .set({ kind: 'agreed' })
    .where('order_id', '=', c.order.id)
    .where('kind', '!=', 'fee')
    .execute();
  const data = {
    name: 'A',
    nationality: 'Norway',
    passport: 'P1',
    birthDate: '1990-01-01',
    expiryDate: '2030-01-01',
    consulate: undefined,
  };
  const [participantId = ''] = a.order.participantIds;
  const asked = { id: 'visa1', participantId, data, requestedAt: LONG_AGO };
  await inTransaction(db, (tx) => insertVisaRequest(tx, asked));
  const abstracts = [];
  for (const found of [
    { scan: 'INFECTED', scan_finding: 'Test.Stand-In' },
    { scan: 'GIVEN_UP' },
  ] as const) {
    const reference = String((await server.submit()).json['reference']);
    await server.recordScan(reference, found);
    abstracts.push(reference);
  }
  await db
    .updateTable('outbox')
    .set({ dead_at: LONG_AGO, trouble: 'ESOCKET CONN' })
    .where('kind', '=', 'abstract-received')
    .where('reference', '=', abstracts[0] ?? '')
    .execute();
  await carriedOut(planHold(organising, { hold: 'letters' }));
  const letter = { file: 'Subject: The hall\n\nIt moves.', selection: 'paid', isNews: false };
  const written = await carriedOut(planLetter(organising, { ...letter, mailsPerHour: Infinity }));
  const letters = Number(/Letters in the outbox: (\d+)/.exec(written)?.[1]);
  const { id: letterId } = await db.selectFrom('letters').select('id').executeTakeFirstOrThrow();
  clock.advance(3 * 60 * 60_000);
  const settled = (id: string) => `organiser refund --settled ${id} ends this`;
  return [
    'no server runs: visitors reach nothing',
    expect.stringMatching(/^the disk of .* FILES_RESERVE_MB is 9999999: nothing is written/),
    expect.stringMatching(/^the bucket summit does not answer as it should: \w+/),
    'no server can start with CONTENT_DIR: agenda.yaml:7: no time',
    `order ${b.reference}: a bank warns of fraud; refund the payment, or keep it (issfr_1); ${settled('issfr_1')}`,
    `order ${mismatched}: the money that arrived does not fit it: paid, but the money does not fit the order; look at the payment in the dashboard of its provider, and refund it there, or agree with the person to keep it (MISMATCH); ${settled('mismatch')}`,
    `order ${b.reference}: paid for something that had been cancelled or changed; refund it, or keep it; ${settled('overtaken')}`,
    `order ${a.reference}: its person has another paid place by ${b.reference}; cancel one, or keep both; ${settled('paidTwoOrders')}`,
    `order ${c.reference}: the payer disputes 50.00 EUR; answer by 2026-12-01 01:00 (du_1); organiser show ${c.reference} --evidence FILE.html writes what the answer needs`,
    `order ${promisedReference}: only 10.00 EUR of ${(promised.amountCents / 100).toFixed(2)} EUR came by bank transfer in time, and its places are still held; ask for the rest, or cancel it, and what came is returned; organiser cancel ${promisedReference} returns it`,
    '1 entry of the bank account that nobody has matched, the oldest of 2026-01-01; organiser bank lists them, bank --match books one',
    `order ${promisedReference}: a refund of 5.00 EUR has no IBAN; ask the payer for an account; organiser bank --iban ${promisedReference}=IBAN adds the account`,
    '1 refund by bank transfer not made yet, the oldest since 2026-01-01 01:00; payers were told ten working days; organiser bank --refunds FILE.xml writes a file for the bank',
    `order ${a.reference}: a refund of 10.00 EUR was requested 2026-01-01 01:00: the provider gives no clear answer (rf1)`,
    `order ${c.reference}: a refund of 10.00 EUR waits for the decision of a dispute (rf2); organiser refund --cancel rf2 takes it back`,
    `order ${b.reference}: a refund of 10.00 EUR was refused (organiser, rf3); ${settled('rf3')}`,
    `order ${a.reference}: ${a.ref}: stripe has 0.01 EUR`,
    `webhooks of stripe: no event came for the payment that began ${inBerlin(begun)}; compare the address and the secret or id with the provider's dashboard`,
    'webhooks of paypal: the last 10 events were of kinds that this server does not know; choose the events of docs/payments.md',
    expect.stringContaining('set TRUSTED_PROXIES'),
    'the newest backup is of 2026-01-01 01:00; look why the timer of organiser backup does not run or fails',
    'the newest backup on another machine is of 2026-01-01 01:00; look why organiser backup cannot copy it',
    '1 payment of other accounts, of which this server cannot learn whether money came; look in the dashboard of the other account, or start the server with its keys',
    `order ${c.reference}: paid, but the amount is not agreed; organiser agree agrees to it`,
    `abstract ${abstracts[0]}: its file is infected (Test.Stand-In)`,
    `abstract ${abstracts[1]}: its file could not be scanned`,
    '1 mail given up: the mail server did not take it (ESOCKET CONN); organiser mails shows them, mails --retry sends them again',
    'mass letters are on hold; organiser mails --release sends them',
    expect.stringMatching(/^2 files are not in the store/),
    `order ${a.reference}: a visa letter was asked for 2026-01-01 01:00; organiser visa ${a.reference} shows the request`,
    `the letter “The hall” is on hold, with ${letters} mails; organiser mails --discard ${letterId.slice(0, 8)} discards it`,
  ];
}

/** A command on a machine on which everything fails. */
const context = () => ({
  ...testContext(server),
  env: readEnv({
    FILES_RESERVE_MB: '9999999',
    PUBLIC_BASE_URL: 'https://summit.example',
    FILES_S3_BUCKET: 'summit',
    FILES_S3_ENDPOINT: 'http://127.0.0.1:9',
    FILES_S3_ACCESS_KEY_ID: 'key',
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  }),
  store: () => Promise.reject(new Error('away')),
  contentMistakes: 'agenda.yaml:7: no time',
});
/** The sentences of the concerns that also a server finds. */
const ofTables = () => {
  const machine = [0, 1, 2, 3, 19, sentences.length - 3];
  return sentences.filter((_, at) => !machine.includes(at));
};

test('doctor prints each concern as a sentence with its order and its command', async () => {
  const shown = await organise(context(), 'doctor', '--quiet');
  const lines = shown.trimEnd().split('\n');
  expect(lines.pop()).toBe(`${sentences.length} things need a person.`);
  expect(lines.map((line) => line.replace(/^attention {7}/, ''))).toEqual(sentences);
});

test('doctor --json and the dashboard have the same concerns, with page and action', async () => {
  const json = await organise(context(), 'doctor', '--json');
  const { concerns } = JSON.parse(json);
  const dashboard = await startDashboardWith({ ...context(), latest: async () => context() });
  const organiser = await openedIn(dashboard);
  const named = Object.values((await organiser.ask('/things')).lines[0] ?? {});
  // Only the dashboard, which no alarm leaves, has the names of the payers.
  const things = named.map(({ name, ...thing }) => {
    expect(Boolean(name)).toBe('reference' in thing);
    return thing;
  });
  // The free space may change between the two answers.
  const withoutSpace = (list: unknown) => JSON.stringify(list).replace(/ has \d+ MB left/, '');
  expect(JSON.parse(withoutSpace(things))).toEqual(JSON.parse(withoutSpace(concerns)));
  const { things: count } = (await organiser.ask('/overview')).lines[0] ?? {};
  expect(count).toBe(sentences.length);
  await dashboard.close();
  const actions = concerns.map(({ action }: { action?: { name: string } }) => action?.name);
  expect(actions.filter(Boolean)).toEqual([
    ...Array.from({ length: 4 }, () => 'settle'),
    'take-refund-back',
    'settle',
    'retry-mails',
    'release-mails',
    'visa',
    'discard-letter',
  ]);
  for (const { about, id, reference, page } of concerns) {
    if (about === 'abstract') expect(page).toBe(`/abstracts/${id}`);
    if (reference !== undefined) expect(page).toBe(`/people/${reference}`);
    if (about === 'mails') expect(page).toMatch(/^\/mails\?state=(?:WAITING|GIVEN_UP)$/);
  }
});

test('ALARM_URL gets each concern of the tables except single letters', async () => {
  const receiver = await createStubProvider(() => ({ status: 204 }));
  const { db, clock } = server;
  const url = `${receiver.origin}/hook`;
  await tellAlarms({ db, clock: clock.now, at: inBerlin, url, site: undefined, mode: 'test' });
  const { text, alarms } = JSON.parse(receiver.asked[0]?.body ?? '');
  const told = alarms.map(({ words }: { words: string }) => words);
  const expected = ofTables().filter((sentence) => !String(sentence).startsWith('the letter'));
  expect(told).toHaveLength(expected.length);
  expect(told).toEqual(expect.arrayContaining(expected));
  expect(text.split('\n')).toEqual(told);
  await receiver.close();
});

test('the metrics count the concerns of the tables by their subject', async () => {
  const { text } = await server.get('/metrics');
  const counts = { order: 1, payment: 8, refund: 4, dispute: 1, difference: 1, abstract: 2 };
  for (const [about, count] of Object.entries({ ...counts, mails: 3, setting: 2, backup: 2 })) {
    expect(text).toContain(`plenary_concerns{about="${about}"} ${count}\n`);
  }
});

test('the digest ends with the concerns of the tables', async () => {
  const { db, clock, organising } = server;
  clock.advance(YEAR_MS / 100);
  await writeDigest({
    db,
    mailLayout: organising.mailLayout,
    clock: clock.now,
    newId: () => 'digest',
    listAttention: async () =>
      (await listConcerns(server.context)).map((one) => sentenceOf(one, inBerlin)),
  });
  const digest = (await listMessages(db, 1000)).find(({ kind }) => kind === 'digest-for-secretary');
  const { attention } = server.content.mails.digestMail;
  const [, list = ''] = digest?.content.text.split(`${attention}:\n`) ?? [];
  const lines = list.split('\n').filter((line) => line.startsWith('- '));
  expect(lines.map((line) => line.slice(2))).toEqual(ofTables());
});

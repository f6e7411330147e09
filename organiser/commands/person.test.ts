import { DAY } from '#contract/time-spans.ts';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type AnyRow, insertRows } from '#server/database/all-rows.ts';
import { inTransaction, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { leaseMessage } from '#server/mail/outbox.ts';
import { sendDueMail } from '#server/mail/outbox-worker.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { takenPlaces } from '#server/orders/sell/taken-places.ts';
import { readersOf } from '#features/letters/letter-readers.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import {
  printAttendance,
  printBadges,
  printCertificates,
} from '#features/badges/print-documents.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { sendVisaForm } from '#tests/support/visa-form.ts';
import { exportPerson } from '#server/privacy/export-person.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { planErasure } from '#server/privacy/erase-person.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { aParticipantRow } from '#tests/support/a-participant.ts';
import { aForm } from '#tests/support/author.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { CommandError } from '#organiser/command-context.ts';
import { personCommand } from './person.ts';
import { tableCommand } from './table.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';

const EMAIL = 'Rosalind.Okwuosa@lab.example';
/** The data that identify her. The country and the presentation type do not identify her. */
const rosalind = {
  name: 'Rosalind Okwuosa',
  phone: '+234 1 5550 187',
  email: EMAIL,
  instituteOrUniversity: 'Lagos Laboratory of Long Chains',
};
const signs = [...Object.values(rosalind), 'rosalind', 'okwuosa'].map((sign) => sign.toLowerCase());

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

type PersonRequest = Parameters<typeof personCommand>[1];

async function withCommandContext(
  request: PersonRequest,
  changes: Partial<Parameters<typeof personCommand>[0]> = {},
) {
  return printed((print) => personCommand({ ...testContext(server), ...changes }, request, print));
}

const erase = (isReal: boolean, { isEvenPaid = false, email = EMAIL } = {}) =>
  withCommandContext({ action: 'erase', email, isReal, isEvenPaid });

async function paid(traits: Partial<typeof rosalind> = rosalind) {
  const request = await server.aCheckout({}, traits);
  const answer = await server.post(request.path, request.body);
  expect(answer.status).toBe(200);
  await server.payAt(String(answer.json['url']));
  await server.control.settled();
  return { ...request, sessionId: String(answer.json['sessionId']) };
}

/**
 * Makes an abstract, a paid registration, an unpaid registration with the address in another case, and a paid discount.
 */
async function everythingOf(traits: typeof rosalind) {
  const { instituteOrUniversity: organizationName, ...rest } = traits;
  await server.submit({ form: aForm({ ...rest, organizationName }), name: `${traits.name}.pdf` });
  const { sessionId } = await paid(traits);
  await server.post('/api/registration/register', {
    ...traits,
    email: traits.email.toUpperCase(),
    country: 'Nigeria',
    presentationType: 'POSTER',
  });
  const words = `Invited: ${traits.name}`;
  await server.organise('agree', traits.email, '100.00', words, '--yes');
  const { email, ...payer } = traits;
  const discount = await server.post('/api/discounts/create-session', {
    ...payer,
    customerEmail: email.toLowerCase(),
    country: 'Nigeria',
    description: `Agreed with ${traits.name}`,
    orderReference: `DISCOUNT-1764000000000${traits.name}`,
    unitAmount: '105.00',
    quantity: 1,
    currency: 'eur',
    successUrl: `${server.origin}/payment-success`,
    cancelUrl: `${server.origin}/payment-failure`,
  });
  await server.payAt(String(discount.json['url']));
  await server.control.settled();
  return { sessionId };
}

const textOf = (rows: unknown) => JSON.stringify(rows).toLowerCase();

/** The mails about a registration wait for its order meanwhile. */
const ORDER_FOLLOWS = 31_000;

test('an export has all data about an address in any spelling, and no data of others', async () => {
  await everythingOf(rosalind);
  const other = { ...aPerson({ email: `ada.${EMAIL}` }) };
  await paid(other);
  const path = join(server.files.dataDir, 'rosalind.json');
  expect(
    await withCommandContext({ action: 'export', email: ` ${EMAIL.toUpperCase()}`, path }),
  ).toContain(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { kept, files } = JSON.parse(readFileSync(path, 'utf8'));
  const pagePath = join(server.files.dataDir, 'rosalind.html');
  await withCommandContext({ action: 'export', email: EMAIL, path: pagePath });
  const page = readFileSync(pagePath, 'utf8');
  const shown = page.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll('&#43;', '+');
  for (const words of [...Object.values(rosalind), '105.00 EUR', 'Nigeria', 'Log of what was done'])
    expect(shown).toContain(words);
  const secrets = Object.values<Record<string, unknown>[]>(kept)
    .flat()
    .flatMap(({ id, token, page_token, receipt_token, person_key, search_text }) =>
      [id, token, page_token, receipt_token, person_key, search_text].filter(
        (secret) => typeof secret === 'string' && secret.length > 12,
      ),
    );
  expect(secrets.filter((secret) => shown.includes(String(secret)))).toEqual([]);
  const raw =
    /.{0,40}(?:\w_\w|cents|dedupe|\d{4}-\d\d-\d\dT|undefined|\[object|#[\da-f]{6}|\{\w+\}|\b1[5-9]\d{8}\b|basis points|colours|VCALENDAR|\bnew\s+state\b).{0,40}/gi;
  expect(shown.match(raw)).toBeNull();
  expect(page).not.toMatch(/<script|<link|<img/);
  const counts = Object.entries<unknown[]>(kept).map(([table, rows]) => [table, rows.length]);
  expect(Object.fromEntries(counts)).toMatchObject({
    participants: 3,
    agreements: 1,
    abstracts: 1,
    orders: 2,
    payments: 2,
    documents: 2,
    idempotency_keys: 1,
    // Abstract, registration, discount, two receipts: each is a mail to her and a mail to the secretary. The second
    // registration is a mail to the secretary alone, because a participant who has paid is not asked to pay again.
    outbox: 11,
  });
  expect(kept.payment_history.length).toBeGreaterThanOrEqual(4);
  expect(kept.webhook_events.length).toBeGreaterThan(0);
  expect(kept.orders[0].payer_name).toBe(rosalind.name);
  expect(files).toMatchObject([{ name: 'Rosalind Okwuosa.pdf', isThere: true }]);
  expect(textOf(kept)).not.toContain(other.name.toLowerCase());

  await expect(withCommandContext({ action: 'export', email: EMAIL, path })).rejects.toThrow(
    'exists already',
  );
  const nobody = JSON.parse(
    await withCommandContext({ action: 'export', email: 'no@lab.example', path: undefined }),
  );
  expect(Object.values(nobody.kept).flat()).toEqual([]);
});

test('an erasure waits for a mail that is being sent; afterwards no mail is sent', async () => {
  await server.post('/api/registration/register', {
    ...rosalind,
    country: 'Nigeria',
    presentationType: 'POSTER',
  });
  let said: unknown;
  const sent: string[] = [];
  const office = {
    db: server.db,
    clock: server.clock.now,
    held: [],
    hasRoom: async () => true,
    hasRoomForLetters: async () => true,
    from: { name: 'Summit', address: 'robot@summit.example' },
    replyTo: 'secretary@summit.example',
    log: () => undefined,
    alarm: () => undefined,
    mailer: {
      send: async ({ to }: { to: string }) => {
        said ??= await erase(true).catch((error: unknown) => error);
        sent.push(to);
      },
    },
  };
  server.clock.advance(ORDER_FOLLOWS);
  await sendDueMail(office, () => sent.length === 0);
  expect(said).toBeInstanceOf(CommandError);
  expect(sent).toHaveLength(1);
  expect((await server.everyRow())['outbox']).toHaveLength(2);

  expect(await erase(true)).toContain('Erased.');
  expect(await sendDueMail(office)).toBe(0);
  expect(sent).toHaveLength(1);
});

test('a mail of a dead sender delays an erasure for two minutes', async () => {
  await server.post('/api/registration/register', {
    ...rosalind,
    country: 'Nigeria',
    presentationType: 'POSTER',
  });
  server.clock.advance(ORDER_FOLLOWS);
  await leaseMessage(server.db, server.clock.now());
  await expect(erase(true)).rejects.toThrow('Nothing was erased');
  server.clock.advance(121_000);
  expect(await erase(true)).toContain('Erased.');
});

test('an erased person is in no row and no file; amounts, dates and references of payments stay', async () => {
  await everythingOf(rosalind);
  const folder = join(server.files.dataDir, 'mail');
  const [mail] = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', EMAIL)
    .execute();
  await mkdir(folder);
  for (const id of [mail?.id, 'another']) await writeFile(join(folder, `${id}lab.example.eml`), '');
  const before = await server.everyRow();
  const token = before['orders']?.find((row) => row['paid_payment_id'])?.['receipt_token'];
  expect((await server.get(`/receipt/${token}`)).status).toBe(200);

  const said = await erase(false);
  expect(said).toMatch(
    /registrations +3\nagreed amounts +1\n.*abstracts +1\nfiles of abstracts, in all versions +1\n.*mails +11\n/s,
  );
  expect(said).toMatch(/paid orders that lose their name +2\n.*Add --yes/s);
  expect(await server.everyRow()).toEqual(before);

  expect(await erase(true)).toContain('Erased.');
  const after = await server.everyRow();
  for (const sign of signs) expect(textOf(after), sign).not.toContain(sign);
  expect(await server.files.listStored()).toEqual([]);
  expect(await readdir(folder)).toEqual(['anotherlab.example.eml']);
  expect((await server.get(`/receipt/${token}`)).status).toBe(404);

  const books = (rows: Record<string, AnyRow[]>) => [
    rows['payments']?.map((row) => [
      row['amount_cents'],
      row['created_at'],
      row['provider_ref'],
      row['state'],
    ]),
    rows['orders']?.map((row) => [
      row['amount_cents'],
      row['created_at'],
      row['reference'],
      row['state'],
    ]),
    rows['documents']?.map((row) => {
      const { number, issuedAt, totalCents, paidBy } = JSON.parse(String(row['content']));
      return [row['number'], row['issued_at'], number, issuedAt, totalCents, paidBy];
    }),
    rows['payment_history'],
    rows['webhook_events'],
  ];
  expect(books(after)).toEqual(books(before));
  expect(after['documents']).toHaveLength(2);

  expect(await erase(true)).toBe(`No data are stored about ${EMAIL.toLowerCase()}.\n`);
});

test.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
  'an erased person is in no byte of SQLite’s files',
  async () => {
    const { dataDir } = server.files;
    const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
    await migrate(db);
    const rows = Array.from({ length: 50 }, (_, index) =>
      aParticipantRow({
        id: `r${index}`,
        ...(index === 7 && { name: rosalind.name, sort_name: rosalind.name, email: EMAIL }),
      }),
    );
    await inTransaction(db, (tx) => insertRows(tx, 'participants', rows));
    // While the database is open, its write-ahead log is in a file of its own.
    const bytes = async () => {
      const names = (await readdir(dataDir)).filter((name) => name.startsWith('plenary.sqlite'));
      return names.map((name) => readFileSync(join(dataDir, name), 'latin1')).join();
    };
    expect(await bytes()).toContain(rosalind.name);
    const { payments } = testContext(server);
    await withCommandContext(
      { action: 'erase', email: EMAIL, isReal: true, isEvenPaid: false },
      { payments: { ...payments, db } },
    );
    expect(await bytes()).toContain('Somebody Else');
    for (const sign of [rosalind.name, EMAIL]) {
      expect((await bytes()).includes(sign), sign).toBe(false);
    }
    await db.destroy();
  },
);

test('people with similar addresses lose no data', async () => {
  for (const email of [
    `x${EMAIL}`,
    `${EMAIL}.org`,
    EMAIL.replace('.', '_'),
    EMAIL.replace('.', ''),
  ]) {
    await everythingOf({ ...rosalind, email, name: `N ${email}` });
  }
  const before = await server.everyRow();
  expect(await erase(true)).toContain('No data are stored');
  await everythingOf(rosalind);
  await erase(true);
  const after = await server.everyRow();
  const stayed = (rows: Record<string, AnyRow[]>, table: string) =>
    new Set(rows[table]?.map((row) => JSON.stringify(row)));
  for (const [table, rows] of Object.entries(before)) {
    for (const row of rows) expect(stayed(after, table), table).toContain(JSON.stringify(row));
  }
});

test('the paid place of an erased person stays in every list, and is cancelled like every other', async () => {
  await paid();
  await paid(aPerson());
  await erase(true, { isEvenPaid: true });
  const { db, organising } = server;
  const [gone] = await allParticipants(db);
  expect(gone).toMatchObject({ name: '(erased)', email: '', country: '', state: 'CONFIRMED' });
  expect(gone?.amountCents).toBeGreaterThan(0);
  const path = join(server.files.dataDir, 'participants.csv');
  await printed((print) => tableCommand(organising, { path, sheet: undefined }, print));
  expect(readFileSync(path, 'utf8')).toContain(`"${gone?.reference}","(erased)",`);
  for (const sheet of ['payments', 'documents'] as const) {
    const file = join(server.files.dataDir, `${sheet}.csv`);
    await printed((print) => tableCommand(organising, { path: file, sheet }, print));
    expect(readFileSync(file, 'utf8'), sheet).toMatch(
      new RegExp(`"${gone?.reference}",.*"\\(erased\\)",`),
    );
  }
  const found = await server.organise('find', String(gone?.reference));
  expect(found).toContain('CONFIRMED            (erased)');
  const list = await printAttendance(organising);
  const badges = await printBadges(organising, { format: 'card', order: 'family-name' });
  expect([list.count, badges.count]).toEqual([2, 2]);
  expect((await printCertificates(organising, { isForAll: true })).count).toBe(1);
  expect(await readersOf(server.organising, 'paid')).toHaveLength(1);

  const reference = String(gone?.reference);
  const before = (await everyRow(db))['outbox']?.length;
  const plan = await planCancellation(organising, {
    reference,
    who: '(erased)',
    amount: '100.00',
  });
  expect(plan.words[0]).toBe(
    `${reference}: the registration of (erased) would be cancelled and the place released.`,
  );
  expect(await carriedOut(Promise.resolve(plan))).toContain('Cancelled.');
  expect((await takenPlaces(db)).get('all')).toEqual({ paid: 1, held: 0 });
  expect((await allParticipants(db)).map(({ state }) => state)).toEqual(['CANCELLED', 'CONFIRMED']);
  // The secretary gets the mail about the refund. A person without an address gets none.
  const mails = (await everyRow(db))['outbox'] ?? [];
  expect(mails.length - (before ?? 0)).toBeLessThanOrEqual(1);
  expect(mails.filter(({ recipient }) => recipient === '')).toEqual([]);
  await expect(planCancellation(organising, { reference })).rejects.toThrow('cancelled already');
});

test('waiting mails are not sent to an erased person, and a new registration starts fresh', async () => {
  const { path, body } = await paid();
  await erase(true);
  const sent: string[] = [];
  await server.mailRound(async ({ to }) => void sent.push(to));
  expect(sent).toEqual([]);
  const again = await server.post(path, body);
  expect(again.status).toBe(200);
  expect(String(again.json['url'])).toContain('/sandbox/stripe/');
});

test('a person is not erased while a payment may be in progress', async () => {
  const request = await server.aCheckout({}, rosalind);
  await server.post(request.path, request.body);
  const before = await server.everyRow();
  await expect(erase(true, { isEvenPaid: true })).rejects.toThrow('Nothing was erased. Try again');
  await expect(erase(false)).rejects.toThrow('Try again');
  expect(await server.everyRow()).toEqual(before);
  server.clock.advance(2 * 60 * 60_000);
  server.control.advance(0);
  await pollOpenPayments(server.context, () => undefined);
  expect(await erase(true)).toContain('orders without money');
  expect((await server.everyRow())['payments']).toEqual([]);
});

test('a payment page that was opened before somebody else got the order delays an erasure', async () => {
  const { path, body } = await server.aCheckout({}, rosalind);
  await server.post(path, body);
  const [order] = await server.listOrders();
  const { name, email } = aPerson();
  const reference = order?.reference ?? '';
  await carriedOut(server.planCorrection({ reference, name, email }));
  await expect(erase(true)).rejects.toThrow('Nothing was erased. Try again');
  server.clock.advance(2 * DAY);
  server.control.advance(0);
  await server.pollOpenPayments();
  await erase(true);
  expect(textOf(await server.db.selectFrom('payments').selectAll().execute())).not.toContain(
    EMAIL.toLowerCase(),
  );
});

test('an erasure says first what it would take from others', async () => {
  needsFeatures('author-page');
  const { organising, db } = server;
  const group = await server.aGroup(['Speaker', 'Poster']);
  const paidGroup = await server.aPaidGroup(['Speaker', 'Poster']);
  await carriedOut(
    planCorrection(organising, {
      reference: paidGroup.order.reference,
      email: 'paid@office.example',
    }),
  );
  const debt = {
    email: 'debtor@office.example',
    name: 'Bo Nilsen',
    amount: '80.00',
    words: 'Table',
    isWithoutFee: true,
    isSecond: false,
  };
  await carriedOut(planAsking(organising, debt));
  const { reference } = (await server.submit({ form: aForm({ email: 'first@lab.example' }) })).json;
  const authors = 'Mira Lindqvist (1); Noor Haddad (1)\n1 Polymer Lab';
  await server.organise('correct', String(reference), '--authors', authors, '--yes');
  const [member] = paidGroup.members;
  const guest = { ...aPerson(), email: 'guest@lab.example', institute: 'Lab' };
  await server.actThrough(
    `${pathOf(await getOrder(db, paidGroup.order.id))}/people/${member.id}/hand-over`,
    {
      name: guest.name,
      email: guest.email,
      phone: guest.phone,
      institute: guest.institute,
      country: guest.country,
    },
  );
  const said = async (email: string) => {
    const plan = await planErasure(db, email, {
      now: server.clock.now(),
      conferenceEnd: new Date('2099-01-01'),
    });
    return plan.warnings.join();
  };
  const cases = [
    [aPayer.email, `${group.order.reference} is the unpaid order of a group of 2 people`],
    ['paid@office.example', `is the paid order of a group of 2 people`],
    ['debtor@office.example', 'an amount that you asked for, is not paid'],
    ['first@lab.example', `${String(reference)} has 2 more authors`],
    ['guest@lab.example', 'a place is offered to this person'],
    [group.people[0]?.email ?? '', 'the order of a group, may still be paid, also for this person'],
    [member.email, 'the order of a group, is paid: the place in it would have no name'],
  ] as const;
  for (const [email, warning] of cases) expect(await said(email), email).toContain(warning);
  await expect(erase(true, { email: aPayer.email })).rejects.toThrow('--even-paid');
  expect(await db.selectFrom('payment_links').selectAll().execute()).not.toEqual([]);
});

test('the holder before is in nothing of the next one, and an erasure finds every copy', async () => {
  const { sessionId } = await paid();
  const { order } = await server.recordsOf(sessionId);
  const page = `/registration/${order.pageToken}`;
  await sendVisaForm(server, order.pageToken, { name: 'OKWUOSA Rosalind' });
  const next = { ...aPerson(), email: 'next@lab.example' };
  const { name, email, phone, country } = next;
  const colleague = { name, email, phone, country, institute: 'Lab of Short Chains' };
  await server.actThrough(`${page}/hand-over`, colleague);
  expect((await server.confirmAt(email)).status).toBe(303);
  const ofNext = textOf(
    await exportPerson(server.db, server.files.store, email, server.clock.now()),
  );
  // The mail with the offer says who gives the place, and the payment what the provider was asked.
  const mailed = /offered by[^}]*rosalind okwuosa/;
  expect(ofNext).toMatch(mailed);
  const others = ofNext.replace(mailed, '');
  for (const sign of ['okwuosa', 'rosalind', rosalind.phone, 'long chains']) {
    expect(others, sign).not.toContain(sign.toLowerCase());
  }
  await erase(true);
  const left = Object.entries(await server.everyRow()).filter(([, rows]) =>
    signs.some((sign) => textOf(rows).includes(sign)),
  );
  expect(left.map(([table]) => table)).toEqual([]);
});

test('a name in the log is erased, even if somebody else has taken the place', async () => {
  await paid();
  const [order] = await server.listOrders();
  const correct = (correction: { name: string; email?: string }) =>
    carriedOut(server.planCorrection({ reference: order?.reference ?? '', ...correction }));
  await correct({ name: 'Rosalind Okwuosa-Bright' });
  const { name, email } = aPerson();
  await correct({ name, email });
  await erase(true);
  const words = textOf(await server.db.selectFrom('activities').select('words').execute());
  expect(words).not.toContain('okwuosa');
});

test('while the result of a payment is unknown, an erasure needs --even-paid and keeps the payment records', async () => {
  server.control.webhooks('off');
  await paid();
  server.control.failNext({ status: 500 }, 1000);
  for (const _ of [1, 2]) {
    server.clock.advance(3 * DAY);
    await pollOpenPayments(server.context, () => undefined);
  }
  const before = await server.everyRow();
  await expect(erase(true)).rejects.toThrow('--even-paid');
  expect(await server.everyRow()).toEqual(before);
  expect(await erase(true, { isEvenPaid: true })).toMatch(
    /orders that lose their name +1\n.*\(stripe, OPEN\): run reconcile/s,
  );
  server.control.clearFaults();
  server.clock.advance(DAY);
  await pollOpenPayments(server.context, () => undefined);
  const after = await server.everyRow();
  expect(after['orders']).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(after['outbox']).toMatchObject([{ recipient: server.content.conference.secretary.email }]);
  for (const sign of signs) expect(textOf(after), sign).not.toContain(sign);
});

test('a person who has paid for a coming conference is erased only with --even-paid', async () => {
  await paid();
  const { conference } = server.content;
  const end = new Date(server.clock.now().getTime() + 30 * DAY).toISOString().slice(0, 10);
  const content = {
    ...server.content,
    conference: { ...conference, dates: { ...conference.dates, end } },
  };
  const before = await server.everyRow();
  const request = { action: 'erase', email: EMAIL, isReal: true } as const;
  await expect(withCommandContext({ ...request, isEvenPaid: false }, { content })).rejects.toThrow(
    '--even-paid',
  );
  expect(await server.everyRow()).toEqual(before);
  expect(await withCommandContext({ ...request, isEvenPaid: true }, { content })).toContain(
    'still to come',
  );
  expect(textOf(await server.everyRow())).not.toContain('rosalind');
});

test('the next erasure finishes an erasure that was killed before any of its steps', async () => {
  await everythingOf(rosalind);
  const request = { action: 'erase', email: EMAIL, isReal: true, isEvenPaid: false } as const;
  const isKilledAt = async (step: number) => {
    const { db, store } = killedAt(step, { db: server.db, store: server.files.store });
    const context = { payments: { ...server.context, db }, store: async () => store };
    const error: unknown = await withCommandContext(request, context).catch(
      (thrown: unknown) => thrown,
    );
    return error instanceof Error && error.message === 'killed';
  };
  expect(await isKilledAt(1)).toBe(true);
  expect(textOf(await server.everyRow())).toContain('rosalind');
  // Rows are deleted together, files one by one.
  expect(await isKilledAt(2)).toBe(true);
  expect(textOf(await server.everyRow())).not.toContain('rosalind');
  expect(await server.files.listStored()).toHaveLength(1);
  let step = 2;
  while (await isKilledAt(step)) step += 1;
  expect(await server.files.listStored()).toEqual([]);
  expect((await server.everyRow())['removals']).toEqual([]);
});

test('a later refund is recorded without a name, and only the secretary is informed', async () => {
  const { sessionId } = await paid();
  await erase(true);
  server.control.refund(sessionId);
  await server.control.settled();
  const { orders, documents, outbox } = await server.everyRow();
  expect(orders).toMatchObject([{ state: 'REFUNDED' }]);
  expect(documents).toHaveLength(2);
  expect(JSON.parse(String(documents?.[1]?.['content']))).toMatchObject({
    kind: 'credit-note',
    customer: [],
  });
  expect(outbox).toMatchObject([{ recipient: server.content.conference.secretary.email }]);
  expect(textOf(outbox)).not.toContain('replyto');
});

test("the conference's own address is not treated as a person", async () => {
  await paid();
  const { email } = server.content.conference.secretary;
  await expect(erase(true, { email })).rejects.toThrow(CommandError);
  await expect(erase(true, { email: 'no address' })).rejects.toThrow('is no email address');
  expect((await server.everyRow())['outbox']).not.toEqual([]);
});

test('during a dispute an erasure needs --even-paid; the export has the dispute, and the order keeps it', async () => {
  const { sessionId } = await paid();
  const dispute = server.control.dispute(sessionId);
  await server.control.settled();
  const exported = await withCommandContext({ action: 'export', email: EMAIL, path: undefined });
  expect(JSON.parse(exported).kept.disputes).toMatchObject([
    { provider_ref: dispute, state: 'OPENED' },
  ]);
  const planned = await erase(false, { isEvenPaid: true });
  expect(planned).toContain('its payer disputes it');
  await expect(erase(true)).rejects.toThrow('--even-paid');
  await erase(true, { isEvenPaid: true });
  expect((await server.everyRow())['disputes']).toMatchObject([{ state: 'OPENED' }]);
});

import { HOUR } from '#contract/time-spans.ts';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { inTransaction } from './database.ts';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { leaseScan } from '#server/abstract/abstract-scans.ts';
import { findAbstractsOf } from '#server/abstract/abstracts.ts';
import { forgetFullBuckets } from '#server/http/shared-rate-limit.ts';
import { planLetter } from '#features/letters/write-letter.ts';
import { planDiscard } from '#features/letters/discard-letter.ts';
import { unsubscribe } from '#features/letters/letter-addresses.ts';
import { writeReminders } from '#features/letters/write-reminders.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { writeDigest } from '#server/mail/digest.ts';
import { listActivities } from '#server/operations/activities.ts';
import { listConcerns } from '#server/operations/concerns.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { participantsWith } from '#server/reports/list-participants.ts';
import { confirmEntry, queuedEntriesOf, insertEntry } from '#features/waiting-list/waiting-list.ts';
import { countChangedOrders } from '#server/orders/sell/taken-places.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { askedAbout, askedOf } from '#server/orders/rows/asked-orders.ts';
import { finishRemovals } from '#server/privacy/removals.ts';
import { findReference } from '#server/reports/find-reference.ts';
import { listsOf } from '#server/reports/lists.ts';
import { findAbstractStory, readStory } from '#server/reports/read-story.ts';
import { aForm } from '#tests/support/author.ts';
import {
  conferenceAhead,
  contribution,
  newAbstract,
  ownAbstract,
  sendFile,
} from '#tests/support/own-abstract.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { insertCrowd } from '#tests/support/many-people.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { offerFreePlaces, take } from '#tests/support/waiting-list.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson, chooseAt } from '#tests/support/visitor.ts';

const onPostgres = process.env['TEST_ENGINE'] === 'postgres';
// SQLite chooses a plan by the tables and indexes alone.
const PEOPLE = onPostgres ? 8000 : 1200;

/**
 * Statements that may read more rows in longer tables: a part of the SQL, the reason, and the works of an organiser in which
 * they may.
 */
const exceptions: [part: RegExp, why: string, works?: RegExp][] = [
  [/^select \* from "document_series"/, 'there is a series for each year'],
  [/sum\("order_items".* from "payment_networks"/, 'orders that wait for money, within hours'],
  [/sum\("bytes"\)/, 'the uploads of an hour or a day, which have a quota'],
  [/count\(\*\).*"sent_at" > /, 'the mails of an hour, which have a quota'],
  [/^delete from "(?:payment_networks|rate_limits)"/, 'it deletes the rows that it reads'],
  [/select \* from "decisions"$/, 'a letter goes to all selected people', /letter|tables/],
  [
    /select \* from "abstract_authors" order by/,
    'a letter goes to all selected people',
    /letter|tables/,
  ],
  [/inner join "agenda_entries"/, 'withdrawn abstracts: they are few'],
  [
    /"file_id" order by "abstracts"."created_at", "abstracts"."id"$/,
    'a letter goes to all selected people, and duplicates are looked for among all abstracts',
    /letter|tables|its page/,
  ],
  [/where "order_changes"."state" = /, 'changes that wait for money: they lapse within 30 days'],
  [/^update "orders" set "state" = .* not exists/, 'orders that wait for money, within hours'],
  [/select "id", "created_at" from "orders"/, 'unpaid orders, which may be reminded'],
  [/from letters, \(values/, 'the addresses of the people of one order'],
  [/from "bank_refunds" where "sent_at" is null/, 'transfers that the treasurer makes soon'],
  [/from "cash_entries" where "moved_at" is null/, 'cash that is given back soon, by its index'],
  [/from "bounce_mailbox"/, 'its one row'],
  [/from mail_bounces b/, 'mails that came back: they are few'],
  [
    /from "orders" where "part_of" is not null/,
    'divided registrations, by their index: they are few',
  ],
  [/from webhook_messages/, 'messages to be sent and those that were given up, each by its index'],
  [/"offered_by" is not null (?:order|and lower)/, 'the groups: they are few'],
  [/where order_items\.kind = 'asked'/, 'the amounts asked for: they are few'],
  [/select \* from "reviewers" order by/, 'the reviewers: they are few'],
  [/from "poster_judges" where "refused_at"/, 'the judges: they are few'],
  [/from "reviewer_pages" inner join/, 'the reviewers: they are few'],
  [/from "review_copies" inner join/, 'files that are kept back, by their index, until a decision'],
  [/from "document_series"/, 'one series for each year'],
  [/"name" as "participant_name"/, 'two items for each of 500 orders'],
  [/"payment_history"."to_state" = .* as "paid_at"/, 'three steps for each of 500 payments'],
];

test('no query of a request, a job or a command reads more rows in longer tables', async () => {
  const heard = hearStatements();
  const server = await startTestSite({
    content: conferenceAhead(),
    quotas: manyOfEach,
    metricsToken: 'metrics',
  });
  const sparse = await startTestSite({ beside: server, content: withLimits, rateLimit: true });
  const dinner = await startTestSite({ beside: server, content: withDinner, rateLimit: true });
  const { db, clock } = server;
  await insertCrowd(db, {
    to: PEOPLE,
    until: new Date(clock.now().getTime() - 60_000),
    withinMs: 12 * HOUR,
  });
  await countChangedOrders(db);
  await sql`insert into letter_addresses (email, token)
    select lower(payer_email), min(id) from orders group by lower(payer_email)`.execute(db);
  for (const [name, work] of Object.entries(works)) {
    heard.by = name;
    await work(server, { sparse, dinner });
  }
  heard.by = undefined;
  const long: string[] = [];
  for (const { query, by } of heard.statements.values()) {
    const trouble = onPostgres ? await tooManyRead(server, query) : await scanned(server, query);
    if (trouble === undefined) continue;
    if (!exceptions.some(([part, , works = /./]) => part.test(query.sql) && works.test(by)))
      long.push(`${by}: ${trouble}: ${query.sql}`);
  }
  const all = [...heard.statements.values()];
  expect(exceptions.filter(([part]) => !all.some(({ query }) => part.test(query.sql)))).toEqual([]);
  await dinner.close();
  await sparse.close();
  await server.close();
  expect(long).toEqual([]);
});

const manyOfEach = { payments: 1e6, mails: 1e6, uploads: 1e6, uploadBytes: 1e12 };
const withLimits: Content = {
  ...fixtureContent,
  prices: { ...fixtureContent.prices, places: 1e6 },
};

const withDinner: Content = {
  ...fixtureContent,
  prices: {
    ...fixtureContent.prices,
    extras: [
      { id: 'dinner', label: 'Dinner', price: [asCents(6500)], most: 2, places: 200, opening: {} },
    ],
  },
};

/** `sparse` limits all places; `dinner` limits the places at the dinner. */
type Limited = { sparse: TestSite; dinner: TestSite };
type Work = (server: TestSite, limited: Limited) => Promise<unknown>;

/** Requests of visitors, jobs of the server and commands of organisers. */
const works: Record<string, Work> = {
  register: async (server) => {
    for (let time = 0; time < 2; time++) await register(server);
  },
  'register where places are limited': (_, { sparse }) => register(sparse),
  'pay by card': (server) => server.paidRegistration(),
  'pay where places are limited': (_, { sparse }) => sparse.paidRegistration(),
  'pay where the dinner is limited': async (_, { dinner }) => {
    for (let time = 0; time < 2; time++) {
      await dinner.paidRegistration({ extras: [{ id: 'dinner', count: 1 }] });
    }
  },
  'ask how a payment stands': async (server) => {
    const { path, body } = await server.aCheckout();
    const { json } = await server.post(path, body);
    expect((await server.get(`/api/payment/status/${String(json['sessionId'])}`)).status).toBe(200);
  },
  'pay with PayPal': async (server) => {
    const { url, orderId } = await server.openedPaypal();
    await chooseAt(url);
    await server.post(`/api/payment/paypal/capture/${orderId}`);
  },
  'pay an agreed amount': async (server) => {
    const { name, email, ...rest } = aPerson();
    const request = { ...rest, name, customerEmail: email, unitAmount: '105.00' };
    const answer = await server.post('/api/discounts/create-session', {
      ...request,
      description: 'Reviewer',
    });
    expect(answer.status).toBe(200);
  },
  'ask for an amount': async (server) => {
    const { person, reference, order } = await server.paidRegistration();
    const context = testContext(server);
    await organise(context, 'refund', reference, '--amount', '5', '--send');
    const [payment] = await server.paymentsOfOrder(order.id);
    const [refund] = await refundsOf(server.db, payment?.id ?? '');
    await organise(context, 'refund', '--undo', refund?.id ?? '', '--send');
    const said = await organise(context, 'ask', person.email, '20', 'Lost key', '--send');
    await server.payLink((await server.linkedOrder(said)).path);
    // The own page reads these.
    await askedOf(server.db, person);
    await askedOf(server.db, person, reference);
    await askedAbout(server.db, [reference]);
  },
  'read a receipt': async (server) => {
    const { order } = await server.paidRegistration();
    expect((await fetch(`${server.origin}/receipt/${order.receiptToken}`)).status).toBe(200);
  },
  'send an abstract': async (server) => {
    const form = aForm();
    expect((await server.submit({ form })).status).toBe(200);
  },
  'change an abstract on its page': async (server) => {
    const { path, token } = await newAbstract(server);
    const answers = [
      await server.fillIn(`${path}/contribution`, contribution),
      await server.fillIn(`${path}/details`, { name: 'Ilmari Väisänen-Lind' }),
      await sendFile(server, path),
      await server.sendForm(`${path}/withdraw`),
      await server.sendForm(`${path}/restore`),
      await server.openPage(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 200]);
    const { abstract } = await ownAbstract(server, token);
    await findAbstractStory(server.db, abstract.reference);
    const title = 'Chains that heal themselves';
    await server.organise('correct', abstract.reference, '--title', title, '--yes');
  },
  monitoring: async (server) => {
    await server.get('/readyz');
    const headers = { authorization: 'Bearer metrics' };
    expect((await fetch(`${server.origin}/metrics`, { headers })).status).toBe(200);
  },
  'send mails': (server) => server.mailRound(async () => undefined),
  'write the digest': ({ db, organising, clock }) =>
    writeDigest({
      db,
      mailLayout: organising.mailLayout,
      clock: clock.now,
      newId: String,
      listAttention: async () => [],
    }),
  'ask about open payments': ({ context }) => pollOpenPayments(context, () => undefined),
  'wait for a place and take it': async (_, { sparse }) => {
    const { name, email } = aPerson();
    const choice = { presentation: 'poster', registration: 'registration', nights: 0 } as const;
    const token = '0'.repeat(26);
    const entry = {
      id: 'w',
      name,
      email,
      token,
      origin: sparse.origin,
      language: 'en',
      createdAt: '2026',
    };
    await inTransaction(sparse.db, (tx) =>
      insertEntry(tx, { ...entry, choice: { ...choice, guests: 0, extras: {} } }),
    );
    await inTransaction(sparse.db, (tx) => confirmEntry(tx, entry.id, '2026'));
    for (let time = 0; time < 2; time++) await offerFreePlaces(sparse);
    await queuedEntriesOf(sparse.db, email);
    const { location } = await take(sparse, { token });
    expect(location).toMatch(/^\/registration\//);
    await offerFreePlaces(sparse);
  },
  'count the orders that changed': ({ db }) => countChangedOrders(db),
  'forget limits': ({ db, clock }) => forgetFullBuckets(db, clock.now()),
  'scan files': ({ db, clock }) => leaseScan(db, 'a folder', clock.now()),
  'remove files': ({ db, files }) =>
    finishRemovals(db, { store: files.store, mailFolder: files.dataDir }),
  'look for alarms': ({ context }) => listConcerns(context),
  'find by a reference': async ({ db }) => {
    for (const name of ['PS26-0000-0007-1', 'pi_none']) await findReference(db, name);
  },
  'find by an address': async ({ db }) => {
    await participantsWith(db, 'mira.1@lab.example');
    await findAbstractsOf(db, ['mira.1@lab.example']);
  },
  'correct an address': async (server) => {
    const { reference } = await server.paidRegistration();
    const { organising } = server;
    const plan = await planCorrection(organising, { reference, email: 'other@lab.example' });
    await plan.perform();
  },
  'send money back': async (server) => {
    const { reference } = await server.paidRegistration();
    await (await server.planRefund({ reference, amount: '1.00' })).perform();
  },
  'send a mail again': async (server) => {
    const { reference } = await server.paidRegistration();
    await (await planResend(server.organising, { reference, what: 'all' })).perform();
  },
  'write, take back and unsubscribe from a letter': async ({ organising, db, clock }) => {
    const file = 'Subject: The bus\n\nIt leaves at 9.';
    const selection = 'country=FI, paid';
    const request = { file, selection, isNews: true, mailsPerHour: Infinity };
    await (await planLetter(organising, request)).perform();
    await unsubscribe(db, 'a token', clock.now());
    await (await planDiscard(organising, { letter: 'The bus' })).perform();
  },
  'write a letter with links': async ({ organising }) => {
    const file = 'Subject: Please pay\n\n{pay_link}, {own_link}';
    const request = {
      file,
      selection: 'payable, country=FI',
      isNews: false,
      mailsPerHour: Infinity,
    };
    await (await planLetter(organising, request)).perform();
  },
  'show an order': ({ db }) => readStory(db, 'PS26-0000-0007'),
  'open the tables': async ({ db, organising }) => {
    await listActivities(db, { limit: 8 });
    const { participants, payments, mails, abstracts } = listsOf(organising);
    for (const { rows } of [participants, payments, mails, abstracts]) {
      await rows(db, { direction: 'desc' }).next();
    }
  },
  'remind of payments': async ({ organising, clock }) => {
    clock.advance(8 * 24 * HOUR);
    expect(await writeReminders(organising)).toBeGreaterThan(100);
  },
};

async function register(server: TestSite): Promise<void> {
  const answer = await server.post('/api/registration/register', {
    ...aPerson(),
    presentationType: 'SPEAKER',
  });
  expect(answer.status).toBe(200);
}

type Heard = { query: CompiledQuery; by: string };

/** Records each SQL text of each work with its first parameters, while `by` names a work. */
function hearStatements() {
  const heard = { by: undefined as string | undefined, statements: new Map<string, Heard>() };
  const hear = (text: unknown, parameters: readonly unknown[] = []) => {
    if (heard.by === undefined || typeof text !== 'string') return;
    const key = `${heard.by}: ${text}`;
    if (!/^(?:select|update|delete|with)\b/.test(text) || heard.statements.has(key)) return;
    heard.statements.set(key, { query: CompiledQuery.raw(text, [...parameters]), by: heard.by });
  };
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    hear(text);
    return prepare.call(this, text);
  });
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    hear(args[0], Array.isArray(args[1]) ? args[1] : []);
    return query.apply(this, args);
  });
  return heard;
}

/** Short tables: a row for each server, setting, letter, current alarm, kind of places or order that just changed. */
const SHORT =
  /^(?:leases|servers|alarms|installation|place_limits|counted_places|orders_to_count|removals|letters|kysely_\w+)$/;

/** Indexes that contain only rows that wait, are due or have a quota. */
const WAITING =
  /outbox_by_(?:kind|recipient|death)|uploads_by_time|visa_requests_waiting|bank_refunds_(?:waiting|failed)|payments_without_money|decisions_to_revise|peer_reviews_not_begun|(?:next_check_at|scan_due_at)<\?|unsubscribed|done_at|settled_at/;

/** On SQLite: the steps of the plan that scan a table, or that search only by a time. */
async function scanned({ db }: TestSite, { sql: text }: CompiledQuery) {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`),
  );
  const long = rows.filter(({ detail }) => {
    const [, how, table = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    if (how === undefined || SHORT.test(table)) return false;
    if (WAITING.test(detail) || /^SCAN (?:CONSTANT|\d+-ROW)/.test(detail)) return false;
    const [, equal] = /\((\w+|<expr>)=\?/.exec(detail) ?? [];
    // Almost all orders are in one state.
    if (detail.includes('orders_by_state (state=?)')) return true;
    // Almost all rows may have null in this column.
    if (equal !== undefined) return text.includes(`"${equal}" is null`);
    // With an index and a limit it reads one page only.
    return !(text.endsWith(' limit ?') && / USING .*INDEX /.test(detail));
  });
  return long.length > 0 ? long.map(({ detail }) => detail).join('; ') : undefined;
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  Plans: z.optional(z.array(z.unknown())),
});

/** A little more than a page of an organiser's list. */
const MOST_READ = 600;

/** On PostgreSQL: the steps of the plan that read more than MOST_READ rows, including filtered rows. */
async function tooManyRead({ second }: TestSite, { sql: text, parameters }: CompiledQuery) {
  const plan = await second.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    // PostgreSQL prefers to scan a short table as a whole: without that choice the test sees whether an index exists.
    await sql`set local enable_seqscan = off`.execute(connection);
    const { rows } = await connection.executeQuery<{ 'QUERY PLAN': [{ Plan: unknown }] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
    );
    await sql`rollback`.execute(connection);
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });
  const long: string[] = [];
  const look = (given: unknown) => {
    const node = Node.parse(given);
    const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    const read = each * node['Actual Loops'];
    const table = node['Relation Name'] ?? node['Index Name'];
    if (table !== undefined && node['Node Type'] !== 'ModifyTable' && read > MOST_READ) {
      long.push(`${node['Node Type']} of ${read} rows of ${table}`);
    }
    for (const inner of node.Plans ?? []) look(inner);
  };
  look(plan);
  return long.length > 0 ? long.join('; ') : undefined;
}

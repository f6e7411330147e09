import { readFileSync } from 'node:fs';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every change of the tables, oldest first. A released migration is never edited: a later one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-moments-of-money': { up: momentsOfMoney },
  '0003-who-asked': { up: whoAsked },
  '0004-counted-places': { up: countedPlaces },
  '0005-contributions': { up: contributions },
  '0006-survey': { up: survey },
  '0007-affiliation-organisations': { up: affiliationOrganisations },
  '0008-talk-material': { up: talkMaterial },
  '0009-session-places': { up: sessionPlaces },
  '0010-agenda-links': { up: agendaLinks },
  '0011-person-since': { up: personSince },
  '0012-review-rounds': { up: reviewRounds },
  '0013-posters': { up: posters },
  '0014-colleagues': { up: colleagues },
  '0015-reviewer-pages': { up: reviewerPages },
  '0016-comments-of-decisions': { up: commentsOfDecisions },
  '0017-limits-of-reviewers': { up: limitsOfReviewers },
  '0018-poster-judges': { up: posterJudges },
  '0019-webhooks': { up: webhooks },
  '0020-bounces': { up: bounces },
  '0021-addresses-of-e-invoices': { up: addressesOfEInvoices },
  '0022-cash': { up: cash },
  '0023-content-saves': { up: contentSaves },
  '0024-notes-of-the-chair': { up: notesOfTheChair },
  '0025-two-payers': { up: twoPayers },
  '0026-sessions-of-colleagues': { up: sessionsOfColleagues },
  '0027-judges-give-back': { up: judgesGiveBack },
  '0028-published-saves': { up: publishedSaves },
  '0029-refunds-in-trouble': { up: refundsInTrouble },
  '0030-waiting-for-more': { up: waitingForMore },
  '0031-companions': { up: companions },
  '0032-parts-of-orders': { up: partsOfOrders },
  '0033-reviews-not-begun': { up: reviewsNotBegun },
};

/** The tables of 1.0.0 for both engines. Nobody edits this text: its digest is in every database. */
async function initial(db: Kysely<unknown>): Promise<void> {
  const text = readFileSync(new URL('tables-of-1.0.0.sql', import.meta.url), 'utf8');
  for (const statement of text.split(/;\n/).slice(0, -1)) await sql.raw(statement).execute(db);
}

/**
 * The moments by which the journal and the sheet of transfers of a closed month stay as they were. Entries of before have
 * none of them, and stay where they were; the refunded sum of before belongs to the last refund.
 */
async function momentsOfMoney(db: Kysely<unknown>): Promise<void> {
  for (const column of ['waited_from', 'decided_at', 'released_at', 'listed_on']) {
    await db.schema.alterTable('bank_entries').addColumn(column, 'text').execute();
  }
  // Documents of before have their taxes; an order of before states tax if an item has a rate.
  await db.schema
    .alterTable('orders')
    .addColumn('states_tax', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('payment_history').addColumn('refunded_cents', 'integer').execute();
  await sql`
    update payment_history set refunded_cents = (
      select payments.refunded_cents from payments where payments.id = payment_history.payment_id
    ) where id in (
      select max(last.id) from payment_history as last
      where last.to_state in ('PART_REFUNDED', 'REFUNDED') and last.at = (
        select max(h.at) from payment_history as h
        where h.payment_id = last.payment_id and h.to_state in ('PART_REFUNDED', 'REFUNDED')
      ) group by last.payment_id
    )`.execute(db);
}

/** The columns by which a thing stays with the person who asked for it, and uploads are counted. */
async function whoAsked(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('participants').addColumn('private_from', 'text').execute();
  await db.schema.alterTable('participants').addColumn('changed_part', 'text').execute();
  await db.schema.alterTable('orders').addColumn('changed_part', 'text').execute();
  await db.schema.alterTable('address_confirmations').addColumn('by_payer', 'integer').execute();
  // The text of the page has the name of the person who ordered, which a later holder must not get.
  await sql`update orders set order_reference = null where order_reference is not null`.execute(db);
  await db.schema.alterTable('waiting_list').addColumn('confirmed_at', 'text').execute();
  // Nobody asked the earlier entries for a confirmation.
  await sql`update waiting_list set confirmed_at = created_at`.execute(db);
  await db.schema
    .createTable('uploads')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .execute();
  await sql.raw('create index uploads_by_time on uploads (received_at)').execute(db);
  await sql
    .raw('create index outbox_by_reader on outbox (lower(recipient), created_at)')
    .execute(db);
  await db.schema
    .createIndex('activities_by_action')
    .on('activities')
    .columns(['action', 'reference'])
    .execute();
}

/** The counter of places, and the triggers that list each order of which it has to count something again. */
async function countedPlaces(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(
    'create table counted_places (kind text primary key, paid integer not null, held integer not null)',
  );
  await run(
    'create table counted_orders (order_id text not null, kind text not null, paid integer not null, held integer not null, primary key (order_id, kind))',
  );
  await run('create table orders_to_count (order_id text not null)');
  await run('create index orders_to_count_by_order on orders_to_count (order_id)');
  // Nothing adds up items of one kind any more.
  await run('drop index order_items_by_thing');

  /** The column that names the order, and the columns on which its places depend. */
  const tables = {
    orders: ['id', 'id, state, cancelled_at, payer_email, amount_cents, fee_cents'],
    order_items: [
      'order_id',
      'order_id, kind, item, choice, quantity, state, change_id, replaced_by',
    ],
    order_changes: ['order_id', 'order_id, state'],
    payments: ['order_id', 'order_id, state, next_check_at'],
    agreements: ['order_id', 'order_id'],
    waiting_list: ['order_id', 'order_id, state'],
  };
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // On PostgreSQL each transaction lists its own: the row of another one may be deleted before this one commits.
  const once = (order: string) =>
    isPostgres
      ? ''
      : ` and not exists (select 1 from orders_to_count as listed where listed.order_id = ${order})`;
  const list = (order: string) =>
    `insert into orders_to_count (order_id) select ${order} where ${order} is not null${once(order)};`;
  for (const [table, [order, columns]] of Object.entries(tables)) {
    for (const event of ['insert', 'delete', `update of ${columns}`]) {
      const rows = { i: ['new'], d: ['old'], u: ['old', 'new'] }[event.charAt(0)] ?? [];
      const work = rows.map((row) => list(`${row}.${order}`)).join(' ');
      const name = `${table}_count_${event.slice(0, 6)}`;
      // A paid payment is asked about daily, which changes no place.
      const when =
        table === 'payments' && rows.length === 2
          ? 'when (old.order_id <> new.order_id or old.state <> new.state or (old.next_check_at is null) <> (new.next_check_at is null))'
          : '';
      const on = `create trigger ${name} after ${event} on ${table} for each row ${when}`;
      if (!isPostgres) {
        await run(`${on} begin ${work} end`);
        continue;
      }
      await run(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
      );
      await run(`${on} execute function ${name}()`);
    }
  }
  // All orders are counted first. The triggers keep servers of before waiting, so none writes another one meanwhile.
  await run('insert into orders_to_count (order_id) select id from orders');
}

/** The pages of accepted contributions. */
async function contributions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contributions')
    .addColumn('abstract_id', 'text', (c) =>
      c.primaryKey().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('consented_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('source', 'text')
    .addColumn('html', 'text')
    .addColumn('plain', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('licence', 'text')
    .addColumn('has_file', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('shown_at', 'text')
    .addColumn('taken_down_at', 'text')
    .addColumn('takedown_reason', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}

/** The links to the survey after the conference, its answers, and the words to speakers. */
async function survey(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const participant = 'text not null references participants(id) on delete cascade';
  await run(`create table survey_links (
    participant_id text primary key references participants(id) on delete cascade,
    token text not null unique, language text not null, state text not null,
    invited_on text not null, reminded_on text
  )`);
  await run(`create table survey_answers (
    id text primary key, participant_id text references participants(id) on delete cascade,
    question_id text not null, answer text not null
  )`);
  await run(
    'create unique index survey_answers_once on survey_answers (participant_id, question_id)',
  );
  await run('create index survey_answers_by_question on survey_answers (question_id)');
  await run(`create table talk_words (
    id text primary key, abstract_id text not null references abstracts(id) on delete cascade,
    participant_id ${participant}, number integer not null, words text, is_signed integer not null,
    written_on text not null, removed_at text, removed_by text, reason text
  )`);
  await run('create unique index talk_words_once on talk_words (abstract_id, participant_id)');
  await run('create unique index talk_words_by_number on talk_words (abstract_id, number)');
  await run('create index talk_words_by_writer on talk_words (participant_id)');
}

/** The organisations of affiliations in the Research Organization Registry. */
async function affiliationOrganisations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('affiliation_organisations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('abstract_id', 'text', (c) => c.references('abstracts.id').onDelete('cascade'))
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('ror', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('parents', 'text', (c) => c.notNull())
    .addColumn('chosen_at', 'text', (c) => c.notNull())
    .execute();
  const unique = 'create unique index affiliation_organisations_by';
  for (const [name, columns] of [
    ['author', '(abstract_id, entry) where abstract_id is not null'],
    ['words', '(entry) where abstract_id is null'],
  ]) {
    await sql.raw(`${unique}_${name} on affiliation_organisations ${columns}`).execute(db);
  }
}

/** Slides, recordings and links after a talk. */
async function talkMaterial(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table talk_material (
    id text primary key, abstract_id text not null references abstracts(id) on delete cascade,
    number integer not null, kind text not null, title text not null, url text,
    file_name text, bytes integer, sha256 text, file_key text unique, file_store text,
    active_content text, scan text, scan_finding text, scan_due_at text,
    scan_tries integer default 0 not null, licence text not null, consent text not null,
    shown_from text, created_at text not null, taken_down_at text, taken_down_by text, reason text
  )`);
  await run('create unique index talk_material_by_number on talk_material (abstract_id, number)');
  await run(
    'create index talk_material_to_scan on talk_material (scan_due_at) where scan_due_at is not null',
  );
}

/** The people who signed up for items of the agenda with places, and when they came and left. */
async function sessionPlaces(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const person = 'participant_id text not null references participants(id) on delete cascade';
  await run(
    `create table session_sign_ups (id text primary key, session text not null, ${person}, state text not null, turn integer not null, signed_up_at text not null, placed_at text)`,
  );
  await run(
    'create unique index session_sign_ups_once on session_sign_ups (participant_id, session)',
  );
  await run('create index session_sign_ups_in_turn on session_sign_ups (session, state, turn)');
  await run(
    `create table session_attendance (id text primary key, session text not null, ${person}, way text not null, at text not null, recorded_by text not null, undone_at text)`,
  );
  await run(
    'create index session_attendance_by_person on session_attendance (participant_id, session)',
  );
  await run('create index session_attendance_by_session on session_attendance (session)');
}

/** The address to which an item of the agenda leads. Items of before have none. */
async function agendaLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agenda_entries').addColumn('link', 'text').execute();
}

/** When somebody took the place of another person, whose scans at the desk are not theirs. */
async function personSince(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('participants').addColumn('person_since', 'text').execute();
}

/** Topics and bids of reviewers, their reason for giving an abstract back, and decisions to revise an abstract. */
async function reviewRounds(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table decisions add column revise_until text');
  await run(
    "create index decisions_to_revise on decisions (revise_until) where outcome = 'REVISE'",
  );
  await run("alter table reviewers add column topics text default '' not null");
  await run('alter table peer_reviews add column declined_for text');
  await run(`create table review_bids (
    abstract_id text not null references abstracts(id) on delete cascade,
    reviewer_id text not null references reviewers(id) on delete cascade,
    bid text not null, said_at text not null, primary key (abstract_id, reviewer_id)
  )`);
  await run('create index review_bids_by_reviewer on review_bids (reviewer_id)');
}

/** Posters with their videos, the pictures of their first pages, and the scores of judges. */
async function posters(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table posters (
    abstract_id text primary key references abstracts(id) on delete cascade,
    file_id text unique, file_name text, bytes integer, sha256 text, file_key text unique, file_store text,
    active_content text, scan text, scan_finding text, scan_due_at text,
    scan_tries integer default 0 not null, licence text, video_url text, consent text not null,
    sent_at text not null, preview_due_at text, preview_tries integer default 0 not null,
    taken_down_at text, taken_down_by text, reason text
  )`);
  for (const column of ['scan_due_at', 'preview_due_at']) {
    await run(
      `create index posters_by_${column} on posters (${column}) where ${column} is not null`,
    );
  }
  await run(`create table poster_pictures (
    id text primary key, abstract_id text not null references abstracts(id) on delete cascade,
    size text not null, width integer not null, height integer not null, bytes integer not null,
    sha256 text not null, file_key text not null unique, file_store text not null
  )`);
  await run('create unique index poster_pictures_once on poster_pictures (abstract_id, size)');
  await run(`create table poster_scores (
    abstract_id text not null references abstracts(id) on delete cascade, judge text not null,
    criterion text not null, score integer not null, primary key (abstract_id, judge, criterion)
  )`);
}

/** The people who work in the dashboard on the web, their passkeys, links, sessions and what waits for a second person. */
async function colleagues(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const ofColleague = 'colleague_id text not null references colleagues(id) on delete cascade';
  await run(`create table colleagues (
    id text primary key, name text not null, email text not null unique, jobs text not null,
    invited_at text not null, invited_by text not null, ended_at text, ended_by text,
    house_subject text unique
  )`);
  await run(`create table colleague_passkeys (
    id text primary key, ${ofColleague}, public_key text not null, counter integer not null,
    name text not null, created_at text not null, used_at text
  )`);
  await run('create index colleague_passkeys_by_colleague on colleague_passkeys (colleague_id)');
  await run(`create table colleague_proposals (
    id text primary key, ${ofColleague}, action text not null, request text not null,
    words text not null, proposed_at text not null, state text not null, decided_by text,
    decided_at text
  )`);
  await run('create index colleague_proposals_open on colleague_proposals (state, proposed_at)');
  await run('create index colleague_proposals_by_colleague on colleague_proposals (colleague_id)');
  await run(`create table colleague_links (
    digest text primary key, ${ofColleague}, until text not null, used_at text
  )`);
  await run('create index colleague_links_by_colleague on colleague_links (colleague_id)');
  await run(`create table colleague_sessions (
    digest text primary key, ${ofColleague}, way text not null, begun_at text not null,
    seen_at text not null
  )`);
  await run('create index colleague_sessions_by_colleague on colleague_sessions (colleague_id)');
  await run(`create table colleague_ceremonies (
    digest text primary key, kind text not null, secrets text not null, until text not null
  )`);
  await run('create index colleague_ceremonies_by_end on colleague_ceremonies (until)');
}

/** The answers of reviewers, and the links to their pages. Reviews of before have no draft. */
async function reviewerPages(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const column of ['invited_at', 'answer', 'answered_at']) {
    await run(`alter table reviewers add column ${column} text`);
  }
  await run('alter table peer_reviews add column saved_at text');
  await run('alter table peer_reviews add column version integer default 0 not null');
  await run(`create table reviewer_pages (
    reviewer_id text primary key references reviewers(id) on delete cascade,
    token text not null unique, language text not null, made_at text not null, told_at text,
    thanked_at text, refused_at text
  )`);
  await run(`create table ended_review_links (
    token text primary key, reviewer_id text not null references reviewers(id) on delete cascade,
    reason text not null, ended_at text not null
  )`);
  await run('create index ended_review_links_by_reviewer on ended_review_links (reviewer_id)');
  await run(`create table review_messages (
    id text primary key, abstract_id text not null references abstracts(id) on delete cascade,
    reviewer_id text not null references reviewers(id) on delete cascade,
    text text not null, written_at text not null
  )`);
  await run(
    'create index review_messages_by_abstract on review_messages (abstract_id, written_at)',
  );
  await run('create index review_messages_by_reviewer on review_messages (reviewer_id)');
  await run(`create table closed_discussions (
    abstract_id text primary key references abstracts(id) on delete cascade,
    closed_at text not null, closed_by text not null
  )`);
  await run(`create table review_copies (
    abstract_id text primary key references abstracts(id) on delete cascade,
    file_id text not null, made_for text not null, gets text not null, reason text, found text,
    text text, made_at text not null, released_by text
  )`);
  await run(
    `create index review_copies_kept_back on review_copies (abstract_id)
     where reason is not null and released_by is null`,
  );
}

/** Comments of earlier decisions count as the words of the committee, because nobody knows whether it changed them. */
async function commentsOfDecisions(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table decisions add column comment_from text').execute(db);
}

/** Reviewers of before have no limit of their own. */
async function limitsOfReviewers(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table reviewers add column most_reviews integer').execute(db);
}

/** The pages of judges of posters, and the posters that each of them looks at. */
async function posterJudges(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table poster_judges (
    id text primary key, name text not null, email text not null, institute text not null,
    token text not null unique, language text not null, made_at text not null
  )`);
  await run('create index poster_judges_by_email on poster_judges (lower(email))');
  await run(`create table judged_posters (
    judge_id text not null references poster_judges(id) on delete cascade,
    abstract_id text not null references abstracts(id) on delete cascade,
    assigned_at text not null, primary key (judge_id, abstract_id)
  )`);
  await run('create index judged_posters_by_abstract on judged_posters (abstract_id)');
}

/** The messages to other programs, and the triggers that write one for each fact, in its transaction. */
async function webhooks(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(
    'create table webhook_endpoints (name text primary key, events text not null, trouble text)',
  );
  const of = (table: string) => `text references ${table}(id) on delete cascade`;
  await run(`create table webhook_messages (
    id text primary key, endpoint text not null, type text not null, order_id ${of('orders')},
    participant_id ${of('participants')}, abstract_id ${of('abstracts')}, amount_cents integer,
    version integer, happened_at text, payload text, attempts integer default 0 not null,
    next_attempt_at text, lease_until text, sent_at text, dead_at text, trouble text
  )`);
  await run(`create index webhook_messages_due on webhook_messages (endpoint, next_attempt_at)
    where sent_at is null and dead_at is null`);
  for (const column of ['sent_at', 'dead_at']) {
    await run(
      `create index webhook_messages_${column} on webhook_messages (${column}) where ${column} is not null`,
    );
  }
  for (const column of ['order_id', 'participant_id', 'abstract_id']) {
    await run(`create index webhook_messages_by_${column} on webhook_messages (${column})`);
  }

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const id = isPostgres
    ? "replace(gen_random_uuid()::text, '-', '')"
    : 'lower(hex(randomblob(16)))';
  const began = (column: string) => `old.${column} is null and new.${column} is not null`;
  const isRefunded = "new.state = 'REFUNDED' and old.state <> 'REFUNDED'";
  const people = 'select 1 from order_items i join participants p on p.id = i.participant_id';
  const isOfPeople = `${people} where i.order_id = new.id`;
  type Trigger = {
    on: string;
    /** A condition without subqueries, which PostgreSQL refuses there. */
    when: string;
    type: string;
    /** The columns of the message with their values. */
    values: Record<string, string>;
    /** Another table of which a row is read, and further conditions. */
    from?: string;
    where?: string;
  };
  const triggers: Record<string, Trigger> = {
    paid: {
      on: 'insert on payment_history',
      when: "new.to_state = 'PAID'",
      type: 'paid',
      values: { order_id: 'p.order_id', amount_cents: 'p.amount_cents', happened_at: 'new.at' },
      from: ', payments p',
      // A payment whose refund failed is paid again, and brings no money.
      where: `p.id = new.payment_id and not exists (select 1 from payment_history h
        where h.payment_id = new.payment_id and h.to_state = 'PAID' and h.id <> new.id)`,
    },
    changed: {
      on: 'update of version on orders',
      // The first payment, the end of an unpaid order, a cancellation and a refund have messages of their own, or none.
      when: `new.version <> old.version and not (${began('paid_payment_id')})
        and not (${began('cancelled_at')}) and not (${isRefunded})
        and not (new.state = 'EXPIRED' and old.state <> 'EXPIRED')`,
      type: 'changed',
      values: { order_id: 'new.id', version: 'new.version' },
    },
    person_cancelled: {
      on: 'update of cancelled_at on participants',
      when: began('cancelled_at'),
      type: 'cancelled',
      values: { participant_id: 'new.id', happened_at: 'new.cancelled_at' },
    },
    order_cancelled: {
      on: 'update of cancelled_at on orders',
      when: began('cancelled_at'),
      type: 'cancelled',
      values: { order_id: 'new.id', happened_at: 'new.cancelled_at' },
      where: `not exists (${isOfPeople})`,
    },
    order_refunded: {
      on: 'update of state on orders',
      when: `${isRefunded} and new.cancelled_at is null`,
      type: 'cancelled',
      values: { order_id: 'new.id' },
      // An amount that was asked for is of no people.
      where: `(exists (${isOfPeople} and p.cancelled_at is null) or not exists (${isOfPeople}))`,
    },
    checked_in: {
      on: 'update of checked_in_at on participants',
      when: began('checked_in_at'),
      type: 'checked-in',
      values: { participant_id: 'new.id', happened_at: 'new.checked_in_at' },
    },
    submitted: {
      on: 'insert on abstracts',
      when: 'new.withdrawn_at is null',
      type: 'submitted',
      values: { abstract_id: 'new.id', happened_at: 'new.created_at' },
    },
    decided: {
      on: 'insert on decisions',
      when: 'new.outcome is not null',
      type: 'decided',
      values: { abstract_id: 'new.abstract_id', happened_at: 'new.decided_at' },
    },
    decided_otherwise: {
      on: 'update of outcome on decisions',
      when: 'new.outcome <> old.outcome',
      type: 'decided',
      values: { abstract_id: 'new.abstract_id', happened_at: 'new.decided_at' },
    },
  };
  for (const [name, { on, when, type, values, from = '', where }] of Object.entries(triggers)) {
    const work = `insert into webhook_messages (id, endpoint, type, ${Object.keys(values).join(', ')})
      select ${id}, e.name, '${type}', ${Object.values(values).join(', ')}
      from webhook_endpoints e${from} where e.events like '%,${type},%'${where ? ` and ${where}` : ''};`;
    const begun = `create trigger webhook_${name} after ${on} for each row when (${when})`;
    if (!isPostgres) {
      await run(`${begun} begin ${work} end`);
      continue;
    }
    await run(
      `create function webhook_${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    );
    await run(`${begun} execute function webhook_${name}()`);
  }
}

/** The mails that came back, and the mailbox that gets them. */
async function bounces(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table mail_bounces (
    message_id text primary key references outbox(id) on delete cascade, email text not null,
    kind text not null, status text not null, at text not null, lifted_at text
  )`);
  await run('create index mail_bounces_by_email on mail_bounces (email)');
  await run(`create table bounce_mailbox (
    id integer primary key, key text not null, tried_at text, trouble text, trouble_since text
  )`);
}

/** The addresses of e-invoices, which recipients of before have not named. */
async function addressesOfEInvoices(db: Kysely<unknown>): Promise<void> {
  for (const column of ['leitweg_id', 'peppol_id']) {
    await db.schema.alterTable('invoice_recipients').addColumn(column, 'text').execute();
  }
}

/** Cash boxes: their entries and counts. */
async function cash(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table cash_counts (
    id text primary key, count_key text not null unique, box text not null,
    expected_cents integer not null, counted_cents integer not null, left_cents integer not null,
    currency text not null, currency_decimals integer not null, reason text not null,
    actor text not null, counted_at text not null
  )`);
  await run('create index cash_counts_by_box on cash_counts (box, counted_at)');
  await run(`create table cash_entries (
    id text primary key, kind text not null, box text not null, amount_cents integer not null,
    rounding_cents integer not null, currency text not null, currency_decimals integer not null,
    payment_id text references payments(id) on delete set null, refund_id text unique,
    count_id text references cash_counts(id), words text not null, actor text not null,
    created_at text not null, moved_at text, failed_at text
  )`);
  await run('create index cash_entries_by_payment on cash_entries (payment_id)');
  await run('create index cash_entries_by_box on cash_entries (box, moved_at)');
  await run(
    `create index cash_entries_to_give_back on cash_entries (created_at, id)
     where moved_at is null and failed_at is null`,
  );
}

/** The saves of the conference's files in the dashboard. */
async function contentSaves(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table content_saves (
    id text primary key, saved_at text not null, saved_by text not null, file text not null,
    before_text text not null, after_text text not null
  )`);
  await run('create index content_saves_by_time on content_saves (saved_at)');
}

/** The chair takes part in discussions of reviewers, who are told of new notes. */
async function notesOfTheChair(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table reviewer_pages add column notes_told_at text');
  await run(`create table chair_notes (
    id text primary key, abstract_id text not null references abstracts(id) on delete cascade,
    written_by text not null, text text not null, written_at text not null
  )`);
  await run('create index chair_notes_by_abstract on chair_notes (abstract_id, written_at)');
}

/** The parts of registrations that somebody else pays, and money that payers give to the conference. */
async function twoPayers(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table order_items add column priced_by text');
  await run('alter table bank_refunds add column kept_at text');
  await run(
    'create index order_items_by_price on order_items (priced_by) where priced_by is not null',
  );
  await run(
    'create index order_items_divided on order_items (order_id) where priced_by is not null',
  );
}

/** The sessions of track chairs. */
async function sessionsOfColleagues(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('colleagues').addColumn('sessions', 'text').execute();
}

/** Judges of posters give posters back, and end a link that reached somebody else. */
async function judgesGiveBack(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('judged_posters').addColumn('declined_for', 'text').execute();
  await db.schema.alterTable('poster_judges').addColumn('refused_at', 'text').execute();
}

/** The saves of the dashboard that all servers take, and the state of the conference's folder that each shows. */
async function publishedSaves(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table content_saves add column published_at text');
  await run('update content_saves set published_at = saved_at');
  await run('create table content_photographs (file text primary key, webp text not null)');
  await run('alter table servers add column content_stamp text');
  await run('alter table servers add column content_since text');
}

/** Each look for alarms reads these: they are few among all refunds that were sent. */
async function refundsInTrouble(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index refunds_in_trouble on refunds (created_at) where trouble is not null')
    .execute(db);
}

/** Participants wait for more of what is sold out. */
async function waitingForMore(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(
    'alter table waiting_list add column participant_id text references participants(id) on delete cascade',
  );
  await run(
    'create index waiting_list_by_participant on waiting_list (participant_id) where participant_id is not null',
  );
}

/** The people who come with participants. */
async function companions(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create table companions (
    id text primary key, reference text not null unique,
    participant_id text not null references participants(id) on delete cascade,
    seat integer not null, name text not null, sort_name text not null, search_text text not null,
    checked_in_at text, named_at text not null, created_at text not null
  )`);
  await run('create index companions_by_host on companions (participant_id, seat)');
  await run('create index companions_by_time on companions (created_at, id)');
  await run(`create table companion_answers (
    companion_id text not null references companions(id) on delete cascade,
    question_id text not null, answer text not null, answered_at text not null,
    primary key (companion_id, question_id)
  )`);
  await run('create index companion_answers_by_time on companion_answers (answered_at)');
}

/** An order knows of which registration it pays a part: until now only its words said so. */
async function partsOfOrders(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table orders add column part_of text');
  await run('create index orders_by_whole on orders (part_of) where part_of is not null');
  // Other amounts that are asked for do not name the order in their words.
  await run(`update orders set part_of = (
      select min(whole.id) from order_items
      join orders whole on whole.reference = order_items.item
      where order_items.order_id = orders.id and order_items.kind = 'asked'
        and order_items.label like '%' || order_items.item || ')%'
    )
    where id in (
      select order_id from order_items
      where kind = 'asked' and label like '%' || item || ')%'
    )`);
}

/** Each look for alarms reads these: most reviews are begun, and so leave the index. */
async function reviewsNotBegun(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index peer_reviews_not_begun on peer_reviews (assigned_at) where collected_at is null and saved_at is null',
    )
    .execute(db);
}

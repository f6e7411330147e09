import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '#server/database/database.ts';
import { patternOf } from '#server/database/like.ts';
import { addressHashOf } from '#features/members/members.ts';
import { normalised } from '#server/identity.ts';
import type { Tables } from '#server/database/tables.ts';
import { orNone } from './or-none.ts';

/**
 * All rows about one person, table by table. The compiler reports a new table that is missing here. The excluded tables
 * name nobody.
 */
export type PersonRows = {
  [
    name in Exclude<
      keyof Tables,
      | 'removals'
      | 'member_list'
      | 'installation'
      | 'letters'
      | 'place_limits'
      | 'bank_columns'
      | 'document_series'
      | 'servers'
      | 'leases'
      | 'rate_limits'
      | 'uploads'
      | 'alarms'
      | 'payouts'
      | 'payout_entries'
    >
  ]: Selectable<Tables[name]>[];
};

/**
 * Finds the rows with a mail address, in upper or lower case, and the rows that belong to these rows: the payments of
 * the orders, the mails to the person and the secretary's copies. `email` is in lower case.
 */
export async function rowsOfPerson(db: Db, email: string): Promise<PersonRows> {
  const rowsOf = async <Name extends keyof PersonRows>(
    table: Name,
    condition: RawBuilder<unknown>,
  ): Promise<Selectable<Tables[Name]>[]> => {
    const query = sql<
      PersonRows[Name][number]
    >`select * from ${sql.table(table)} where ${condition}`;
    return (await query.execute(db)).rows;
  };
  const own = sql`lower(email) = ${email} order by created_at`;
  const participants = await rowsOf('participants', own);
  const agreements = await rowsOf(
    'agreements',
    sql`email = ${normalised(email)} order by created_at`,
  );
  const abstracts = await rowsOf('abstracts', own);
  const orders = await rowsOf('orders', sql`lower(payer_email) = ${email} order by created_at`);
  const orderIds = idsOf(orders);
  const isOfOrder = sql`order_id in (${sql.join(orderIds)})`;
  const references = orNone([...orders, ...abstracts].map((row) => row.reference));
  // An order of somebody else may have been this person's when the payment began.
  const payments = (
    await rowsOf('payments', sql`${isOfOrder} or ${contains('request', email)} order by created_at`)
  ).filter(({ order_id, request }) => orderIds.includes(order_id) || isPayer(request, email));
  const isOfPayment = sql`payment_id in (${sql.join(idsOf(payments))})`;
  const refs = orNone(payments.map((payment) => payment.provider_ref ?? payment.id));
  const moneyRefs = orNone(payments.map((payment) => payment.provider_payment_ref ?? payment.id));
  const bankEntries = await rowsOf(
    'bank_entries',
    sql`${isOfOrder} or ${isOfPayment} order by booked_on, id`,
  );
  const outbox = (
    await rowsOf(
      'outbox',
      sql`lower(recipient) = ${email} or ${contains('payload', email)} order by created_at`,
    )
  ).filter((mail) => mail.recipient.toLowerCase() === email || isFrom(mail.payload, email));
  const documents = (
    await rowsOf('documents', sql`${isOfOrder} or ${contains('content', email)}`)
  ).filter(
    ({ order_id, content, is_of_former_payer: isOfFormer }) =>
      (orderIds.includes(order_id) && isOfFormer === 0) || isIssuedTo(content, email),
  );
  const isOfPerson = sql`participant_id in (${sql.join(idsOf(participants))})`;
  const isOrdered = sql`${isOfOrder} or ${isOfPerson}`;
  const subjects = sql.join(idsOf([...participants, ...abstracts]));
  const isOfAbstract = sql`abstract_id in (${sql.join(idsOf(abstracts))})`;
  const waiting = await rowsOf('waiting_list', own);
  const confirmations = await rowsOf(
    'address_confirmations',
    sql`${isOfPerson} or (participant_id is null and ${isOfOrder}) or lower(email) = ${email}
      order by created_at`,
  );
  const changes = await rowsOf('order_changes', isOrdered);
  const reviewers = await rowsOf('reviewers', own);
  const isReview = sql`abstract_id in (${sql.join(idsOf(abstracts))})
    or reviewer_id in (${sql.join(idsOf(reviewers))})`;
  // Authors may read the reviews of their abstracts, but not the names of the reviewers.
  const withoutReviewer = <Row extends { reviewer_id: string }>(rows: Row[]): Row[] =>
    rows.map((row) =>
      reviewers.some(({ id }) => id === row.reviewer_id) ? row : { ...row, reviewer_id: '' },
    );
  const items = await rowsOf('order_items', isOrdered);
  const memberHashes = orNone([
    ...(await addressHashOf(db, email)),
    ...items.flatMap(({ member_key }) => member_key ?? []),
  ]);
  return {
    participants,
    members: await rowsOf(
      'members',
      sql`number_hash in (${sql.join(memberHashes)}) or address_hash in (${sql.join(memberHashes)})`,
    ),
    invitations: (await rowsOf('invitations', own)).map((row) => ({ ...row, token: '' })),
    proofs: await rowsOf('proofs', isOfPerson),
    answers: await rowsOf('answers', sql`${isOfPerson} order by answered_at, question_id`),
    agreements,
    orders,
    payments,
    payment_history: await rowsOf('payment_history', sql`${isOfPayment} order by at`),
    payment_networks: await rowsOf('payment_networks', isOfPayment),
    webhook_events: await rowsOf(
      'webhook_events',
      sql`ref in (${sql.join(refs)}) or payment_ref in (${sql.join(moneyRefs)})`,
    ),
    refunds: await rowsOf('refunds', sql`${isOfPayment} or ${isOfPerson}`),
    disputes: await rowsOf('disputes', isOfPayment),
    reviews: await rowsOf('reviews', isOfPayment),
    bank_entries: bankEntries,
    bank_refunds: await rowsOf(
      'bank_refunds',
      sql`${isOfPayment} or bank_entry_id in (${sql.join(idsOf(bankEntries))}) order by created_at`,
    ),
    outbox,
    idempotency_keys: await rowsOf('idempotency_keys', sql`subject_id in (${subjects})`),
    abstracts,
    abstract_files: await rowsOf('abstract_files', sql`${isOfAbstract} order by created_at, id`),
    abstract_authors: await rowsOf(
      'abstract_authors',
      sql`${isOfAbstract} order by abstract_id, position`,
    ),
    documents,
    order_items: items,
    order_changes: changes.map((row) =>
      // Only the payer pays.
      orderIds.includes(row.order_id) ? row : { ...row, token: null },
    ),
    invoice_recipients: await rowsOf(
      'invoice_recipients',
      sql`${isOfOrder} or agreement_id in (${sql.join(idsOf(agreements))})`,
    ),
    payment_links: await rowsOf('payment_links', isOfOrder),
    address_confirmations: confirmations.map((row) =>
      // Only its reader may confirm.
      row.email.toLowerCase() === email ? row : { ...row, token: '' },
    ),
    decisions: await rowsOf('decisions', isOfAbstract),
    agenda_entries: await rowsOf('agenda_entries', isOfAbstract),
    reviewers,
    peer_reviews: withoutReviewer(
      await rowsOf('peer_reviews', sql`${isReview} order by assigned_at`),
    ),
    peer_review_scores: withoutReviewer(await rowsOf('peer_review_scores', isReview)),
    peer_review_notes: withoutReviewer(await rowsOf('peer_review_notes', isReview)),
    waiting_list: waiting,
    waiting_list_extras: await rowsOf(
      'waiting_list_extras',
      sql`entry_id in (${sql.join(idsOf(waiting))})`,
    ),
    visa_requests: await rowsOf('visa_requests', sql`${isOfPerson} order by requested_at`),
    consents: await rowsOf('consents', sql`email = ${normalised(email)}`),
    letter_addresses: await rowsOf('letter_addresses', sql`email = ${normalised(email)}`),
    activities: await activitiesAbout(db, references, email, idsOf(participants)),
  };
}

/**
 * Activities about these orders, abstracts and members of groups, activities that name the address, and earlier
 * activities about the same order.
 */
async function activitiesAbout(
  db: Db,
  references: readonly string[],
  email: string,
  people: readonly string[],
) {
  const isNamed = ({ words }: { words: string }) =>
    wordsOf(words).some((word) => word.toLowerCase() === email);
  const naming = (
    await db.selectFrom('activities').selectAll().where(contains('words', email)).execute()
  ).filter(isNamed);
  // Such an order was perhaps this person's until somebody else got it: earlier activities may have only the person's
  // name.
  const once = naming.flatMap(({ reference }) => reference ?? []);
  const rows = await db
    .selectFrom('activities')
    .selectAll()
    .where((is) =>
      is.or([
        is('reference', 'in', [...references, ...once]),
        is('participant_id', 'in', people),
        is('id', 'in', idsOf(naming)),
      ]),
    )
    .orderBy('at')
    .execute();
  return rows.filter(
    ({ id, reference, participant_id: person, at }) =>
      references.some((own) => own === reference) ||
      people.some((one) => one === person) ||
      naming.some((one) => one.id === id || (one.reference === reference && at <= one.at)),
  );
}

function idsOf(rows: readonly { id: string }[]): readonly string[] {
  return orNone(rows.map(({ id }) => id));
}

/** Finds JSON texts that contain an address; the caller checks that the address is not a part of a longer address. */
function contains(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) like ${patternOf(email)} escape '\\'`;
}

const Request = z.object({ customerEmail: z.string() });
const Document = z.object({ customer: z.array(z.string()) });

/** Whether a payment was begun with this address. */
export function isPayer(request: string, email: string): boolean {
  return Request.parse(JSON.parse(request)).customerEmail.toLowerCase() === email;
}

/** A receipt names the person to whom it was issued, even after somebody else took the place. */
function isIssuedTo(content: string, email: string): boolean {
  return Document.parse(JSON.parse(content)).customer.some(
    (words) => words.toLowerCase() === email,
  );
}

/**
 * The parts of a mail to the secretary that name the person concerned. In other parts every mail names the secretary.
 */
const Payload = z.object({
  replyTo: z.optional(z.string()),
  template: z.optional(z.object({ facts: z.array(z.object({ text: z.string() })) })),
  /** In a plain text message. */
  text: z.optional(z.string()),
});

function isFrom(payload: string, email: string): boolean {
  const { replyTo = '', template, text = '' } = Payload.parse(JSON.parse(payload));
  const facts = template?.facts ?? [];
  return [replyTo, text, ...facts.map((fact) => fact.text)]
    .flatMap(wordsOf)
    .some((word) => word.toLowerCase() === email);
}

/** Splits a text into runs of characters that an address may have, to find addresses inside sentences. */
function wordsOf(text: string): string[] {
  return text.split(/[^a-zA-Z0-9.!#$%&'*+/=?^_`{|}~@-]+/).map(withoutEnd);
}

/** Removes the marks that end a sentence. */
function withoutEnd(run: string): string {
  let length = run.length;
  while (length > 0 && '.!?'.includes(run.charAt(length - 1))) length -= 1;
  return run.slice(0, length);
}

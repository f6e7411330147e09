import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '#server/database/database.ts';
import { patternOf } from '#server/database/like.ts';
import { normalised } from '#server/identity.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * All rows about one person, table by table. This type makes the compiler ask for every new table. Some tables name
 * nobody.
 */
export type PersonRows = {
  [
    name in Exclude<
      keyof Tables,
      | 'removals'
      | 'installation'
      | 'letters'
      | 'place_limits'
      | 'servers'
      | 'leases'
      | 'rate_limits'
      | 'alarms'
    >
  ]: Selectable<Tables[name]>[];
};

/**
 * Finds the rows by the mail address, in whatever spelling. All other rows follow from those: the payments of the orders,
 * the mails to the person and the secretary's copies. `email` is in lower case.
 */
export async function rowsOfPerson(db: Db, email: string): Promise<PersonRows> {
  const participants = await db
    .selectFrom('participants')
    .selectAll()
    .where(isInSmallLetters('email', email))
    .orderBy('created_at')
    .execute();
  const agreements = await db
    .selectFrom('agreements')
    .selectAll()
    .where('email', '=', normalised(email))
    .orderBy('created_at')
    .execute();
  const abstracts = await db
    .selectFrom('abstracts')
    .selectAll()
    .where(isInSmallLetters('email', email))
    .orderBy('created_at')
    .execute();
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where(isInSmallLetters('payer_email', email))
    .orderBy('created_at')
    .execute();
  const orderIds = idsOf(orders);
  const references = orNone([...orders, ...abstracts].map((row) => row.reference));
  const payments = (
    await db
      .selectFrom('payments')
      .selectAll()
      // Somebody else's order may have been this person's when it was paid.
      .where((is) => is.or([is('order_id', 'in', orderIds), contains('request', email)]))
      .orderBy('created_at')
      .execute()
  ).filter(({ order_id, request }) => orderIds.includes(order_id) || isPayer(request, email));
  const paymentIds = idsOf(payments);
  const refs = payments.map((payment) => payment.provider_ref ?? payment.id);
  const moneyRefs = payments.map((payment) => payment.provider_payment_ref ?? payment.id);
  const outbox = (
    await db
      .selectFrom('outbox')
      .selectAll()
      .where((is) => is.or([isInSmallLetters('recipient', email), contains('payload', email)]))
      .orderBy('created_at')
      .execute()
  ).filter((mail) => mail.recipient.toLowerCase() === email || isFrom(mail.payload, email));
  return {
    participants,
    agreements,
    abstracts,
    orders,
    payments,
    outbox,
    payment_history: await db
      .selectFrom('payment_history')
      .selectAll()
      .where('payment_id', 'in', paymentIds)
      .orderBy('at')
      .execute(),
    payment_networks: await db
      .selectFrom('payment_networks')
      .selectAll()
      .where('payment_id', 'in', paymentIds)
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', 'in', paymentIds)
      .execute(),
    disputes: await db
      .selectFrom('disputes')
      .selectAll()
      .where('payment_id', 'in', paymentIds)
      .execute(),
    reviews: await db
      .selectFrom('reviews')
      .selectAll()
      .where('payment_id', 'in', paymentIds)
      .execute(),
    webhook_events: await db
      .selectFrom('webhook_events')
      .selectAll()
      .where((is) =>
        is.or([is('ref', 'in', orNone(refs)), is('payment_ref', 'in', orNone(moneyRefs))]),
      )
      .execute(),
    order_items: await db
      .selectFrom('order_items')
      .selectAll()
      .where((is) =>
        is.or([is('order_id', 'in', orderIds), is('participant_id', 'in', idsOf(participants))]),
      )
      .execute(),
    order_changes: await db
      .selectFrom('order_changes')
      .selectAll()
      .where((is) =>
        is.or([is('order_id', 'in', orderIds), is('participant_id', 'in', idsOf(participants))]),
      )
      .execute(),
    payment_links: await db
      .selectFrom('payment_links')
      .selectAll()
      .where('order_id', 'in', orderIds)
      .execute(),
    decisions: await db
      .selectFrom('decisions')
      .selectAll()
      .where('abstract_id', 'in', idsOf(abstracts))
      .execute(),
    letter_addresses: await db
      .selectFrom('letter_addresses')
      .selectAll()
      .where('email', '=', normalised(email))
      .execute(),
    activities: await activitiesAbout(db, references, email),
    documents: (
      await db
        .selectFrom('documents')
        .selectAll()
        .where((is) => is.or([is('order_id', 'in', orderIds), contains('content', email)]))
        .execute()
    ).filter(({ order_id, content }) => orderIds.includes(order_id) || isIssuedTo(content, email)),
    idempotency_keys: await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('subject_id', 'in', idsOf([...participants, ...abstracts]))
      .execute(),
  };
}

/** Activities about these orders and abstracts, those that name the address, and earlier ones about the same order. */
async function activitiesAbout(db: Db, references: readonly string[], email: string) {
  const isNamed = ({ words }: { words: string }) =>
    wordsOf(words).some((word) => word.toLowerCase() === email);
  const naming = (
    await db.selectFrom('activities').selectAll().where(contains('words', email)).execute()
  ).filter(isNamed);
  // The order was this person's until somebody else got it: activities from then may have only the name.
  const once = naming.flatMap(({ reference }) => reference ?? []);
  const rows = await db
    .selectFrom('activities')
    .selectAll()
    .where((is) =>
      is.or([is('reference', 'in', [...references, ...once]), is('id', 'in', idsOf(naming))]),
    )
    .orderBy('at')
    .execute();
  return rows.filter(
    ({ id, reference, at }) =>
      references.some((own) => own === reference) ||
      naming.some((one) => one.id === id || (one.reference === reference && at <= one.at)),
  );
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return orNone(rows.map(({ id }) => id));
}

/** PostgreSQL does not know empty lists; no id is empty. */
function orNone(names: string[]): string[] {
  return names.length > 0 ? names : [''];
}

/** Narrows a search through JSON text; the caller checks whether it is this address and not a longer one. */
function contains(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) like ${patternOf(email)} escape '\\'`;
}

function isInSmallLetters(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
}

const Request = z.object({ customerEmail: z.string() });
const Document = z.object({ customer: z.array(z.string()) });

function isPayer(request: string, email: string): boolean {
  return Request.parse(JSON.parse(request)).customerEmail.toLowerCase() === email;
}

/** A receipt names the person to whom it was issued, also after somebody else took the place. */
function isIssuedTo(content: string, email: string): boolean {
  return Document.parse(JSON.parse(content)).customer.some(
    (words) => words.toLowerCase() === email,
  );
}

/** The parts of a mail to the secretary that tell whom it is about. Every mail names the secretary elsewhere. */
const Payload = z.object({
  replyTo: z.optional(z.string()),
  template: z.optional(z.object({ facts: z.array(z.object({ text: z.string() })) })),
  /** In a plain text message. */
  text: z.optional(z.string()),
});

function isFrom(payload: string, email: string): boolean {
  const { replyTo = '', template, text = '' } = Payload.parse(JSON.parse(payload));
  const facts = template?.facts ?? [];
  return [replyTo, ...facts.map((fact) => fact.text), ...wordsOf(text)].some(
    (words) => words.toLowerCase() === email,
  );
}

/** Runs of characters that an address may have, also inside a sentence. */
function wordsOf(text: string): string[] {
  return text.split(/[^a-zA-Z0-9.!#$%&'*+/=?^_`{|}~@-]+/).map(withoutEnd);
}

/** Removes the marks that end a sentence. */
function withoutEnd(run: string): string {
  let length = run.length;
  while (length > 0 && '.!?'.includes(run.charAt(length - 1))) length -= 1;
  return run.slice(0, length);
}

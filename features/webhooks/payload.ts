import { sql } from 'kysely';
import { currencyOf } from '#contract/currency.ts';
import { asCents, decimalFromCents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { ordersDividedBy } from '#server/orders/rows/divided-orders.ts';
import { getOrder, stateOf } from '#server/orders/rows/orders.ts';
import type { Endpoint } from './endpoints.ts';
import type { PersonalField } from './shape.ts';
import { referenceOf, type WebhookMessage } from './webhook-messages.ts';

type Data = Record<string, string | undefined>;

/**
 * The text of a message, from the rows as they are now. Without fields in the conference's folder it has nothing from
 * which somebody else could know a person.
 */
export async function payloadOf(
  db: Db,
  message: WebhookMessage,
  { fields }: Pick<Endpoint, 'fields'>,
  now: string,
): Promise<string> {
  const reference = (await findReference(db, message)) ?? undefined;
  const { data, personal } = await factsOf(db, message, reference);
  const named = Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      const value = personal[field] ?? '';
      return value === '' ? [] : [[field, value]];
    }),
  );
  return JSON.stringify({
    type: message.type,
    timestamp: message.happened_at ?? now,
    data: { reference, ...data, ...named },
  });
}

async function findReference(db: Db, { id }: WebhookMessage): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('webhook_messages as m')
    .select(referenceOf.as('reference'))
    .where('m.id', '=', id)
    .executeTakeFirst();
  return row?.reference;
}

type Facts = { data: Data; personal: Partial<Record<PersonalField, string | null>> };

async function factsOf(
  db: Db,
  message: WebhookMessage,
  reference: string | undefined,
): Promise<Facts> {
  if (message.abstract_id !== null) return factsOfAbstract(db, message.abstract_id, message.type);
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('reference', '=', reference ?? '')
    .executeTakeFirst();
  const data: Data = {};
  if (row) {
    const currency = currencyOf(row.currency, row.currency_decimals);
    const cents = asCents(message.amount_cents ?? row.amount_cents);
    data['amount'] = decimalFromCents(cents, currency);
    data['currency'] = currency.code;
    const order = await getOrder(db, row.id);
    data['state'] = await stateOf(db, order);
    // A part may be the last for which somebody's registration has waited.
    const [divided] = await ordersDividedBy(db, order);
    if (divided) {
      data['registration'] = divided.reference;
      data['registration_state'] = await stateOf(db, divided);
    }
  }
  const { participant_id: participant } = message;
  if (participant !== null) {
    // An id is a key to pages, and leaves the server in no message.
    data['person'] = digestOf('webhook', { participant }).slice(0, 16);
    const personal = await db
      .selectFrom('participants')
      .select(['name', 'email', 'institute', 'country'])
      .where('id', '=', participant)
      .executeTakeFirst();
    return { data, personal: personal ?? {} };
  }
  return {
    data,
    personal: {
      name: row?.payer_name ?? null,
      email: row?.payer_email ?? null,
      institute: row?.payer_institute ?? null,
      country: row?.payer_country ?? null,
    },
  };
}

async function factsOfAbstract(db: Db, id: string, type: string): Promise<Facts> {
  const row = await db
    .selectFrom('abstracts')
    .select(['session_id', 'title', 'name', 'email', 'organization as institute', 'country'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { data: {}, personal: {} };
  const { session_id: session, ...personal } = row;
  if (type !== 'decided') return { data: { session }, personal };
  // The table of decisions belongs to another feature, and is there without it.
  const { rows } = await sql<{
    outcome: string;
  }>`select outcome from decisions where abstract_id = ${id}`.execute(db);
  return { data: { session, outcome: rows[0]?.outcome }, personal };
}

import { domainToUnicode } from 'node:url';
import { type Expression, sql, type SqlBool } from 'kysely';
import { countryOf } from '#contract/countries.ts';
import { isSameName } from '#contract/person-name.ts';
import { isFound, phoneLine, phonesIn, type Search, searchFor } from '#contract/search.ts';
import { inParts } from '#server/database/queries.ts';
import type { Db } from '#server/database/database.ts';
import { patternOf } from '#server/database/like.ts';
import { normalised } from '#server/identity.ts';
import { findNamedReferences } from '#server/orders/rows/named-references.ts';
import { features } from '#server/features.ts';
import { findReference } from './find-reference.ts';
import { abstractFacts, stateOfAbstract } from './known-by-features.ts';
import { type ListedParticipant, readParticipants } from './list-participants.ts';

declare module '#server/features.ts' {
  interface FeatureWatch {
    /** People who are in no order, by a condition about the column `search_text`. */
    search?: (db: Db, hasText: Expression<SqlBool>) => Promise<Other[]>;
  }
}

/** A person who did not register, but sent an abstract, pays for others or is on the waiting list. */
type Other = Pick<
  ListedParticipant,
  'reference' | 'name' | 'email' | 'phone' | 'institute' | 'country'
> & {
  kind: 'abstract' | 'payer' | 'waiting' | 'companion';
  state: string;
  title?: string | undefined;
};

/** `sameAddress` has the names of other participants with the same mail address. */
export type Found = (ListedParticipant | Other) & { sameAddress: string[] };

/**
 * Everybody whose name, mail address, telephone number, institute or reference contains a text, in any spelling, and
 * everybody whose abstract has it in its title or in the name of a co-author. The text may also be the id of a payment, refund or dispute, or the number of an invoice, of somebody's order.
 */
export async function findPeople(db: Db, text: string): Promise<Found[]> {
  const wanted = await wantedBy(db, text);
  const others: Other[] = [];
  for (const { watch } of features()) {
    others.push(...((await watch?.search?.(db, wanted.hasText)) ?? []));
  }
  const found = [
    ...(await participantsFound(db, wanted)),
    ...(await payersFound(db, wanted)),
    ...(await authorsFound(db, wanted)),
    ...others,
  ];
  const names = await namesByAddress(db, found);
  return found.map((one) => {
    const all = names.get(normalised(one.email)) ?? [];
    return { ...one, sameAddress: all.filter((name) => !isSameName(name, one.name)) };
  });
}

type Condition = Expression<SqlBool>;
type Wanted = {
  hasText: Condition;
  hasReference: Condition;
  hasPhone: (table: 'participants' | 'orders' | 'abstracts') => Promise<Condition>;
};

/** The conditions on the rows that are searched for. */
async function wantedBy(db: Db, text: string): Promise<Wanted> {
  const { phrases, words } = searchFor(text);
  const search = { phrases: [...phrases, normalised(withUnicodeDomain(text))], words };
  const { named } = await findNamedReferences(db, text);
  const other = await findReference(db, text);
  const references = [...named.map(({ reference }) => reference), other ?? ''];
  return {
    hasText: isIn(sql.ref('search_text'), search),
    hasReference: anyOf([
      sql`reference in (${sql.join(references)})`,
      // People type references with hyphens, with blanks or without both.
      ...['-', ' ', ''].map((sign) => isIn(sql`replace(lower(reference), '-', ${sign})`, search)),
    ]),
    hasPhone: async (table) => isOneOf(sql.ref(`${table}.id`), await idsWithPhone(db, table, text)),
  };
}

async function participantsFound(
  db: Db,
  { hasText, hasReference, hasPhone }: Wanted,
): Promise<ListedParticipant[]> {
  const participantHasPhone = await hasPhone('participants');
  const participants = await db
    .selectFrom('participants')
    .select('id')
    .where((is) =>
      is.or([
        hasText,
        participantHasPhone,
        is('id', 'in', (items) =>
          items
            .selectFrom('order_items')
            .select('participant_id')
            // With a join SQLite would look up the order of each item.
            .where('order_id', 'in', (orders) =>
              orders.selectFrom('orders').select('id').where(hasReference),
            ),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = participants.map(({ id }) => id);
  return readParticipants(db, ids);
}

async function payersFound(db: Db, { hasText, hasReference, hasPhone }: Wanted): Promise<Other[]> {
  const payers = await db
    .selectFrom('orders')
    .select(['reference', 'state', 'cancelled_at', 'payer_name as name', 'payer_email as email'])
    .select(['payer_phone as phone', 'payer_institute as institute', 'payer_country as country'])
    .where('offered_by', 'is not', null)
    .where(anyOf([hasText, hasReference, await hasPhone('orders')]))
    // Somebody who is among the people of the order is found once.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items')
            .innerJoin('participants', 'participants.id', 'order_items.participant_id')
            .select('participants.id')
            .whereRef('order_items.order_id', '=', 'orders.id')
            .whereRef('participants.name', '=', 'orders.payer_name')
            .whereRef('participants.email', '=', 'orders.payer_email'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return payers.map(({ cancelled_at, state, country, ...payer }) => ({
    ...payer,
    kind: 'payer',
    state: cancelled_at === null ? state : 'CANCELLED',
    country: countryOf(country),
  }));
}

async function authorsFound(db: Db, { hasText, hasReference, hasPhone }: Wanted): Promise<Other[]> {
  const authors = await db
    .selectFrom('abstracts')
    .select(['id', 'withdrawn_at', 'title'])
    .select(['reference', 'name', 'email', 'phone', 'organization as institute', 'country'])
    .where(anyOf([hasText, hasReference, await hasPhone('abstracts')]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = authors.map(({ id }) => id);
  const factsOf = await abstractFacts(db, ids);
  return authors.map(({ id, country, withdrawn_at, title, ...author }) => ({
    ...author,
    state: stateOfAbstract({ ...factsOf(id), withdrawnAt: withdrawn_at ?? undefined }),
    title: title ?? undefined,
    kind: 'abstract',
    country: countryOf(country),
  }));
}

/** The names of participants with these addresses who are not cancelled. Two spellings of one name count as one. */
async function namesByAddress(
  db: Db,
  people: readonly { email: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))];
  const names = new Map<string, string[]>();
  for (const some of inParts(emails)) {
    const rows = await db
      .selectFrom('participants')
      .select('id')
      .where(({ fn }) => fn<string>('lower', ['email']), 'in', some)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    for (const { name, email, state } of await readParticipants(db, ids)) {
      const known = names.get(normalised(email)) ?? [];
      if (state === 'CANCELLED' || known.some((other) => isSameName(other, name))) continue;
      names.set(normalised(email), [...known, name]);
    }
  }
  return names;
}

/** The text with the letters of its domain: xn--mller-kva.example is müller.example. */
function withUnicodeDomain(text: string): string {
  return text.replace(/[a-z0-9.-]*xn--[a-z0-9.-]+/i, (domain) => domainToUnicode(domain) || domain);
}

/** The rows with a telephone number that somebody typed, in any spelling. */
async function idsWithPhone(
  db: Db,
  table: 'participants' | 'orders' | 'abstracts',
  typed: string,
): Promise<string[]> {
  const search = { phrases: phonesIn(typed), words: [] };
  if (search.phrases.length === 0) return [];
  const column = sql.ref(table === 'orders' ? 'payer_phone' : 'phone');
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, ${column} as phone from ${sql.table(table)} where ${column} <> ''
  `.execute(db);
  return rows.filter(({ phone }) => isFound(phoneLine(phone), search)).map(({ id }) => id);
}

/** The SQL condition that a folded text is found. */
function isIn(text: Expression<unknown>, { phrases, words }: Search): Expression<SqlBool> {
  const hasOne = (spellings: readonly string[]) =>
    anyOf(spellings.map((each) => sql<SqlBool>`${text} like ${patternOf(each)} escape '\\'`));
  if (words.length === 0) return hasOne(phrases);
  return anyOf([hasOne(phrases), sql<SqlBool>`(${sql.join(words.map(hasOne), sql` and `)})`]);
}

function isOneOf(id: Expression<unknown>, ids: readonly string[]): Expression<SqlBool> {
  return ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${id} in (${sql.join(ids)})`;
}

function anyOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

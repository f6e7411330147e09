import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { allTables, type TableName, tableOf } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import type { OfPerson } from '#server/database/define-table.ts';
import { patternOf } from '#server/database/like.ts';
import { normalised } from '#server/identity.ts';
import type { RowOf } from '#server/database/tables.ts';
import { features } from '#server/features.ts';
import { orNone } from './or-none.ts';

/** All rows about one person, table by table; none of a table that is about nobody. */
export type PersonRows = { [Name in TableName]: RowOf<Name>[] };

declare module '#server/features.ts' {
  interface FeatureData {
    /** The digests by which its tables know an address: `{digests}` in its definitions. */
    digestsOf?: (db: Db, email: string) => Promise<string[]>;
  }
}

/**
 * Finds the rows with a mail address, in upper or lower case, and the rows that belong to these rows: the payments of
 * the orders, the mails to the person and the secretary's copies. `email` is in lower case.
 */
export async function rowsOfPerson(db: Db, email: string): Promise<PersonRows> {
  const found = {} as PersonRows;
  const digests = features().map(({ data }) => data?.digestsOf?.(db, email) ?? []);
  const known: Record<string, RawBuilder<unknown>> = {
    email: sql`${email}`,
    normalised: sql`${normalised(email)}`,
    naming: sql`${patternOf(email)} escape '\\'`,
    digests: listOf((await Promise.all(digests)).flat()),
  };
  const find = async <Name extends TableName>(name: Name, { rows, shown = {} }: OfPerson) => {
    const columns = Object.entries(tableOf(name).columns).map(([column, words]) => {
      const condition = shown[column];
      if (condition === undefined) return sql.ref(column);
      const empty = sql.lit(words.includes('not null') ? '' : null);
      return sql`case when ${withKnown(condition, known)} then ${sql.ref(column)} else ${empty} end as ${sql.ref(column)}`;
    });
    const query = sql<RowOf<Name>>`
      select ${sql.join(columns)} from ${sql.table(name)} where ${withKnown(rows, known)}`;
    const candidates = (await query.execute(db)).rows;
    const own = sieves[name]?.(candidates, found, email) ?? candidates;
    known[name] = listOf(own.flatMap((row) => ('id' in row ? String(row.id) : [])));
    return own;
  };
  for (const [name, { person }] of allTables()) {
    Object.assign(found, { [name]: person === 'nobody' ? [] : await find(name, person) });
  }
  return found;
}

/** The SQL of a condition, with the values for the words in braces. */
function withKnown(condition: string, known: Record<string, RawBuilder<unknown>>) {
  const parts = condition.split(/\{(\w+)\}/);
  const words = parts.map((part, at) => {
    const value = at % 2 === 0 ? sql.raw(part) : known[part];
    if (!value) throw new Error(`{${part}} in "${condition}" is known only after this table`);
    return value;
  });
  return sql.join(words, sql.raw(''));
}

function listOf(names: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(orNone(names))})`;
}

/** SQL cannot decide whether a text names this address, and not a longer one, and whom it is about. */
const sieves: {
  [Name in TableName]?: (rows: RowOf<Name>[], found: PersonRows, email: string) => RowOf<Name>[];
} = {
  // An order of somebody else may have been this person's when the payment began.
  payments: (rows, { orders }, email) =>
    rows.filter(({ order_id, request }) => has(orders, order_id) || isPayer(request, email)),
  documents: (rows, { orders }, email) =>
    rows.filter(
      ({ order_id, content, is_of_former_payer: isOfFormer }) =>
        (has(orders, order_id) && isOfFormer === 0) || isIssuedTo(content, email),
    ),
  outbox: (rows, _, email) =>
    rows.filter((mail) => mail.recipient.toLowerCase() === email || isFrom(mail.payload, email)),
  activities: (rows, { orders, abstracts, participants }, email) => {
    const own = [...orders, ...abstracts].map(({ reference }) => reference);
    // Such an order was perhaps this person's until somebody else got it: earlier activities may have only the person's
    // name.
    const naming = rows.filter(({ words }) =>
      wordsOf(words).some((word) => word.toLowerCase() === email),
    );
    return rows.filter(
      ({ id, reference, participant_id: person, at }) =>
        own.some((one) => one === reference) ||
        has(participants, person) ||
        naming.some((one) => one.id === id) ||
        (reference !== null && naming.some((one) => one.reference === reference && at <= one.at)),
    );
  },
};

function has(rows: readonly { id: string }[], id: string | null): boolean {
  return rows.some((row) => row.id === id);
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

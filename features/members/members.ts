import { createHmac, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { copiedAddress } from '#contract/copied-address.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { firstRow, hasRow, wroteRows, inParts } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Tables } from '#server/database/tables.ts';
import { normalised } from '#server/identity.ts';
import { isBeingPaid } from '#server/orders/sell/taken-places.ts';
import { isPlacePaid, isPlaceWanted } from '#server/orders/rows/who-comes.ts';

const { read, columns } = valuesOf('members', { apart: ['id', 'created_at'] });

/** A member, as a list of the society or a visitor names one. */
export type NamedMember = { number?: string | undefined; email?: string | undefined };

/** The digests of one member on the list. */
export type Member = ReturnType<typeof read>;

/** The member on the list with this number or else with this address. */
export async function findMember(db: Db, named: NamedMember): Promise<Member | undefined> {
  const key = await findHashKey(db);
  if (key === undefined) return undefined;
  const { addressHash } = hashesOf(key, named);
  return (
    (await findBy(db, 'number_hash', ...numberHashesOf(key, named))) ||
    (addressHash && (await findBy(db, 'address_hash', addressHash))) ||
    undefined
  );
}

async function findBy(
  db: Db,
  column: 'number_hash' | 'address_hash',
  ...hashes: string[]
): Promise<Member | undefined> {
  if (hashes.length === 0) return undefined;
  return db
    .selectFrom('members')
    .selectAll()
    .where(column, 'in', hashes)
    .orderBy('id')
    .limit(1)
    .$call(firstRow(read));
}

/** The key of a member in an order. */
export function keyOfMember({ numberHash, addressHash }: Member): string {
  return numberHash ?? addressHash ?? '';
}

/** The member on the list with this key of an order. */
export async function findMemberByKey(db: Db, key: string): Promise<Member | undefined> {
  return (await findBy(db, 'number_hash', key)) ?? (await findBy(db, 'address_hash', key));
}

/** Until this transaction ends, nobody else uses one of these memberships. */
export async function lockMembers(tx: Tx, members: readonly Member[]): Promise<void> {
  const keys = new Set(members.flatMap(keysOf));
  for (const key of [...keys].toSorted()) await lockKey(tx, `member:${key}`);
}

/** The keys that the orders of a member may have: the list may have got a number since an order. */
function keysOf({ numberHash, addressHash }: Member): string[] {
  return [numberHash, addressHash].filter((hash) => hash !== undefined);
}

/**
 * Whether a member has a place by another order, or is paying for one at this moment. The member may have got a number
 * or an address since, so both count.
 */
export function isMemberTaken(
  db: Db,
  member: Member,
  exceptOrders: readonly string[],
): Promise<boolean> {
  const keys = keysOf(member);
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('order_items.id')
    .where('order_items.member_key', 'in', keys)
    .$if(exceptOrders.length > 0, (query) => query.where('orders.id', 'not in', exceptOrders))
    .where((is) => is.or([isPlacePaid(is), is.and([isPlaceWanted(is), isBeingPaid(is)])]))
    .limit(1)
    .$call(hasRow);
}

/** Adds these members; one that is on the list already is not added again. Returns the number of new ones. */
export async function addMembers(
  tx: Tx,
  named: readonly NamedMember[],
  { newId, now }: { newId: () => string; now: string },
): Promise<number> {
  const key = await hashKey(tx, now);
  await forgetZeros(tx, key, named);
  const known = await tx.selectFrom('members').select(['number_hash', 'address_hash']).execute();
  const numbers = new Set(known.map(({ number_hash }) => number_hash));
  const addresses = new Set(
    known.filter(({ number_hash }) => number_hash === null).map((row) => row.address_hash),
  );
  const rows: Insertable<Tables['members']>[] = [];
  for (const one of named) {
    const { numberHash, addressHash } = hashesOf(key, one);
    const isKnown =
      numberHash === undefined ? addresses.has(addressHash ?? null) : numbers.has(numberHash);
    if (isKnown || (numberHash === undefined && addressHash === undefined)) continue;
    if (numberHash === undefined) addresses.add(addressHash ?? null);
    else numbers.add(numberHash);
    rows.push(columns({ id: newId(), numberHash, addressHash, createdAt: now }));
  }
  for (const some of inParts(rows)) {
    await tx.insertInto('members').values(some).execute();
  }
  return rows.length;
}

/** Removes these members, or everybody; returns their number. Orders keep what they cost. */
export async function removeMembers(tx: Tx, named?: readonly NamedMember[]): Promise<number> {
  if (named === undefined) {
    return tx.deleteFrom('members').$call(wroteRows);
  }
  const key = await findHashKey(tx);
  if (key === undefined) return 0;
  let removed = 0;
  for (const one of named) {
    const { numberHash, addressHash } = hashesOf(key, one);
    const column = numberHash === undefined ? 'address_hash' : 'number_hash';
    const hashes = numberHash === undefined ? [addressHash ?? ''] : numberHashesOf(key, one);
    removed += await tx.deleteFrom('members').where(column, 'in', hashes).$call(wroteRows);
  }
  return removed;
}

/** Takes the membership off the items of erased people. */
export async function forgetMemberships(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await tx
    .updateTable('order_items')
    .set({ member_key: null })
    .where('participant_id', 'in', participantIds)
    .where('member_key', 'is not', null)
    .execute();
}

/** The digest by which a mail address would be on the list; none without a list. */
export async function addressHashOf(db: Db, email: string): Promise<string[]> {
  const key = await findHashKey(db);
  const hash = key && hashesOf(key, { email }).addressHash;
  return hash ? [hash] : [];
}

/**
 * A number is compared by its letters and digits, in capital letters, and an address in lower case. Zeros before a number
 * of digits do not count, because spreadsheet programs remove them.
 */
function hashesOf(key: string, { number = '', email = '' }: NamedMember): Member {
  return {
    numberHash: digest(key, 'number', plainNumber(number)),
    addressHash: digest(key, 'address', normalised(copiedAddress(email))),
  };
}

/** Version 1.0.0 kept the zeros before a number: the number has at most this many digits with them. */
const LONGEST_WITH_ZEROS = 12;

/** The digests that a number may have on the list: without zeros before it, and with them. */
function numberHashesOf(key: string, { number = '' }: NamedMember): string[] {
  const plain = plainNumber(number);
  const zeros = /^\d+$/.test(plain) ? Math.max(0, LONGEST_WITH_ZEROS - plain.length) : 0;
  const spellings = Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + plain);
  return spellings.flatMap((text) => digest(key, 'number', text) ?? []);
}

function plainNumber(number: string): string {
  const plain = number
    .normalize('NFKC')
    .replace(/^(\s*\d+)[.,]0{1,2}\s*$/, '$1')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}

function digest(key: string, kind: string, text: string): string | undefined {
  if (text === '') return undefined;
  return createHmac('sha256', key).update(`${kind} ${text}`).digest('base64url');
}

/** Gives the list, and the places of members, the digests without zeros for these numbers. */
async function forgetZeros(tx: Tx, key: string, named: readonly NamedMember[]): Promise<void> {
  const list = await tx.selectFrom('members').select('number_hash as hash').execute();
  const listed = new Set(list.map(({ hash }) => hash));
  const ordered = await tx
    .selectFrom('order_items')
    .select('member_key as hash')
    .where('member_key', 'is not', null)
    .execute();
  const kept = new Set([...listed, ...ordered.map(({ hash }) => hash)]);
  for (const one of kept.size === 0 ? [] : named) {
    const [hash, ...others] = numberHashesOf(key, one);
    const before = others.filter((other) => kept.has(other));
    if (hash === undefined || before.length === 0) continue;
    const renamed = listed.has(hash) ? undefined : before.find((other) => listed.has(other));
    if (renamed !== undefined) {
      await tx
        .updateTable('members')
        .set({ number_hash: hash })
        .where('number_hash', '=', renamed)
        .execute();
    }
    await tx.deleteFrom('members').where('number_hash', 'in', before).execute();
    await tx
      .updateTable('order_items')
      .set({ member_key: hash })
      .where('member_key', 'in', before)
      .execute();
  }
}

/** The key of the digests; a new one for the first list. */
async function hashKey(tx: Tx, now: string): Promise<string> {
  await tx
    .insertInto('member_list')
    .values({ id: 1, hash_key: randomBytes(32).toString('base64url'), changed_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ changed_at: now }))
    .execute();
  const key = await findHashKey(tx);
  if (key === undefined) throw new Error('the list of members has no key');
  return key;
}

async function findHashKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('member_list').select('hash_key').executeTakeFirst();
  return row?.hash_key;
}

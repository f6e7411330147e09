import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#server/database/database.ts';

/**
 * Incomplete records in tables and files, a sentence for each; empty when every write is complete. The server of
 * `dataDir` must not be answering requests.
 */
export async function halfStored(db: Db, dataDir: string): Promise<string[]> {
  const registrations = await idsOf(db, 'registrations');
  const discounts = await idsOf(db, 'discounts');
  const subjects = registrations.union(discounts);
  const abstracts = await db.selectFrom('abstracts').select(['id', 'file_key', 'bytes']).execute();
  const orders = await db.selectFrom('orders').select(['id', 'kind', 'subject_id']).execute();
  const payments = await db.selectFrom('payments').select(['id', 'order_id']).execute();
  const mails = await db.selectFrom('outbox').select('message_key').execute();

  const orderIds = new Set(orders.map(({ id }) => id));
  const paidFor = new Set(orders.map(({ subject_id }) => subject_id));
  const tried = new Set(payments.map(({ order_id }) => order_id));
  const mailed = (kind: string) =>
    new Set(
      mails.flatMap(({ message_key: key }) =>
        key.startsWith(`${kind}:`) ? [key.split(':')[1]] : [],
      ),
    );
  const abstractIds = new Set(abstracts.map(({ id }) => id));
  const welcomed = mailed('registration-received');
  const thanked = mailed('abstract-received');
  const files = new Set(readdirSync(join(dataDir, 'files')).filter((name) => name !== '.store-id'));

  return [
    ...each(orders, ({ subject_id }) => subjects.has(subject_id), 'an order for nobody'),
    ...each(orders, ({ id }) => tried.has(id), 'an order without a payment'),
    ...each(payments, ({ order_id }) => orderIds.has(order_id), 'a payment without an order'),
    ...each(discounts, (id) => paidFor.has(id), 'a discount without an order'),
    ...each(subjects, (id) => welcomed.has(id), 'a registration without its mail'),
    ...each(welcomed, (id) => subjects.has(id ?? ''), 'a mail about no registration'),
    ...each(abstracts, ({ id }) => thanked.has(id), 'an abstract without its mail'),
    ...each(thanked, (id) => abstractIds.has(id ?? ''), 'a mail about no abstract'),
    ...each(
      abstracts,
      ({ file_key: key, bytes }) =>
        files.delete(key) && statSync(join(dataDir, 'files', key)).size === bytes,
      'an abstract without its file',
    ),
    ...each(files, () => false, 'a file without an abstract'),
    ...each(readdirSync(join(dataDir, 'uploads')), () => false, 'an upload that is left over'),
  ];
}

async function idsOf(db: Db, table: 'registrations' | 'discounts'): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

function each<T>(all: Iterable<T>, isWhole: (one: T) => boolean, otherwise: string): string[] {
  const broken = [...all].filter((one) => !isWhole(one));
  return broken.length > 0 ? [`${broken.length} times ${otherwise}`] : [];
}

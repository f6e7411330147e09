import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#server/database/database.ts';

/**
 * Lists the kinds of incomplete records in tables and files. The list is empty if every write is complete. The server
 * of `dataDir` must not be answering requests.
 */
export async function halfStored(db: Db, dataDir: string): Promise<string[]> {
  const participants = await db
    .selectFrom('participants')
    .select(['id', 'presentation_type'])
    .execute();
  const people = new Set(participants.map(({ id }) => id));
  const agreed = participants.filter(({ presentation_type: type }) => type === null);
  const abstracts = await db.selectFrom('abstracts').select(['id', 'file_id']).execute();
  const versions = await db
    .selectFrom('abstract_files')
    .select(['id', 'file_key', 'bytes'])
    .execute();
  const versionIds = new Set(versions.map(({ id }) => id));
  const orders = await db.selectFrom('orders').select('id').execute();
  const payments = await db.selectFrom('payments').select(['id', 'order_id']).execute();
  const mails = await db.selectFrom('outbox').select('message_key').execute();

  const orderIds = new Set(orders.map(({ id }) => id));
  const items = await db.selectFrom('order_items').select(['order_id', 'participant_id']).execute();
  const ordered = new Set(items.map(({ order_id }) => order_id));
  const paidFor = new Set(items.map(({ participant_id }) => participant_id));
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
    ...each(orders, ({ id }) => ordered.has(id), 'an order for nothing'),
    ...each(paidFor, (id) => id === null || people.has(id), 'an order for nobody'),
    ...each(orders, ({ id }) => tried.has(id), 'an order without a payment'),
    ...each(payments, ({ order_id }) => orderIds.has(order_id), 'a payment without an order'),
    ...each(agreed, ({ id }) => paidFor.has(id), 'a discount without an order'),
    ...each(people, (id) => welcomed.has(id), 'a registration without its mail'),
    ...each(welcomed, (id) => people.has(id ?? ''), 'a mail about no registration'),
    ...each(abstracts, ({ id }) => thanked.has(id), 'an abstract without its mail'),
    ...each(thanked, (id) => abstractIds.has(id ?? ''), 'a mail about no abstract'),
    ...each(abstracts, ({ file_id: id }) => versionIds.has(id), 'an abstract without a version'),
    ...each(
      versions,
      ({ file_key: key, bytes }) =>
        files.delete(key) && statSync(join(dataDir, 'files', key)).size === bytes,
      'an abstract without its file',
    ),
    ...each(files, () => false, 'a file without an abstract'),
    ...each(readdirSync(join(dataDir, 'uploads')), () => false, 'an upload that is left over'),
  ];
}

function each<T>(all: Iterable<T>, isWhole: (one: T) => boolean, otherwise: string): string[] {
  const broken = [...all].filter((one) => !isWhole(one));
  return broken.length > 0 ? [`${broken.length} times ${otherwise}`] : [];
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AUTHOR } from '#server/abstract/author-activity.ts';
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
  const abstracts = await db
    .selectFrom('abstracts')
    .select(['id', 'file_id', 'reference'])
    .execute();
  const versions = await db
    .selectFrom('abstract_files')
    .select(['id', 'abstract_id', 'file_key', 'bytes', 'created_at'])
    .execute();
  const orders = await db.selectFrom('orders').select('id').execute();
  const payments = await db.selectFrom('payments').select(['id', 'order_id']).execute();
  const mails = await db
    .selectFrom('outbox')
    .select(['message_key', 'kind', 'reference'])
    .execute();
  const withdrawals = await db
    .selectFrom('activities')
    .select('reference')
    .where('action', 'in', ['withdraw', 'restore'])
    .where('who', '=', AUTHOR)
    .execute();

  const orderIds = new Set(orders.map(({ id }) => id));
  const items = await db.selectFrom('order_items').select(['order_id', 'participant_id']).execute();
  const ordered = new Set(items.map(({ order_id }) => order_id));
  const paidFor = new Set(items.map(({ participant_id }) => participant_id));
  const tried = new Set(payments.map(({ order_id }) => order_id));
  const mailed = (kind: string) =>
    new Set(
      mails.filter((mail) => mail.kind === kind).map(({ message_key: key }) => key.split(':')[1]),
    );
  const abstractIds = new Set(abstracts.map(({ id }) => id));
  const versionsOf = Map.groupBy(versions, (version) => version.abstract_id);
  // An abstract begins with one version.
  const replaced = [...versionsOf.values()].flatMap((all) => all.toSorted(byTime).slice(1));
  const told = mailed('abstract-replaced');
  const copied = mailed('abstract-replaced-for-secretary');
  const newer = new Set(replaced.map(({ id }) => id));
  const answered = (kind: string, of: string) =>
    mails.filter((mail) => mail.kind === kind && mail.reference === of).length;
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
    ...each(
      abstracts,
      ({ id, file_id }) => versionsOf.get(id)?.toSorted(byTime).at(-1)?.id === file_id,
      'an abstract without its newest version',
    ),
    ...each(versions, ({ abstract_id: id }) => abstractIds.has(id), 'a version of no abstract'),
    ...each(newer, (id) => told.has(id) && copied.has(id), 'a version without its mails'),
    ...each(told.union(copied), (id) => newer.has(id ?? ''), 'a mail about no version'),
    ...each(
      abstracts,
      ({ reference }) => {
        const count = withdrawals.filter((act) => act.reference === reference).length;
        return ['abstract-answered', 'abstract-answered-for-secretary'].every(
          (kind) => answered(kind, reference) === count,
        );
      },
      'other mails about withdrawals than withdrawals',
    ),
    ...each(
      versions,
      ({ file_key: key, bytes }) =>
        files.delete(key) && statSync(join(dataDir, 'files', key)).size === bytes,
      'a version without its file',
    ),
    ...each(files, () => false, 'a file without a version'),
    ...each(readdirSync(join(dataDir, 'uploads')), () => false, 'an upload that is left over'),
  ];
}

function byTime(one: { created_at: string }, other: { created_at: string }): number {
  return one.created_at < other.created_at ? -1 : 1;
}

function each<T>(all: Iterable<T>, isWhole: (one: T) => boolean, otherwise: string): string[] {
  const broken = [...all].filter((one) => !isWhole(one));
  return broken.length > 0 ? [`${broken.length} times ${otherwise}`] : [];
}

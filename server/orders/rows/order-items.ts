import type { Prices } from '#contract/content.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { CHOICE } from '#contract/content/combinations.ts';
import type { Stay } from '#contract/content/stay.ts';
import {
  add,
  asCents,
  type Cents,
  type Currency,
  feeWords,
  type OrderFee,
} from '#contract/money.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { inParts } from '#server/database/queries.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ItemKind } from '#server/database/order-tables.ts';
import { valuesOf, type Without } from '#server/database/row-values.ts';
import type { Tables } from '#server/database/tables.ts';
import type { NewId } from '#server/identity.ts';
import { commaOf, withGuests, withoutName } from './item-words.ts';

const values = valuesOf('order_items', {
  names: { from_day: 'from', until_day: 'until' },
  apart: ['order_id', 'choice', 'amount_cents', 'state', 'replaced_by', 'created_at'],
});

/** The person of an item, and the token in the address of the person's own page; without a name once erased. */
type OfPerson = { participantName?: string | undefined; participantPage?: string | undefined };

/**
 * One item of an order. Its amount is the quantity times the unit. `item` is the id in prices.yaml of a presentation type,
 * an extra or its choice (`dinner:vegan`), or the reference that an asked amount is about; it is empty for everything else.
 */
export type OrderItem = Omit<StoredItem, 'id' | 'position' | 'changeId'>;

export type StoredItem = Without<
  ReturnType<typeof values.read>,
  | 'words'
  | 'participantId'
  | 'statedByPayer'
  | 'phase'
  | 'from'
  | 'until'
  | 'taxBasisPoints'
  | 'memberKey'
  | 'pricedBy'
  | 'changeId'
> &
  OfPerson;

/** One line of an order, as people read it. The lines add up to the amount of the order, fee included. */
export type OrderLine = {
  /** "Room, 3 nights, 1 guest". */
  words: string;
  /** The payer's own text, which nobody has checked, or the name of a participant. */
  statedByPayer?: string | undefined;
  /** The participant of the line, if the order has several. */
  about?: string | undefined;
  cents: Cents;
  /** As in OrderItem. */
  taxBasisPoints?: number | undefined;
  /** Whether the line is the processing fee. */
  isFee?: true | undefined;
};

/** The note below a line, and its kind: the participant of a group, or the payer's own text. */
export function noteOf(
  labels: Pick<Mails['labels'], 'participant' | 'statedByPayer'>,
  { statedByPayer: text, about }: Pick<OrderLine, 'statedByPayer' | 'about'>,
): { label: string; text: string } | undefined {
  if (text === undefined) return undefined;
  return { label: about === undefined ? labels.statedByPayer : labels.participant, text };
}

function amountOf({ quantity, unitCents }: OrderItem): Cents {
  return asCents(quantity * unitCents);
}

export function sumOf(items: readonly OrderItem[]): Cents {
  return add(...items.map(amountOf));
}

/** The fee of an order at these prices, with its words. */
export function feeIn({ fee, words }: Pick<Prices, 'fee' | 'words'>): OrderFee {
  return { ...fee, words: words.orders.fee };
}

/** The item of the processing fee; none if the conference takes no fee. */
export function feeItem(fee: OrderFee, unitCents: Cents, currency: Currency): OrderItem[] {
  const words = feeWords(fee, currency);
  if (words === undefined) return [];
  const { taxBasisPoints } = fee;
  const label = fillPlaceholders(fee.words, { fee: words });
  return [{ kind: 'fee', item: '', label, quantity: 1, unitCents, taxBasisPoints }];
}

export function isFee({ kind }: OrderItem): boolean {
  return kind === 'fee';
}

/** Items as people read them: a room and its guests are one line. With `isGroup` each line names its participant. */
export function linesOfItems(items: readonly OrderItem[], isGroup: boolean): OrderLine[] {
  return items.flatMap((item): OrderLine[] => {
    if (item.kind === 'guest') return [];
    const { participantId, participantName, statedByPayer } = item;
    const guests = item.kind === 'room' ? guestsOf(items, participantId) : [];
    // After the agreement the label has the agreed text, which replaces the payer's.
    const stated = isGroup ? participantName : item.label === '' ? statedByPayer : undefined;
    return [
      {
        words: wordsOf(item, guests),
        ...(stated !== undefined && { statedByPayer: stated }),
        ...(isGroup && participantId !== undefined && { about: participantId }),
        cents: sumOf([item, ...guests]),
        ...(item.taxBasisPoints !== undefined && { taxBasisPoints: item.taxBasisPoints }),
        ...(isFee(item) && { isFee: true }),
      },
    ];
  });
}

function guestsOf(items: readonly OrderItem[], participantId: string | undefined): OrderItem[] {
  return items.filter((item) => item.kind === 'guest' && item.participantId === participantId);
}

function wordsOf(item: OrderItem, guests: readonly OrderItem[]): string {
  const { kind, label, words = label, quantity } = item;
  switch (kind) {
    case 'room':
      return withGuests(
        words,
        guests.map((guest) => guest.words ?? String(guest.quantity)),
      );
    case 'extra':
      return quantity === 1 ? words : `${words}${commaOf(words)}${quantity}`;
    case 'agreed':
    case 'asked':
      return label === '' ? words : label;
    default:
      return words;
  }
}

/** The hotel and the days of a room. */
export function stayOf({ label, from, until }: OrderItem): Stay {
  return {
    hotel: label,
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** The distance between the positions of two people, so that items that are added later stay with their person. */
const PER_PERSON = 1000;
const RANKS: Record<ItemKind, number> = {
  registration: 0,
  agreed: 0,
  asked: 0,
  room: 1,
  guest: 2,
  extra: 3,
  fee: 1_000_000_000,
};

/** Items in reading order: person after person, each with the registration first, and the fee last. */
export function positioned(items: readonly OrderItem[], newId: NewId): StoredItem[] {
  const people = [...new Set(items.map(({ participantId }) => participantId))];
  return people.flatMap((person, at) =>
    positionedAt(
      at * PER_PERSON,
      items.filter(({ participantId }) => participantId === person),
      newId,
    ),
  );
}

/** Gives items of one person positions next to the person's other items. */
export function positionedBeside(
  beside: readonly StoredItem[],
  items: readonly OrderItem[],
  newId: NewId,
): StoredItem[] {
  const [{ position } = { position: 0 }] = beside;
  return positionedAt(position - (position % PER_PERSON), items, newId);
}

function positionedAt(first: number, items: readonly OrderItem[], newId: NewId): StoredItem[] {
  const several = items.filter(({ kind }) => kind === 'extra' || kind === 'asked');
  return items.map((item) => ({
    ...item,
    id: newId(),
    position: first + RANKS[item.kind] + Math.max(0, several.indexOf(item)),
  }));
}

/** Writes items of an order: booked items, or, with `changeId`, items that a change proposes. */
export async function insertItems(
  tx: Tx,
  items: readonly StoredItem[],
  { orderId, createdAt, changeId }: { orderId: string; createdAt: string; changeId?: string },
): Promise<void> {
  if (items.length === 0) return;
  const state = changeId === undefined ? 'booked' : 'proposed';
  const its = { orderId, createdAt, changeId, state } as const;
  const rows = items.map((item) =>
    values.columns({ ...item, ...thingOf(item.item), ...its, amountCents: amountOf(item) }),
  );
  for (const some of inParts(rows)) {
    await tx.insertInto('order_items').values(some).execute();
  }
}

/** The participants of items, in the order of the items. */
export function peopleIn(items: readonly OrderItem[]): string[] {
  return [...new Set(items.flatMap(({ participantId }) => participantId ?? []))];
}

/** The token of the first participant's own page; empty if the items belong to nobody. */
export function pageIn(items: readonly OrderItem[]): string {
  return items.find(({ participantPage }) => participantPage !== undefined)?.participantPage ?? '';
}

const bookedIn = compiledOnce((db, orderIds: readonly string[]) =>
  db
    .selectFrom('order_items')
    .leftJoin('participants', 'participants.id', 'order_items.participant_id')
    .selectAll('order_items')
    .select(['participants.name as participant_name', 'participants.page_token'])
    .where('order_items.order_id', 'in', orderIds)
    .where('order_items.state', '=', 'booked')
    .orderBy('order_items.order_id')
    .orderBy('order_items.position')
    .orderBy('order_items.created_at')
    .orderBy('order_items.id'),
);

/** The booked items of orders, each in reading order. Extras that were added later can have the position of earlier ones. */
export async function bookedItems(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, StoredItem[]>> {
  const found = new Map<string, StoredItem[]>(orderIds.map((id) => [id, []]));
  for (const some of inParts(orderIds)) {
    for (const row of await bookedIn(db, some)) found.get(row.order_id)?.push(read(row));
  }
  return found;
}

/** The items that a change would book, and the items that it would replace. */
export type ChangedItems = { proposed: StoredItem[]; replaced: StoredItem[] };

export async function itemsOfChange(db: Db, changeId: string): Promise<ChangedItems> {
  const rows = await db
    .selectFrom('order_items')
    .selectAll()
    .where((is) => is.or([is('change_id', '=', changeId), is('replaced_by', '=', changeId)]))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return changedItems(changeId, rows);
}

function changedItems(changeId: string, rows: readonly Tables['order_items'][]): ChangedItems {
  const [proposed = [], replaced = []] = [true, false].map((isProposed) =>
    rows.filter((row) => (row.change_id === changeId) === isProposed).map(read),
  );
  return { proposed, replaced };
}

/** Books the items that a change proposed; `gone` is the new state of the replaced items. */
export async function bookProposed(
  tx: Tx,
  changeId: string,
  gone: 'replaced' | 'cancelled',
): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ state: gone })
    .where('replaced_by', '=', changeId)
    .where('state', '=', 'booked')
    .execute();
  await tx
    .updateTable('order_items')
    .set({ state: 'booked' })
    .where('change_id', '=', changeId)
    .where('state', '=', 'proposed')
    .execute();
}

/** Adds the fee difference of a change to the fee of its order. */
export async function addToFee(
  tx: Tx,
  newId: NewId,
  { id: orderId, fee, currency }: { id: string; fee: OrderFee; currency: Currency },
  differenceCents: number,
  { changeId, createdAt }: { changeId: string; createdAt: string },
): Promise<void> {
  if (differenceCents === 0) return;
  const fees = ((await bookedItems(tx, [orderId])).get(orderId) ?? []).filter(isFee);
  await markReplaced(tx, fees, changeId);
  const item = feeItem(fee, asCents(sumOf(fees) + differenceCents), currency);
  await insertItems(tx, positioned(item, newId), { orderId, createdAt, changeId });
  await bookProposed(tx, changeId, 'replaced');
}

/** Marks booked items as replaced by a change. */
export async function markReplaced(
  tx: Tx,
  items: readonly StoredItem[],
  changeId: string,
): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  await tx
    .updateTable('order_items')
    .set({ replaced_by: changeId })
    .where('id', 'in', ids)
    .execute();
}

/** Drops the items that a change proposed. */
export async function dropProposed(tx: Tx, changeId: string): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ state: 'cancelled' })
    .where('change_id', '=', changeId)
    .where('state', '=', 'proposed')
    .execute();
  await tx
    .updateTable('order_items')
    .set({ replaced_by: null })
    .where('replaced_by', '=', changeId)
    .where('state', '=', 'booked')
    .execute();
}

/** Books cancelled items again, unchanged. */
export async function rebook(tx: Tx, items: readonly StoredItem[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await tx
    .updateTable('order_items')
    .set({ state: 'booked', replaced_by: null })
    .where('id', 'in', ids)
    .where('state', '=', 'cancelled')
    .execute();
}

/** The words of an item by themselves. */
export function ownWords({ words, label }: Pick<OrderItem, 'words' | 'label'>): string {
  return words ?? label;
}

/** The price, the words and the payer of a booked item of an unpaid order; the caller changes its total. */
export async function priceItem(
  tx: Tx,
  { id, quantity }: Pick<StoredItem, 'id' | 'quantity'>,
  priced: { unitCents: Cents; words?: string | undefined; pricedBy?: string | undefined },
): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({
      unit_cents: priced.unitCents,
      amount_cents: quantity * priced.unitCents,
      words: priced.words ?? null,
      priced_by: priced.pricedBy ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Gives an agreed amount the agreed text instead of the payer's. */
export async function nameAgreedAmount(tx: Tx, orderId: string, words: string): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ label: words })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'agreed')
    .execute();
}

/** Removes the texts about a person from items. */
export async function forgetWords(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ label: '', stated_by_payer: null })
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['agreed', 'asked'])
    .execute();
}

/** Removes the person of whose registration an order pays a part from its items. */
export async function forgetNames(tx: Tx, orderId: string): Promise<void> {
  const asked = await tx
    .selectFrom('order_items')
    .select(['id', 'item', 'label'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'asked')
    .execute();
  for (const { id, item, label } of asked) {
    const rest = withoutName(label, item);
    await tx.updateTable('order_items').set({ label: rest }).where('id', '=', id).execute();
  }
}

/** The columns of an item: an extra with choices has its choice beside it. */
export function thingOf(id: string): { item: string; choice: string | undefined } {
  const [item = '', choice] = id.split(CHOICE);
  return { item, choice };
}

/** The id of an item in prices.yaml, of its columns. */
export function itemIn({ item, choice }: Pick<Tables['order_items'], 'item' | 'choice'>): string {
  return choice === null ? item : item + CHOICE + choice;
}

function read(
  row: Tables['order_items'] & { participant_name?: string | null; page_token?: string | null },
): StoredItem {
  return {
    ...values.read(row),
    item: itemIn(row),
    ...(row.participant_name && { participantName: row.participant_name }),
    ...(row.page_token && { participantPage: row.page_token }),
  };
}

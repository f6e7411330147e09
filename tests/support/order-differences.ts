import { type Selectable, sql } from 'kysely';
import { conflictsIn } from '#contract/content/combinations.ts';
import type { Prices } from '#contract/content.ts';
import { isTableName } from '#server/database/all-rows.ts';
import { hasOneWriter, type Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { limitsNow } from '#server/orders/sell/place-limits.ts';
import { itemIn } from '#server/orders/rows/order-items.ts';
import { takenPlaces } from '#server/orders/sell/taken-places.ts';
import { countComing } from '#server/orders/rows/who-comes.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { everyRow } from './every-row.ts';
import type { TestServer } from './test-server.ts';

type Rows<Table extends keyof Tables> = Selectable<Tables[Table]>[];
type Item = Rows<'order_items'>[number];
/** The rows of the waiting list. There are none without this feature. */
type Waiting = {
  id: string;
  order_id: string | null;
  state: string;
  presentation_type: string;
  nights: number;
  participant_id: string | null;
};
type WaitingExtra = { entry_id: string; extra: string; choice: string; quantity: number };
/** The rows of orders at one moment. */
type OrderRows = {
  orders: Rows<'orders'>;
  items: Rows<'order_items'>;
  changes: Rows<'order_changes'>;
  payments: Rows<'payments'>;
  participants: Rows<'participants'>;
  agreements: Rows<'agreements'>;
  waiting: Waiting[];
  waitingExtras: WaitingExtra[];
};

/** Contradictions between the rows of orders. The list is empty at every moment, also while acts run. */
export async function contradictionsIn(server: TestServer): Promise<string[]> {
  return atOneMoment(server, async (tx) => {
    const rows = await readRows(tx);
    return [
      ...rows.orders.flatMap((order) =>
        contradictionsOf(order, rows).map((words) => `${order.reference}: ${words}`),
      ),
      ...rows.changes.flatMap((change) => contradictionsOfChange(change, rows)),
      ...rows.items.flatMap((item) => contradictionsOfItem(item, rows)),
      ...(await placesCountedOtherwise(tx, rows)),
      ...(await peopleCountedOtherwise(tx, rows)),
      ...impossibleCombinations(server.content.prices, rows),
    ];
  });
}

function atOneMoment<T>({ db }: TestServer, read: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = hasOneWriter(db)
    ? db.transaction()
    : db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute((tx) => read(tx as Tx));
}

async function readRows(tx: Tx): Promise<OrderRows> {
  return {
    orders: await tx.selectFrom('orders').selectAll().execute(),
    items: await tx.selectFrom('order_items').selectAll().execute(),
    changes: await tx.selectFrom('order_changes').selectAll().execute(),
    payments: await tx.selectFrom('payments').selectAll().execute(),
    participants: await tx.selectFrom('participants').selectAll().execute(),
    agreements: await tx.selectFrom('agreements').selectAll().execute(),
    waiting: await rowsIfAny(tx, 'waiting_list'),
    waitingExtras: await rowsIfAny(tx, 'waiting_list_extras'),
  };
}

/** The rows of a table of a feature; none without the feature. */
async function rowsIfAny<Row>(tx: Tx, table: string): Promise<Row[]> {
  if (!isTableName(table)) return [];
  return (await sql<Row>`select * from ${sql.table(table)}`.execute(tx)).rows;
}

function contradictionsOf(
  order: Rows<'orders'>[number],
  { items, changes, payments, participants, orders }: OrderRows,
): string[] {
  const booked = items.filter(({ order_id, state }) => order_id === order.id && state === 'booked');
  const fees = booked.filter(({ kind }) => kind === 'fee');
  const paid = payments.find(({ id }) => id === order.paid_payment_id);
  const made = changes.filter((each) => each.order_id === order.id && each.state === 'made');
  const moved = made.reduce((sum, { difference_cents }) => sum + difference_cents, 0);
  // A refund that is asked for again has an item for each rate of tax, and a part of a registration one for each item.
  const names = booked.map(
    ({ participant_id, kind, item, choice, label, words, tax_basis_points }) =>
      [
        participant_id,
        kind,
        item,
        choice,
        kind === 'asked' && tax_basis_points,
        kind === 'asked' && (words ?? label),
      ].join(':'),
  );
  const part = new Map(
    booked.flatMap(({ kind, participant_id, item }) =>
      kind === 'registration' ? [[participant_id ?? '', item] as const] : [],
    ),
  );
  return [
    order.amount_cents !== sumOf(booked) &&
      `the amount is ${order.amount_cents}, its items add up to ${sumOf(booked)}`,
    order.fee_cents !== sumOf(fees) &&
      `the fee is ${order.fee_cents}, its items add up to ${sumOf(fees)}`,
    order.amount_cents < 0 && `the amount is ${order.amount_cents}`,
    new Set(names).size < names.length && `an item is booked twice: ${names.join(' ')}`,
    paid !== undefined &&
      paid.amount_cents + moved !== order.amount_cents &&
      `${paid.amount_cents} were paid and changes add up to ${moved}, but the amount is ${order.amount_cents}`,
    (order.state === 'CONFIRMED' || order.state === 'REFUNDED') !== (paid !== undefined) &&
      `${order.state}, and the payment is ${paid?.state}`,
    ...participants
      .filter(({ id, cancelled_at }) => part.has(id) && cancelled_at === null && paid !== undefined)
      .map(
        ({ id, presentation_type }) =>
          presentation_type !== part.get(id) &&
          // A second paid order of somebody who was moved meanwhile waits for its refund.
          !typesPaidElsewhere(order, id, { items, orders }).includes(presentation_type ?? '') &&
          `the item is ${part.get(id)}, the participant's type is ${presentation_type}`,
      ),
  ].filter((words) => words !== false);
}

/** The types that a participant has booked by other orders that are paid. */
function typesPaidElsewhere(
  order: Rows<'orders'>[number],
  participantId: string,
  { items, orders }: Pick<OrderRows, 'items' | 'orders'>,
): string[] {
  const paid = orders.filter(
    ({ id, paid_payment_id }) => id !== order.id && paid_payment_id !== null,
  );
  return items.flatMap(({ order_id, participant_id, kind, item, state }) =>
    kind === 'registration' &&
    state === 'booked' &&
    participant_id === participantId &&
    paid.some(({ id }) => id === order_id)
      ? [item]
      : [],
  );
}

function contradictionsOfChange(
  {
    id,
    state,
    token,
    paid_payment_id,
    difference_cents: difference,
  }: Rows<'order_changes'>[number],
  { items, payments }: OrderRows,
): string[] {
  const paid = payments.find((payment) => payment.id === paid_payment_id);
  const attempts = payments.filter(({ change_id }) => change_id === id);
  const added = new Set(items.filter(({ change_id }) => change_id === id).map((one) => one.state));
  const replaced = new Set(
    items.filter(({ replaced_by }) => replaced_by === id).map((one) => one.state),
  );
  const may = {
    proposed: [['proposed'], ['booked']],
    made: [
      ['booked', 'replaced', 'cancelled'],
      ['replaced', 'cancelled'],
    ],
    withdrawn: [['cancelled'], []],
    lapsed: [['cancelled'], []],
  }[state];
  return [
    ![...added].every((each) => may[0]?.includes(each)) &&
      `adds items that are ${[...added].join()}`,
    ![...replaced].every((each) => may[1]?.includes(each)) &&
      `replaces items that are ${[...replaced].join()}`,
    state === 'proposed' && (paid || token === null) && 'has no link to pay or is paid already',
    // A restored person has paid before the cancellation.
    state === 'made' &&
      difference > 0 &&
      !paid &&
      items.some(({ change_id, kind }) => change_id === id && kind !== 'fee') &&
      'costs more, but nobody paid it',
    paid && paid.change_id !== id && 'was paid by a payment for another purchase',
    attempts.some(({ amount_cents }) => amount_cents !== difference) &&
      `costs ${difference}, but one of its payments has another amount`,
  ].flatMap((words) => (words ? [`the change ${id}, ${state}, ${words}`] : []));
}

function contradictionsOfItem(item: Item, { changes }: OrderRows): string[] {
  const [by, replacedBy] = [item.change_id, item.replaced_by].map((id) =>
    changes.find((change) => change.id === id),
  );
  return [
    item.amount_cents !== item.quantity * item.unit_cents &&
      'does not cost its quantity times its unit price',
    item.state === 'proposed' &&
      by?.state !== 'proposed' &&
      `belongs to a change that is ${by?.state}`,
    item.state === 'booked' &&
      by &&
      by.state !== 'made' &&
      `belongs to a change that is ${by.state}`,
    item.state === 'booked' &&
      replacedBy &&
      replacedBy.state !== 'proposed' &&
      `should be replaced by a change that is ${replacedBy.state}`,
    item.state === 'replaced' && !replacedBy && 'is replaced, but no change replaces it',
  ].flatMap((words) =>
    words ? [`the item ${item.id}, ${item.state} ${item.kind}, ${words}`] : [],
  );
}

function sumOf(items: readonly Item[]): number {
  return items.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** People who have together what nobody can have together. An open change is judged when it is made. */
function impossibleCombinations(prices: Prices, { items }: OrderRows): string[] {
  const booked = items.filter(({ state }) => state === 'booked');
  return booked
    .filter(({ kind }) => kind === 'registration')
    .flatMap(({ item: presentation, order_id, participant_id }) => {
      const extras = booked.filter(
        (each) =>
          each.kind === 'extra' &&
          each.order_id === order_id &&
          each.participant_id === participant_id,
      );
      const counts = extras.map((each) => [itemIn(each), each.quantity] as const);
      return conflictsIn(prices, { presentation, extras: Object.fromEntries(counts) })
        .filter(({ rule }) => !rule.startsWith('choose '))
        .map(({ words }) => `the order ${order_id}: ${words}`);
    });
}

/** Counts places row by row, unlike the server. */
async function placesCountedOtherwise(tx: Tx, rows: OrderRows): Promise<string[]> {
  const counted = countPlaces(rows);
  const said = await takenPlaces(tx);
  return [...new Set([...counted.keys(), ...said.keys()])].flatMap((kind) => {
    const { paid = 0, held = 0 } = counted.get(kind) ?? {};
    const theirs = said.get(kind) ?? { paid: 0, held: 0 };
    if (paid === theirs.paid && held === theirs.held) return [];
    return [
      `${kind}: the server counts ${theirs.paid} paid and ${theirs.held} reserved, the rows say ${paid} and ${held}`,
    ];
  });
}

/** Compares the server's counts of the people who come with the people who have a paid or agreed item. */
async function peopleCountedOtherwise(tx: Tx, { orders, items, ...rows }: OrderRows) {
  // Somebody else has neither paid these items, nor does an organiser waive them.
  const owedByOthers = new Set(
    items
      .filter(({ id: price, order_id }) => {
        const part = orders.find(({ id }) => id === order_id);
        const isSettled = part?.paid_payment_id !== null || part.cancelled_at !== null;
        return !isSettled && items.some(({ priced_by }) => priced_by === price);
      })
      .map(({ id }) => id),
  );
  const isWhole = (orderId: string) =>
    !items.some(
      ({ order_id, state, priced_by }) =>
        order_id === orderId && state === 'booked' && owedByOthers.has(priced_by ?? ''),
    );
  const kept = new Map(
    orders
      .filter((order) => order.state === 'CONFIRMED' && order.cancelled_at === null)
      .filter(({ id }) => isWhole(id))
      .map((order) => [order.id, rows.agreements.some((each) => each.order_id === order.id)]),
  );
  const isSure = ({ order_id: id, kind, state }: Item) =>
    state === 'booked' &&
    (kind === 'registration' ? kept.has(id) : kind === 'agreed' && kept.get(id));
  const known = new Set(rows.participants.map(({ id }) => id));
  const coming = new Set(
    items.flatMap((item) => (isSure(item) ? (item.participant_id ?? []) : [])),
  ).intersection(known).size;
  const said = await countComing(tx);
  const listed = (await allParticipants(tx)).filter(({ state }) => state === 'CONFIRMED').length;
  return said === coming && listed === coming
    ? []
    : [`the server counts ${said} people and lists ${listed}, but ${coming} have a place`];
}

const NO_MONEY_COMES = ['EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED'];

function countPlaces(rows: OrderRows) {
  const { orders, items, changes, payments, agreements, waiting, waitingExtras } = rows;
  const counted = new Map<string, { paid: number; held: number }>();
  const add = (kind: string, as: 'paid' | 'held', count: number) => {
    const before = counted.get(kind) ?? { paid: 0, held: 0 };
    if (count !== 0) counted.set(kind, { ...before, [as]: before[as] + count });
  };
  const mayBePaid = (order: Rows<'orders'>[number]) =>
    order.state === 'AWAITING_PAYMENT' &&
    (waiting.some((entry) => entry.order_id === order.id && entry.state === 'TAKEN') ||
      payments.some(
        (each) =>
          each.order_id === order.id &&
          each.next_check_at !== null &&
          !NO_MONEY_COMES.includes(each.state),
      ));
  const isAgreed = (order: Rows<'orders'>[number]) =>
    agreements.some(({ order_id: usedBy, email, amount_cents: cents }) =>
      order.state === 'CONFIRMED'
        ? usedBy === order.id
        : usedBy === null &&
          email === order.payer_email.toLowerCase() &&
          cents === order.amount_cents - order.fee_cents,
    );
  for (const order of orders.filter(({ cancelled_at }) => cancelled_at === null)) {
    const as = order.state === 'CONFIRMED' ? 'paid' : mayBePaid(order) && 'held';
    if (!as) continue;
    for (const item of items) {
      if (item.order_id !== order.id || item.state !== 'booked') continue;
      if (item.kind === 'agreed' && !isAgreed(order)) continue;
      for (const kind of kindsOf(item)) add(kind, as, item.quantity);
    }
  }
  for (const { id, state, order_id } of changes) {
    const order = orders.find((each) => each.id === order_id);
    if (state !== 'proposed' || order?.state !== 'CONFIRMED' || order.cancelled_at !== null)
      continue;
    const more = new Map<string, number>();
    for (const item of items) {
      const sign = item.change_id === id ? 1 : item.replaced_by === id ? -1 : 0;
      for (const kind of kindsOf(item)) {
        more.set(kind, (more.get(kind) ?? 0) + sign * item.quantity);
      }
    }
    for (const [kind, count] of more) add(kind, 'held', Math.max(0, count));
  }
  for (const { id, state, presentation_type: type, nights, participant_id: has } of waiting) {
    if (state !== 'OFFERED') continue;
    // A participant who waits for more has a place and a type already.
    if (has === null) {
      add('all', 'held', 1);
      add(`type:${type}`, 'held', 1);
    }
    add('nights', 'held', nights);
    for (const { entry_id, extra, choice, quantity } of waitingExtras) {
      if (entry_id !== id) continue;
      add(`extra:${extra}`, 'held', quantity);
      if (choice !== '') add(`extra:${extra}:${choice}`, 'held', quantity);
    }
  }
  return counted;
}

function kindsOf({ kind, item, choice }: Item): string[] {
  if (kind === 'registration') return ['all', `type:${item}`];
  if (kind === 'agreed') return ['all'];
  if (kind === 'room') return ['nights'];
  if (kind !== 'extra') return [];
  return [`extra:${item}`, ...(choice === null ? [] : [`extra:${item}:${choice}`])];
}

/** Alarms about late payments: after them, more places than exist may be paid. */
const LATE =
  /refund failed|cancelled or changed|given to somebody else|two orders|paid twice|refused/;

/** Kinds with more paid places than exist, unless a payment came late. */
export async function oversold(server: TestServer, alarms: readonly string[]): Promise<string[]> {
  const counted = countPlaces(await atOneMoment(server, readRows));
  const limits = await limitsNow(server.db, server.content.prices);
  if (alarms.some((alarm) => LATE.test(alarm))) return [];
  return Object.entries(limits).flatMap(([kind, limit]) => {
    const paid = counted.get(kind)?.paid ?? 0;
    return paid > limit ? [`${paid} of ${limit} places of ${kind} are paid`] : [];
  });
}

/** Paid and reserved places of each kind, counted row by row. */
export async function countedPlaces(server: TestServer): Promise<Map<string, number>> {
  const counted = countPlaces(await atOneMoment(server, readRows));
  return new Map([...counted].map(([kind, { paid, held }]) => [kind, paid + held]));
}

/** The number of paid or reserved places of each kind that exceeds its limit. */
export async function placesBeyond({
  db,
  content: { prices },
}: TestServer): Promise<Map<string, number>> {
  const limits = await limitsNow(db, prices);
  const taken = await takenPlaces(db);
  return new Map(
    Object.entries(limits).flatMap(([kind, limit]) => {
      const { paid, held } = taken.get(kind) ?? { paid: 0, held: 0 };
      return paid + held > limit ? [[kind, paid + held]] : [];
    }),
  );
}

/** The rows that name a person. */
export async function rowsNaming(server: TestServer, words: readonly string[]): Promise<string[]> {
  return Object.entries(await everyRow(server.db)).flatMap(([table, rows]) =>
    rows
      .map((row) => JSON.stringify(row))
      .flatMap((row) =>
        words
          .filter((word) => row.toLowerCase().includes(word.toLowerCase()))
          .map((word) => `${table} still has ${word}: ${row.slice(0, 400)}`),
      ),
  );
}

import { sql } from 'kysely';
import { forgetBankEntries } from '#server/bank/bank-entries.ts';
import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
import { wroteRows } from '#server/database/queries.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import type { OrderLine } from '#server/orders/rows/order-items.ts';
import { withoutPayment } from '#server/orders/rows/order-states.ts';
import { eraseCustomer, getOrder, isAsked, isDiscount } from '#server/orders/rows/orders.ts';
import { erasePayer } from '#server/payments/payments.ts';
import {
  isMoneyState,
  isOver,
  OVER,
  type PaymentState,
  UNPAID,
} from '#server/payments/payment-states.ts';
import { mayComeLate, usualEnd } from '#server/payments/poll-open-payments.ts';
import { deleteRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { deleteDocuments, rewriteDocuments } from '#server/receipts/receipts.ts';
import { orNone } from './or-none.ts';

/** Payments in these states stay unpaid once the poller has stopped asking about them. */
const GIVEN_UP: PaymentState[] = ['NEW', 'OPEN', 'APPROVED'];
/**
 * `open`: money may still come. `late`: it may, although the place is free again, and nobody can prevent it.
 * `uncertain`: the poller has stopped asking, and nobody knows whether money came.
 */
type Prospect = 'money' | 'uncertain' | 'open' | 'late' | 'over';

export function prospectOf(
  row: Pick<RowOf<'payments'>, 'state' | 'delayed_by' | 'next_check_at' | 'expires_at'>,
  now: Date,
): Prospect {
  const { state } = row;
  if (isMoneyState(state)) return 'money';
  const isPolled = row.next_check_at !== null;
  const delayedBy = row.delayed_by ?? undefined;
  if (isPolled && mayComeLate({ state, delayedBy })) return 'late';
  if (isOver(state) || (GIVEN_UP.includes(state) && !isPolled)) return 'over';
  return isPolled && now <= usualEnd({ state, delayedBy, expiresAt: row.expires_at })
    ? 'open'
    : 'uncertain';
}

/**
 * Orders that nobody paid and nobody can pay any more, and that did not change since a moment. An order for which a bank
 * transfer came belongs to the accounts, also if it was returned.
 */
export function unpaidOrders(db: Db, before: string) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '<=', before)
    .where('orders.paid_payment_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_entries')
            .select('bank_entries.id')
            .whereRef('bank_entries.order_id', '=', 'orders.id'),
        ),
      ),
    )
    .where(
      withoutPayment((is) =>
        is.or([
          is('payments.created_at', '>', before),
          is('payments.state', 'not in', [...OVER, ...GIVEN_UP]),
          is.and([
            is('payments.state', 'in', GIVEN_UP),
            is('payments.next_check_at', 'is not', null),
          ]),
          // As mayComeLate.
          is.and([
            is('payments.state', '=', 'EXPIRED'),
            is('payments.delayed_by', '=', 'virtual-account'),
            is('payments.next_check_at', 'is not', null),
          ]),
        ]),
      ),
    );
}

/** Orders for which money came, even if it was refunded later. */
export function paidOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('orders.id')
    .where('payments.state', 'not in', UNPAID);
}

/** Orders without any change since a moment. */
export function ordersOfOld(db: Db, before: string) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .innerJoin('payment_history', 'payment_history.payment_id', 'payments.id')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payment_history.at', '>=', before),
        ),
      ),
    );
}

/**
 * Locks rows until the transaction ends. Meanwhile nobody can begin an order for a locked participant, because that
 * updates the participant's row, no worker can take a locked mail from the outbox, and no author of a locked abstract
 * gets a reminder.
 */
export async function lockRows(
  tx: Tx,
  table: 'participants' | 'outbox' | 'abstracts',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || hasOneWriter(tx)) return;
  await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Removes rows of a table by the values of a column; returns the number of removed rows. */
export async function removeRows(
  tx: Tx,
  table: keyof Tables,
  column: string,
  names: readonly string[],
): Promise<number> {
  if (names.length === 0) return 0;
  return tx.deleteFrom(table).where(sql.ref(column), 'in', names).$call(wroteRows);
}

/** Removes orders, which the caller has locked, with everything that belongs to them. */
export async function deleteOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const payments = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', 'in', ids)
    .execute();
  await deleteDocuments(tx, ids);
  await removeRows(tx, 'invoice_recipients', 'order_id', ids);
  await removeRows(tx, 'order_items', 'order_id', ids);
  const named = payments.map(({ id }) => id);
  await removeBankRows(tx, ids, named);
  for (const table of PAYMENT_TABLES) await removeRows(tx, table, 'payment_id', named);
  await removeRows(tx, 'payments', 'id', named);
  await removeRows(tx, 'order_changes', 'order_id', ids);
  await removeRows(tx, 'orders', 'id', ids);
}

/** Removes the entries of the bank account about some orders, and the transfers that returned their money. */
async function removeBankRows(
  tx: Tx,
  orderIds: readonly string[],
  paymentIds: readonly string[],
): Promise<void> {
  const entries = await tx
    .selectFrom('bank_entries')
    .select('id')
    .where('order_id', 'in', orderIds)
    .execute();
  const ids = entries.map(({ id }) => id);
  await removeRows(tx, 'bank_refunds', 'bank_entry_id', ids);
  await removeRows(tx, 'bank_refunds', 'payment_id', paymentIds);
  await removeRows(tx, 'bank_entries', 'id', ids);
}

const PAYMENT_TABLES = [
  'payment_history',
  'payment_networks',
  'disputes',
  'reviews',
  'refunds',
] as const;

/**
 * Removes the names and addresses of earlier payers from the documents and the stored requests of an order, and from the
 * transfers for `payments`, which one of them began.
 */
export async function forgetEarlierPayers(
  tx: Tx,
  id: string,
  payments: readonly string[],
): Promise<void> {
  const order = await getOrder(tx, id);
  const { name, email } = order.customer;
  await erasePayer(tx, order);
  const entries = await tx
    .selectFrom('bank_entries')
    .select(['id', 'payment_id', 'name'])
    .where('order_id', '=', id)
    .execute();
  const theirs = entries.filter(({ payment_id, ...entry }) =>
    payment_id === null ? entry.name !== name : payments.includes(payment_id),
  );
  await forgetTransfers(tx, payments, idsOf(theirs));
  await rewriteDocuments(tx, id, (document) => {
    const isPresentPayers = [name, email].every((line) => document.customer.includes(line));
    if (isPresentPayers) return document;
    const { recipient: _recipient, ...rest } = document;
    return { ...rest, customer: [] };
  });
}

/**
 * Reduces a paid order to the data that the accounts need: amounts, dates, numbers, references and items. The names of
 * payer and recipient are removed, also from receipts and invoices, and the link to the receipt ends. The payer's text
 * about a discount and the text of an agreement are removed, too.
 */
export async function forgetPayer(tx: Tx, id: string): Promise<void> {
  const order = await getOrder(tx, id);
  const { productName } = order;
  // The text in the first line of a discount may have been agreed with its payer, and an organiser may name the payer in
  // the lines of an asked amount, which come before the fee.
  const texts = isAsked(order) ? order.items.filter(({ kind }) => kind === 'asked').length : 1;
  const impersonal = <Line extends Pick<OrderLine, 'statedByPayer' | 'about'>>(
    some: readonly Line[],
  ) =>
    some.map(({ statedByPayer: _stated, ...line }, at) =>
      (isDiscount(order) || isAsked(order)) && at < texts ? { ...line, words: productName } : line,
    );
  await eraseCustomer(tx, id);
  await erasePayer(tx, await getOrder(tx, id));
  await forgetAccounts(tx, id);
  await tx.deleteFrom('payment_links').where('order_id', '=', id).execute();
  await deleteRecipient(tx, id);
  await rewriteDocuments(tx, id, ({ requests: _requests, recipient: _recipient, ...document }) => ({
    ...document,
    customer: [],
    lines: impersonal(document.lines),
  }));
}

/** Removes the names and the accounts of the people who paid an order by transfer; the amounts stay. */
async function forgetAccounts(tx: Tx, orderId: string): Promise<void> {
  const rowsOf = (table: 'payments' | 'bank_entries') =>
    tx.selectFrom(table).select('id').where('order_id', '=', orderId).execute();
  await forgetTransfers(tx, idsOf(await rowsOf('payments')), idsOf(await rowsOf('bank_entries')));
}

/** Removes names and accounts from entries of the bank account, and from the transfers that returned money. */
export async function forgetTransfers(
  tx: Tx,
  ofPayments: readonly string[],
  ofEntries: readonly string[],
): Promise<void> {
  const [payments, entries] = [orNone(ofPayments), orNone(ofEntries)];
  await tx
    .updateTable('bank_refunds')
    .set({ name: '', iban: null, bic: null })
    .where((is) => is.or([is('payment_id', 'in', payments), is('bank_entry_id', 'in', entries)]))
    .execute();
  await forgetBankEntries(tx, ofEntries);
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

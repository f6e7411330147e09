import type { Db } from '#server/database/database.ts';
import { letterIdOfMail } from '#server/letters/waiting-mails.ts';
import { CAME } from '#server/payments/payment-states.ts';
import { hasReceipt } from '#server/payments/payments.ts';
import { readEntries } from '#server/orders/waiting-list.ts';
import { readDocument } from '#server/receipts/receipts.ts';
import { type Direction, inPages } from './pages.ts';
import { bankMoney } from './bank-money.ts';
import { returnedMoney } from './returned-money.ts';

/** Every attempt to pay. */
export function paymentsIn(db: Db, direction: Direction) {
  const by = ['payments.created_at', 'payments.id'] as const;
  return inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .selectAll('payments')
      .select(['orders.reference', 'payer_name', 'payer_email', 'product_name'])
      .select((column) => [
        column
          .selectFrom('payment_history')
          .select(({ fn }) => fn.min('payment_history.at').as('at'))
          .whereRef('payment_history.payment_id', '=', 'payments.id')
          .where('payment_history.to_state', 'in', CAME)
          .as('paid_at'),
        column
          .selectFrom('disputes')
          .select('disputes.state')
          .whereRef('disputes.payment_id', '=', 'payments.id')
          .orderBy('disputes.opened_at', 'desc')
          .limit(1)
          .as('dispute'),
        column.case().when(hasReceipt(column)).then(1).else(0).end().as('has_receipt'),
      ])
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Every refund and dispute, also those that have not moved money. */
export function refundsIn(db: Db, direction: Direction) {
  const by = ['returned.created_at', 'returned.id'] as const;
  return inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom(returnedMoney(db))
      .innerJoin('payments', 'payments.id', 'returned.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .selectAll('returned')
      .select(['orders.reference', 'payer_name', 'payer_email', 'payments.currency'])
      .select(['payments.currency_decimals', 'payments.provider', 'provider_payment_ref'])
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** The entries of the bank account, and the transfers that return money. */
export function bankTransfersIn(db: Db, direction: Direction) {
  const by = ['money.created_at', 'money.id'] as const;
  return inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom(bankMoney(db))
      .selectAll('money')
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Receipts, credit notes and their cancellations as they were issued. */
export async function* documentsIn(db: Db, direction: Direction) {
  const by = ['documents.issued_at', 'documents.number'] as const;
  const pages = inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('documents')
      .select(['number as id', 'issued_at as created_at', 'content'])
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) yield page.map(({ content }) => readDocument(content));
}

/** Every abstract, with the decision about it. */
export function abstractsIn(db: Db, direction: Direction) {
  const by = ['abstracts.created_at', 'abstracts.id'] as const;
  return inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('abstracts')
      .leftJoin('decisions', 'decisions.abstract_id', 'abstracts.id')
      .selectAll('abstracts')
      .select(['outcome', 'presentation', 'slot', 'answer'])
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Everybody who is or was on the waiting list. */
export async function* waitingEntriesIn(db: Db, direction: Direction) {
  const by = ['waiting_list.created_at', 'waiting_list.id'] as const;
  const pages = inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('waiting_list')
      .selectAll()
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) yield readEntries(db, page);
}

/** Every mail of the outbox, sent or not. */
export function mailsIn(db: Db, direction: Direction) {
  const by = ['outbox.created_at', 'outbox.id'] as const;
  return inPages(by, { direction }, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('outbox')
      .leftJoin('letters', (join) => join.on('letters.id', '=', letterIdOfMail))
      .select(['outbox.id', 'outbox.created_at', 'kind', 'recipient', 'attempts', 'trouble'])
      .select(['outbox.sent_at', 'dead_at', 'withdrawn_at', 'digest_id', 'letters.subject'])
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

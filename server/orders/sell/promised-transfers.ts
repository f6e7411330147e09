import type { Moment } from '#contract/content/opening.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import { AppError } from '#server/errors.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { allHosted } from '#server/payments/offered-ways.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { tookKept } from './kept-places.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { hasReservedPlaces } from '#server/orders/rows/reserved-orders.ts';

/** The most transfers that one payer may have promised at the same time: each keeps places for days. */
const MOST_TRANSFERS = 5;

/** Throws if this payable cannot be paid by a bank transfer now. */
export async function refuseTransfer(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
): Promise<void> {
  const { order } = payable;
  if (!(await transferEndFor(tx, context, payable))) {
    throw allHosted(context).length > 0
      ? new AppError('provider-unavailable', 'transferLate')
      : new AppError('provider-unavailable', 'transferLateAlone', {
          values: { contact: context.secretary },
        });
  }
  if ((await countPromised(tx, order)) < MOST_TRANSFERS) return;
  throw new AppError('too-many-requests', 'transfersOpen', {
    values: { count: String(MOST_TRANSFERS), contact: context.secretary },
    retryAfter: 600,
  });
}

/** How often a payer may promise a transfer of one payable: each time keeps places for days. */
const MOST_PROMISES = 2;

/**
 * The end of the last day for a transfer that is chosen now. A payer who tries another way to pay in between keeps the
 * last day of the first choice. Undefined if a transfer cannot be chosen: its places are reserved for less time
 * than it takes to arrive, unless there is no other way to pay, and a payer cannot promise again and again.
 */
export async function transferEndFor(
  db: Db,
  context: Pick<PaymentContext, 'transferEnd' | 'clock' | 'ways' | 'providers'>,
  { order, change }: Payable,
): Promise<Moment | undefined> {
  const { transferEnd, clock } = context;
  const hasOtherWay = allHosted(context).length > 0;
  const isReserved = change ? tookKept(db, change) : hasReservedPlaces(db, order.id);
  if (hasOtherWay && (await isReserved)) return undefined;
  const chosen = (await paymentsOfOrder(db, order.id)).filter(
    ({ provider, changeId }) => provider === 'transfer' && changeId === change?.id,
  );
  let last = '';
  for (let nth = 0; nth < MOST_PROMISES; nth += 1) {
    const begun = chosen.find(({ createdAt }) => createdAt >= last);
    if (!begun) return transferEnd(order.language);
    const end = transferEnd(order.language, new Date(begun.createdAt));
    if (!end || end.at > timestamp(clock())) return end;
    last = end.at;
  }
  return undefined;
}

/** Counts the transfers of the payer's other orders that have not arrived. */
function countPromised(tx: Tx, { id, customer }: Order): Promise<number> {
  return tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('payments.state', '=', 'OPEN')
    .where('payments.provider', '=', 'transfer')
    .where('orders.id', '!=', id)
    .where(({ eb, fn }) => eb(fn('lower', ['payer_email']), '=', normalised(customer.email)))
    .$call(rowCount);
}

import * as z from 'zod/mini';
import { amountFindings, centsOf } from './amount-findings.ts';
import { purchaseUnit } from './order-parameters.ts';
import { knownOrder } from './orders.ts';
import { pointerTo, readParameters, text } from './parameters.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';
import type { Call } from './paypal-call.ts';
import { refused, refusedFor } from './paypal-error.ts';

const operations = z
  .array(
    z.strictObject({
      op: z.enum(['add', 'replace']),
      path: text(500),
      value: z.unknown(),
    }),
  )
  .check(z.minLength(1));

const PATCHABLE = ['amount', 'custom_id', 'description', 'invoice_id', 'soft_descriptor'];

/** Changes members of the purchase unit, all of them or none. */
export function patchOrder(account: PayPalAccount, { id }: Call, sent: unknown) {
  const asked = readParameters(operations, sent);
  const order = knownOrder(account, id);
  if (order.status === 'COMPLETED') throw refusedFor('ORDER_ALREADY_COMPLETED');
  const prefix = pointerTo(['purchase_units', 0], { purchase_units: [order.unit] });
  const changes = asked.map(({ path, value }) => {
    const member = PATCHABLE.find((name) => path === `${prefix}/${name}`);
    if (member === undefined) throw refusedFor('FIELD_NOT_PATCHABLE', path);
    return [member, value] as const;
  });
  const unit = readParameters(
    purchaseUnit,
    { ...order.unit, ...Object.fromEntries(changes) },
    prefix,
  );
  checkAmount(order, unit, prefix);
  account.orders.put(id, { ...order, unit, updated: account.clock.seconds() });
  return { status: 204 as const };
}

function checkAmount(order: OrderRow, unit: OrderRow['unit'], at: string): void {
  const [first, ...others] = amountFindings(unit, at);
  if (first) throw refused([first, ...others]);
  if (order.status === 'APPROVED' && centsOf(unit.amount) !== centsOf(order.unit.amount))
    throw refusedFor('AMOUNT_CHANGE_NOT_ALLOWED', `${at}/amount`);
}

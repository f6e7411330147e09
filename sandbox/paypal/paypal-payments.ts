import type { PretendPayment } from '../pretend-payments.ts';
import { centsOf } from './amount-findings.ts';
import { hasLapsed } from './orders.ts';
import type { CaptureRow, OrderRow, PayPalAccount } from './paypal-account.ts';

/** Every order with its captures, oldest first. */
export function* paypalPayments(account: PayPalAccount): Iterable<PretendPayment> {
  for (const order of account.orders.rows()) {
    const capture = account.captures.get(order.capture ?? '');
    const { amount, custom_id: customId, description } = order.unit;
    yield {
      provider: 'paypal',
      id: order.id,
      reference: customId ?? null,
      description: description ?? '',
      amount: centsOf(amount),
      currency: amount.currency_code.toLowerCase(),
      created: order.created,
      stage: stageOf(account, order, capture),
      refunded: capture?.refunded ?? 0,
      disputed: capture?.disputed ?? false,
    };
  }
}

const stages = { PENDING: 'pending', COMPLETED: 'paid', DECLINED: 'failed' } as const;

function stageOf(
  account: PayPalAccount,
  order: OrderRow,
  capture: CaptureRow | undefined,
): PretendPayment['stage'] {
  if (capture) return stages[capture.status];
  if (hasLapsed(account, order)) return 'expired';
  return order.status === 'APPROVED' ? 'approved' : 'open';
}

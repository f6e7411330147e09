import * as z from 'zod/mini';
import { centsFromDecimal } from '#contract/money.ts';
import type { Sighting } from './payment-provider.ts';
import { readPaypalJson } from './paypal-json.ts';

const Money = z.object({ currency_code: z.string(), value: z.string() });
const Link = z.object({ rel: z.string(), href: z.string() });

/** The little of PayPal's order that we go by, read from the answer itself: the package's model refuses odd ones. */
const Order = z.object({
  id: z.string(),
  status: z.string(),
  links: z._default(z.array(Link), []),
  purchase_units: z._default(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        amount: z.optional(Money),
        payments: z.optional(
          z.object({
            captures: z._default(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  amount: Money,
                  final_capture: z._default(z.boolean(), true),
                }),
              ),
              [],
            ),
            refunds: z._default(z.array(z.object({ status: z.string(), amount: Money })), []),
          }),
        ),
      }),
    ),
    [],
  ),
});
export type PaypalOrder = z.output<typeof Order>;

/** Undefined when the text is no order. */
export function readPaypalOrder(text: string): PaypalOrder | undefined {
  return Order.safeParse(readPaypalJson(text)).data;
}

/** PayPal's id of a refund; undefined when the text is no refund. */
export function readPaypalRefundId(text: string): string | undefined {
  return z.object({ id: z.string() }).safeParse(readPaypalJson(text)).data?.id;
}

/** Where the payer goes: PayPal calls it payer-action since experience contexts, approve before. */
export function approvalAddress(order: PaypalOrder): string | undefined {
  return order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
}

export function sightingOf(order: PaypalOrder, live: boolean): Sighting {
  const unit = order.purchase_units[0];
  const capture = unit?.payments?.captures[0];
  // Before the capture only the order has an amount, and it is no money yet.
  const amount = capture?.amount ?? unit?.amount;
  return {
    state: stateOf(order),
    orderId: unit?.custom_id,
    amountCents: amount && centsFromDecimal(amount.value),
    currency: amount?.currency_code.toUpperCase(),
    live,
    paymentRef: capture?.id,
    refundedCents: (unit?.payments?.refunds ?? [])
      .filter(({ status }) => status === 'COMPLETED')
      .reduce((sum, refund) => sum + (centsFromDecimal(refund.amount.value) ?? 0), 0),
  };
}

/** An order that says COMPLETED may hold a capture that is not: the capture decides. */
function stateOf(order: PaypalOrder): Sighting['state'] {
  const capture = order.purchase_units[0]?.payments?.captures[0];
  switch (capture?.status) {
    case 'COMPLETED':
      return capture.final_capture ? 'paid' : 'pending';
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return 'paid';
    case 'PENDING':
      return 'pending';
    case 'DECLINED':
    case 'FAILED':
      return 'failed';
    default:
  }
  if (order.status === 'APPROVED') return 'approved';
  if (order.status === 'VOIDED') return 'expired';
  return order.status === 'COMPLETED' ? 'pending' : 'open';
}

import * as z from 'zod/mini';
import { findCurrency } from '#contract/currency.ts';
import { asCents, type Cents, centsFromDecimal } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import {
  type ProviderDispute,
  type ProviderRefund,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnavailable,
} from '#server/payments/provider.ts';

const Money = z.object({ currency_code: z.string(), value: z.string() });
const Link = z.object({ rel: z.string(), href: z.string() });

/** The parts of PayPal's order that we use: an unusual order must not be refused after its money has moved. */
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
            refunds: z._default(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  amount: Money,
                  invoice_id: z.optional(z.string()),
                }),
              ),
              [],
            ),
          }),
        ),
      }),
    ),
    [],
  ),
});
export type PaypalOrder = z.output<typeof Order>;

function centsOf({ currency_code: code, value }: z.output<typeof Money>): Cents | undefined {
  const currency = findCurrency(code.toUpperCase());
  return currency && centsFromDecimal(value, currency);
}

/** Reads an order; undefined if the text is no order. */
export function readPaypalOrder(text: string): PaypalOrder | undefined {
  return Order.safeParse(readPaypalJson(text)).data;
}

/** Reads PayPal's id of a refund; undefined if the text is no refund. */
export function readPaypalRefundId(text: string): string | undefined {
  return z.object({ id: z.string() }).safeParse(readPaypalJson(text)).data?.id;
}

/**
 * The address to which the payer goes. PayPal names this link payer-action if the request had an experience context,
 * otherwise approve.
 */
export function approvalAddress(order: PaypalOrder): string | undefined {
  return order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
}

export function statusIn(order: PaypalOrder, live: boolean): ProviderStatus {
  const unit = order.purchase_units[0];
  const capture = decisiveCapture(order);
  // Before the capture only the order has an amount, and no money has moved.
  const amount = capture?.amount ?? unit?.amount;
  return {
    state: stateOf(order),
    orderId: unit?.custom_id,
    amountCents: amount && centsOf(amount),
    currency: amount?.currency_code.toUpperCase(),
    live,
    paymentRef: capture?.id,
    refundedCents: (unit?.payments?.refunds ?? [])
      .filter(({ status }) => status === 'COMPLETED')
      .reduce((sum, refund) => sum + (centsOf(refund.amount) ?? 0), 0),
  };
}

const Dispute = z.object({
  dispute_id: z.string(),
  create_time: z.iso.datetime({ offset: true }),
  status: z.string(),
  dispute_amount: Money,
  disputed_transactions: z._default(
    z.array(z.object({ seller_transaction_id: z.optional(z.string()) })),
    [],
  ),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
  seller_response_due_date: z.optional(z.iso.datetime({ offset: true })),
});

/** Reads a dispute; undefined if the text is no dispute. */
export function readPaypalDispute(text: string): ProviderDispute | undefined {
  const dispute = Dispute.safeParse(readPaypalJson(text)).data;
  if (!dispute) return undefined;
  const outcome = dispute.dispute_outcome?.outcome_code ?? '';
  const closed = PAYER_GOT_IT.includes(outcome) ? 'LOST' : 'WON';
  const state = dispute.status === 'RESOLVED' ? closed : 'OPENED';
  const due = dispute.seller_response_due_date;
  return {
    ref: dispute.dispute_id,
    paymentRef: dispute.disputed_transactions[0]?.seller_transaction_id,
    state,
    // Only a dispute of another shop can have an amount that we cannot read.
    amountCents: centsOf(dispute.dispute_amount) ?? asCents(0),
    currency: dispute.dispute_amount.currency_code.toUpperCase(),
    dueAt: state === 'OPENED' && due !== undefined ? timestamp(new Date(due)) : undefined,
    openedAt: timestamp(new Date(dispute.create_time)),
  };
}

/**
 * With these outcomes the payer gets our money. With any other outcome PayPal pays the buyer itself, or the buyer gives
 * up.
 */
const PAYER_GOT_IT = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

const DisputeList = z.object({
  items: z._default(z.array(z.object({ dispute_id: z.string() })), []),
  links: z._default(z.array(Link), []),
});

/** Reads one page of PayPal's list of disputes; undefined if the text is no such page. */
export function readPaypalDisputes(text: string) {
  const list = DisputeList.safeParse(readPaypalJson(text)).data;
  const next = URL.parse(list?.links.find(({ rel }) => rel === 'next')?.href ?? '');
  return (
    list && {
      refs: list.items.map((item) => item.dispute_id),
      /** The query of the next page: only PayPal knows the token in it. */
      next: next ? Object.fromEntries(next.searchParams) : undefined,
    }
  );
}

export function refundsIn(order: PaypalOrder): ProviderRefund[] {
  return (order.purchase_units[0]?.payments?.refunds ?? []).map(
    ({ id, invoice_id, status, amount }) => ({
      ref: id,
      refundId: invoice_id,
      amountCents: centsOf(amount) ?? 0,
      hasFailed: status === 'FAILED' || status === 'CANCELLED',
    }),
  );
}

/** The capture that has the money. An order also lists captures that were declined before. */
function decisiveCapture({ purchase_units: [unit] }: PaypalOrder) {
  const captures = unit?.payments?.captures ?? [];
  const withMoney = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
  return (
    captures.find(({ status }) => withMoney.includes(status)) ??
    captures.find(({ status }) => status === 'PENDING') ??
    captures[0]
  );
}

/** An order may be COMPLETED while its capture is not, so the capture decides. */
function stateOf(order: PaypalOrder): ProviderStatus['state'] {
  const capture = decisiveCapture(order);
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

const Problem = z.object({
  name: z.catch(z.string(), 'UNKNOWN'),
  details: z.catch(z.array(z.object({ issue: z.catch(z.string(), '') })), []),
  links: z.catch(z.array(z.object({ rel: z.string(), href: z.string() })), []),
});

/** Turns an answer that is no success into a definite refusal or an unclear one, without its message, which quotes the request. */
export function paypalProblem(status: number, text: string): Error {
  const isDefinite = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status);
  if (!isDefinite) return new ProviderUnavailable(`PayPal gave no clear answer: ${status}`, status);
  const problem = Problem.safeParse(readPaypalJson(text)).data;
  const code = problem?.details[0]?.issue || problem?.name || `HTTP_${status}`;
  return new ProviderRefused(code, `PayPal refused: ${status} ${code}`, {
    status,
    redirect: problem?.links.find(({ rel }) => rel === 'redirect' || rel === 'payer-action')?.href,
  });
}

/** Reads an answer of PayPal; undefined if the answer is no JSON. */
export function readPaypalJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

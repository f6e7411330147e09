import * as labels from 'content:labels/discount';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { createDiscountPaypalOrder, createDiscountSession } from '#contract/payment.ts';
import type { Currency } from '#contract/money.ts';
import { type Failure, NO_CONNECTION, parseJson, reasonIn } from '#site/api.ts';
import {
  type CheckoutDeps,
  inWay,
  leaveForCheckout,
  redirectTarget,
} from '#site/forms/checkout.ts';
import { PAYPAL_DISCOUNT } from '#site/forms/storage-keys.ts';
import type { DiscountBill } from './discount-bill.ts';
import type { DiscountEntry } from './discount-fields.ts';
import { boughtBy, cardRequestOf, storedOf, paypalRequestOf } from './discount-wire.ts';

export type DiscountOrder = {
  entry: DiscountEntry;
  bill: DiscountBill;
  conference: string;
  currency: Currency;
};

/** The end of a checkout: the browser left for the provider, the order was taken without a payment page, or it failed. */
export type Outcome =
  | { end: 'left' }
  | { end: 'taken' }
  | { end: 'failed'; text: string; offline?: true };

export function checkOutDiscount(order: DiscountOrder, deps: CheckoutDeps): Promise<Outcome> {
  return order.entry.method === 'paypal'
    ? checkOutByPaypal(order, deps)
    : checkOutByCard(order, deps);
}

async function checkOutByCard(
  { entry, bill, conference, currency }: DiscountOrder,
  deps: CheckoutDeps,
): Promise<Outcome> {
  const occasion = { conference, currency, origin: deps.origin, now: deps.now() };
  const request = cardRequestOf(entry, bill, occasion);
  const answer = await deps.ask(createDiscountSession, inWay(request, entry.method));
  if (!answer.ok) return failed(cardFailure(answer.failure), answer.failure);
  const { url, sessionId: id, receipt } = answer.data;
  if (!url) return { end: 'taken' };
  const target = redirectTarget(url, deps.origin);
  if (!target) return failed(labels.notSent);

  leaveForCheckout(deps, { id, receipt, url: target, ...boughtBy(entry, bill, currency) }, 'card');
  return { end: 'left' };
}

/** The server's own text for a refusal. A successful answer that cannot be read is no refusal. */
function cardFailure(failure: Failure): string {
  if (failure.kind === 'network') return labels.notSent;
  if (isWell(failure.status)) return labels.notSent;
  return failure.text.trim() === '' ? labels.noSession : failure.text;
}

async function checkOutByPaypal(
  { entry, bill, currency }: DiscountOrder,
  deps: CheckoutDeps,
): Promise<Outcome> {
  const request = paypalRequestOf(entry, bill, { currency, origin: deps.origin });
  const answer = await deps.ask(createDiscountPaypalOrder, request);
  if (!answer.ok) return failed(paypalFailure(answer.failure), answer.failure);
  const { success, approvalUrl, orderId, receipt } = answer.data;
  const target = redirectTarget(approvalUrl, deps.origin);
  if (success === false || !target) {
    const reason = reasonIn(answer.data);
    return failed(reason ? paypalError(reason) : labels.noOrder);
  }

  deps.inThisTab.set(PAYPAL_DISCOUNT, JSON.stringify(storedOf(entry, bill, { currency, orderId })));
  const bought = boughtBy(entry, bill, currency);
  leaveForCheckout(deps, { id: orderId, receipt, url: target, ...bought }, 'paypal');
  return { end: 'left' };
}

function paypalFailure(failure: Failure): string {
  if (failure.kind === 'network') return paypalError(NO_CONNECTION);
  const reason = reasonIn(parseJson(failure.text));
  if (reason) return paypalError(reason);
  return isWell(failure.status)
    ? labels.noOrder
    : fillPlaceholders(labels.serverError, { status: String(failure.status) });
}

function isWell(status: number): boolean {
  return status >= 200 && status < 300;
}

function paypalError(reason: string): string {
  return fillPlaceholders(labels.paypalError, { reason });
}

function failed(text: string, failure?: Failure): Outcome {
  return { end: 'failed', text, ...(failure?.kind === 'network' && { offline: true }) };
}

import * as labels from 'content:labels/registration';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createCheckoutSession, createPaypalOrder } from '#contract/payment.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { register } from '#contract/registration.ts';
import { type Failure, isSoldOut, NO_CONNECTION } from '#site/api.ts';
import {
  type CheckoutDeps,
  inWay,
  isPageOfOrder,
  leaveForCheckout,
  redirectTarget,
} from '#site/forms/checkout.ts';
import { PAYPAL_REGISTRATION, PENDING_REGISTRATION } from '#site/forms/storage-keys.ts';
import type { Offer } from './offer.ts';
import type { RegistrationEntry } from './registration-fields.ts';
import {
  boughtBy,
  cardRequestOf,
  paypalRequestOf,
  type Price,
  registrationOf,
} from './registration-wire.ts';

/** An error, with the step that failed: the price, the registration, the card checkout, both of these two, or PayPal. */
export type CheckoutError = {
  with: 'price' | 'registration' | 'checkout' | 'everything' | 'paypal';
  text: string;
  /** Set if the call did not reach the server. */
  offline?: true;
  /** Set if no places are left. */
  soldOut?: true;
};

/** Functions that tell the page about the progress of a checkout. */
export type Report = {
  progress: (text: string) => void;
  error: (error: CheckoutError) => void;
  /** The server has recorded the registration. The payment may still fail. */
  registered: () => void;
  /** The person has a place, or an order that waits for a transfer, so the entries are no longer needed. */
  paidAlready: () => void;
};

type CheckoutInput = {
  entry: RegistrationEntry;
  prices: readonly PricingOptionAsRead[];
  conference: string;
  offer: Offer;
};

/**
 * Sends the registration, then opens a card checkout or places an order that is paid by transfer, also if the registration
 * failed. Returns true if the browser leaves for the checkout or for the page of the order.
 */
export async function checkOutByCard(
  input: CheckoutInput,
  deps: CheckoutDeps,
  report: Report,
  way: 'card' | 'transfer' = 'card',
): Promise<boolean> {
  const { entry, prices, conference, offer } = input;
  const first = prices[0];
  if (!first) return stop(report, 'price', labels.waitForPrice);
  const price = identified(first);
  if (!price) return stop(report, 'checkout', labels.priceNotFound);

  report.progress(labels.sending);
  const unregistered = await registerFirst(registrationOf(entry, offer), deps, report);

  report.progress(way === 'card' ? labels.openingCard : labels.placingOrder);
  const occasion = { conference, offer, origin: deps.origin, now: deps.now() };
  const request = cardRequestOf(entry, price, occasion);
  const answer = await deps.ask(createCheckoutSession, inWay(request, way));
  if (!answer.ok) {
    const { failure } = answer;
    if (failure.kind === 'network' && unregistered?.kind === 'network') {
      const text = fillPlaceholders(labels.everythingFailed, { reason: NO_CONNECTION });
      return stop(report, 'everything', text, failure);
    }
    if (unregistered?.kind === 'network') {
      report.error({ with: 'registration', text: labels.failed });
    }
    const text = messageOf(failure) ?? labels.noSession;
    return stop(report, 'checkout', text, failure);
  }
  const target = redirectTarget(answer.data.url, deps.origin);
  if (!target) return stop(report, 'checkout', labels.noAddress);

  const { sessionId: id, receipt } = answer.data;
  if (isPageOfOrder(target, deps.origin)) report.paidAlready();
  leaveForCheckout(deps, { id, receipt, url: target, ...boughtBy(entry, price, offer) }, 'card');
  return true;
}

/** Sends the registration. Reports a refusal at once, and returns the failure if there is one. */
async function registerFirst(
  registration: ReturnType<typeof registrationOf>,
  deps: CheckoutDeps,
  report: Report,
): Promise<Failure | undefined> {
  const answer = await deps.ask(register, { body: registration });
  if (answer.ok && answer.data.success !== false) {
    deps.onThisDevice.remove(PENDING_REGISTRATION);
    report.registered();
    return undefined;
  }
  deps.onThisDevice.set(PENDING_REGISTRATION, JSON.stringify(registration));
  if (!answer.ok && answer.failure.kind === 'network') return answer.failure;

  const text = answer.ok
    ? (answer.data.message ?? answer.data.error ?? labels.failed)
    : registrationRefusal(answer.failure);
  report.error({ with: 'registration', text });
  return answer.ok ? undefined : answer.failure;
}

/** Opens a PayPal order and stores the data for its capture. Returns true if the browser leaves for PayPal. */
export async function checkOutByPaypal(
  input: CheckoutInput,
  deps: CheckoutDeps,
  report: Report,
): Promise<boolean> {
  const { entry, prices, offer } = input;
  const first = prices[0];
  if (!first) return stop(report, 'price', labels.waitForPrice);
  const failed = (reason: string, failure?: Failure) =>
    stop(report, 'paypal', fillPlaceholders(labels.paypalFailed, { reason }), failure);
  const price = identified(first);
  if (!price) return failed(labels.paypalPriceNotFound);
  const { totalPrice } = price;
  if (totalPrice === undefined) return failed(labels.paypalNoPrice);

  report.progress(labels.openingPaypal);
  const request = paypalRequestOf(entry, { ...price, totalPrice }, { offer, origin: deps.origin });
  const answer = await deps.ask(createPaypalOrder, request);
  if (!answer.ok) {
    const { failure } = answer;
    return failure.kind === 'network'
      ? stop(
          report,
          'paypal',
          fillPlaceholders(labels.paypalUnreachable, { reason: NO_CONNECTION }),
          failure,
        )
      : failed(failure.message ?? labels.paypalNoOrder, failure);
  }
  const { success, orderId, approvalUrl, message, errorMessage } = answer.data;
  if (success === false) return failed(message ?? errorMessage ?? labels.paypalNoOrder);
  if (!orderId) return failed(labels.paypalNoId);

  const { registrationType: _, ...person } = registrationOf(entry, offer);
  const stored = { ...person, orderId, pricingConfigId: price.id };
  deps.onThisDevice.set(PAYPAL_REGISTRATION, JSON.stringify(stored));
  report.progress(labels.leavingForPaypal);
  const sandbox = `https://www.sandbox.paypal.com/checkoutnow?token=${encodeURIComponent(orderId)}`;
  const target = redirectTarget(approvalUrl, deps.origin) ?? sandbox;
  const { receipt } = answer.data;
  const bought = boughtBy(entry, price, offer);
  leaveForCheckout(deps, { id: orderId, receipt, url: target, ...bought }, 'paypal');
  return true;
}

const PAID_ALREADY: ErrorCode = 'paid-already';

function stop(report: Report, what: CheckoutError['with'], text: string, failure?: Failure): false {
  if (failure?.code === PAID_ALREADY) report.paidAlready();
  report.error({
    with: what,
    text,
    ...(failure?.kind === 'network' && { offline: true }),
    ...(failure && isSoldOut(failure) && { soldOut: true }),
  });
  return false;
}

function identified(option: PricingOptionAsRead): Price | undefined {
  const { id } = option;
  return id === undefined || id === '' ? undefined : { ...option, id };
}

function messageOf(failure: Failure): string | undefined {
  return failure.kind === 'answer' ? failure.message : undefined;
}

function registrationRefusal(failure: Failure): string {
  if (failure.kind === 'network') return labels.failed;
  const { message, json, status, statusText } = failure;
  if (message !== undefined) return message;
  const reason = `${status} ${statusText}`.trim();
  return json ? labels.failed : fillPlaceholders(labels.failedWith, { reason });
}

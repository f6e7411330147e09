import type { ErrorCode } from '#contract/errors.ts';
import { createCheckoutSession, createPaypalOrder } from '#contract/payment.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { register } from '#contract/registration.ts';
import { type Failure, isSoldOut, NO_CONNECTION } from '#site/api.ts';
import { type CheckoutDeps, leaveForCheckout, redirectTarget } from '#site/forms/checkout.ts';
import {
  CARD_REDIRECT,
  PAYPAL_REGISTRATION,
  PENDING_REGISTRATION,
} from '#site/forms/storage-keys.ts';
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
  /** The person already has a paid place, so the entries are no longer needed. */
  paidAlready: () => void;
};

type CheckoutInput = {
  entry: RegistrationEntry;
  prices: readonly PricingOptionAsRead[];
  conference: string;
  offer: Offer;
};

const NO_PRICE = 'Please wait for pricing information to load or check your selection.';

/**
 * Sends the registration, then opens a card checkout, also if the registration failed. Returns true if the browser leaves
 * for the checkout.
 */
export async function checkOutByCard(
  input: CheckoutInput,
  deps: CheckoutDeps,
  report: Report,
): Promise<boolean> {
  const { entry, prices, conference, offer } = input;
  const first = prices[0];
  if (!first) return stop(report, 'price', NO_PRICE);
  const price = identified(first);
  if (!price) return stop(report, 'checkout', 'Pricing configuration not found');

  report.progress('Sending your registration');
  const unregistered = await registerFirst(registrationOf(entry, offer), deps, report);

  report.progress('Opening the card payment');
  const occasion = { conference, offer, origin: deps.origin, now: deps.now() };
  const answer = await deps.ask(createCheckoutSession, cardRequestOf(entry, price, occasion));
  if (!answer.ok) {
    const { failure } = answer;
    if (failure.kind === 'network' && unregistered?.kind === 'network') {
      const text = `Unable to process registration and payment: ${NO_CONNECTION}`;
      return stop(report, 'everything', text, failure);
    }
    if (unregistered?.kind === 'network') {
      report.error({ with: 'registration', text: 'Registration failed' });
    }
    const text = messageOf(failure) ?? 'Failed to create payment session';
    return stop(report, 'checkout', text, failure);
  }
  const target = redirectTarget(answer.data.url, deps.origin);
  if (!target) return stop(report, 'checkout', 'No payment URL received');

  const { sessionId: id, receipt } = answer.data;
  deps.inThisTab.set(CARD_REDIRECT, 'true');
  leaveForCheckout(deps, { id, receipt, url: target, ...boughtBy(entry, price, offer) });
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
    ? (answer.data.message ?? answer.data.error ?? 'Registration failed')
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
  if (!first) return stop(report, 'price', NO_PRICE);
  const failed = (reason: string, failure?: Failure) =>
    stop(report, 'paypal', `PayPal payment failed: ${reason}`, failure);
  const price = identified(first);
  if (!price) return failed('Selected pricing configuration not found');
  const { totalPrice } = price;
  if (totalPrice === undefined) return failed('Invalid price amount');

  report.progress('Creating PayPal payment...');
  const request = paypalRequestOf(entry, { ...price, totalPrice }, { offer, origin: deps.origin });
  const answer = await deps.ask(createPaypalOrder, request);
  if (!answer.ok) {
    const { failure } = answer;
    return failure.kind === 'network'
      ? stop(report, 'paypal', `PayPal error: ${NO_CONNECTION}`, failure)
      : failed(failure.message ?? 'Failed to create PayPal order', failure);
  }
  const { success, orderId, approvalUrl, message, errorMessage } = answer.data;
  if (success === false) return failed(message ?? errorMessage ?? 'Failed to create PayPal order');
  if (!orderId) return failed('Invalid response from PayPal service - no orderId');

  const { registrationType: _, ...person } = registrationOf(entry, offer);
  const stored = { ...person, orderId, pricingConfigId: price.id };
  deps.onThisDevice.set(PAYPAL_REGISTRATION, JSON.stringify(stored));
  report.progress('Redirecting to PayPal...');
  const sandbox = `https://www.sandbox.paypal.com/checkoutnow?token=${encodeURIComponent(orderId)}`;
  const target = redirectTarget(approvalUrl, deps.origin) ?? sandbox;
  const { receipt } = answer.data;
  leaveForCheckout(deps, { id: orderId, receipt, url: target, ...boughtBy(entry, price, offer) });
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
  if (failure.kind === 'network') return 'Registration failed';
  const { message, json, status, statusText } = failure;
  return (
    message ??
    (json ? 'Registration failed' : `Registration failed: ${status} ${statusText}`.trim())
  );
}

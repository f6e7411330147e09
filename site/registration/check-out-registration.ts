import { createCheckoutSession, createPaypalOrder } from '#contract/payment.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { register } from '#contract/registration.ts';
import type { ask as askServer, Failure } from '#site/api.ts';
import { redirectTarget } from '#site/forms/redirect-target.ts';
import type { Shelf } from '#site/forms/shelf.ts';
import { PAYPAL_REGISTRATION, PENDING_REGISTRATION } from './registration-draft.ts';
import type { RegistrationEntry } from './registration-rules.ts';
import { cardRequestOf, paypalRequestOf, type Price, registrationOf } from './registration-wire.ts';

/** What an errand needs of the world. */
export type World = {
  ask: typeof askServer;
  onThisDevice: Shelf;
  inThisTab: Shelf;
  origin: string;
  now: () => number;
  /** Leaves the page. */
  leaveFor: (address: string) => void;
};

/** What went wrong, and with what: the price, the registration, the card checkout, both of them, or PayPal. */
export type Trouble = {
  with: 'price' | 'registration' | 'checkout' | 'everything' | 'paypal';
  text: string;
};

/** What the visitor is told meanwhile. */
export type Report = {
  progress: (text: string) => void;
  trouble: (trouble: Trouble) => void;
  /** The registration is on record, whatever becomes of its payment. */
  registered: () => void;
};

type Errand = {
  entry: RegistrationEntry;
  prices: readonly PricingOptionAsRead[];
  conference: string;
};

const NO_PRICE = 'Please wait for pricing information to load or check your selection.';

/** Registers, then opens a card checkout, also for a registration that could not be recorded. True if it has left. */
export async function checkOutByCard(
  errand: Errand,
  world: World,
  report: Report,
): Promise<boolean> {
  const { entry, prices, conference } = errand;
  const first = prices[0];
  if (!first) return stop(report, 'price', NO_PRICE);
  const price = identified(first);
  if (!price) return stop(report, 'checkout', 'Pricing configuration not found');

  report.progress('Sending your registration');
  const unregistered = await registerFirst(entry, world, report);

  report.progress('Opening the card payment');
  const occasion = { conference, origin: world.origin, now: world.now() };
  const answer = await world.ask(createCheckoutSession, cardRequestOf(entry, price, occasion));
  if (!answer.ok) {
    const { failure } = answer;
    if (failure.kind === 'network' && unregistered?.kind === 'network') {
      const text = `Unable to process registration and payment: ${failure.reason}`;
      return stop(report, 'everything', text);
    }
    if (unregistered?.kind === 'network') {
      report.trouble({ with: 'registration', text: 'Registration failed' });
    }
    return stop(report, 'checkout', messageOf(failure) ?? 'Failed to create payment session');
  }
  const target = redirectTarget(answer.data.url, world.origin);
  if (!target) return stop(report, 'checkout', 'No payment URL received');

  world.inThisTab.put('stripeRedirect', 'true');
  world.leaveFor(target);
  return true;
}

/** Gives the failure, if there is one; an answer that refuses is told at once. */
async function registerFirst(
  entry: RegistrationEntry,
  world: World,
  report: Report,
): Promise<Failure | undefined> {
  const registration = registrationOf(entry);
  const answer = await world.ask(register, { body: registration });
  if (answer.ok && answer.data.success !== false) {
    world.onThisDevice.drop(PENDING_REGISTRATION);
    report.registered();
    return undefined;
  }
  world.onThisDevice.put(PENDING_REGISTRATION, JSON.stringify(registration));
  if (!answer.ok && answer.failure.kind === 'network') return answer.failure;

  const text = answer.ok
    ? (answer.data.message ?? answer.data.error ?? 'Registration failed')
    : registrationRefusal(answer.failure);
  report.trouble({ with: 'registration', text });
  return answer.ok ? undefined : answer.failure;
}

/** Opens a PayPal order and keeps what the page needs on the way back. True if it has left. */
export async function checkOutByPaypal(
  errand: Errand,
  world: World,
  report: Report,
): Promise<boolean> {
  const { entry, prices } = errand;
  const first = prices[0];
  if (!first) return stop(report, 'price', NO_PRICE);
  const failed = (reason: string) => stop(report, 'paypal', `PayPal payment failed: ${reason}`);
  const price = identified(first);
  if (!price) return failed('Selected pricing configuration not found');
  const { totalPrice } = price;
  if (totalPrice === undefined) return failed('Invalid price amount');

  report.progress('Creating PayPal payment...');
  const order = paypalRequestOf(entry, { ...price, totalPrice }, world.origin);
  const answer = await world.ask(createPaypalOrder, order);
  if (!answer.ok) {
    const { failure } = answer;
    return failure.kind === 'network'
      ? stop(report, 'paypal', `PayPal error: ${failure.reason}`)
      : failed(failure.message ?? 'Failed to create PayPal order');
  }
  const { success, orderId, approvalUrl, message, errorMessage } = answer.data;
  if (success === false) return failed(message ?? errorMessage ?? 'Failed to create PayPal order');
  if (!orderId) return failed('Invalid response from PayPal service - no orderId');

  const { registrationType: _, ...person } = registrationOf(entry);
  const kept = { ...person, orderId, pricingConfigId: price.id };
  world.onThisDevice.put(PAYPAL_REGISTRATION, JSON.stringify(kept));
  report.progress('Redirecting to PayPal...');
  const sandbox = `https://www.sandbox.paypal.com/checkoutnow?token=${encodeURIComponent(orderId)}`;
  world.leaveFor(redirectTarget(approvalUrl, world.origin) ?? sandbox);
  return true;
}

function stop(report: Report, what: Trouble['with'], text: string): false {
  report.trouble({ with: what, text });
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

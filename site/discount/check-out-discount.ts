import { createDiscountPaypalOrder, createDiscountSession } from '#contract/discount.ts';
import type { ask as askServer, Failure } from '#site/api.ts';
import { redirectTarget } from '#site/forms/redirect-target.ts';
import type { Shelf } from '#site/forms/shelf.ts';
import type { DiscountBill } from './discount-bill.ts';
import type { DiscountEntry } from './discount-rules.ts';
import { cardRequestOf, keptOf, paypalRequestOf } from './discount-wire.ts';

/** What an errand needs of the world. */
export type World = {
  ask: typeof askServer;
  inThisTab: Shelf;
  origin: string;
  now: () => number;
  /** Leaves the page. */
  leaveFor: (address: string) => void;
};

export type Errand = { entry: DiscountEntry; bill: DiscountBill; conference: string };

/** How an errand ended: on the way to the provider, taken without a payment page, or not at all. */
export type Outcome = { end: 'left' } | { end: 'taken' } | { end: 'failed'; text: string };

const NOT_SENT = 'Submission failed. Please try again.';
const NO_SESSION = 'Failed to create Stripe session';
const NO_ORDER = 'Failed to create PayPal order';

export function checkOutDiscount(errand: Errand, world: World): Promise<Outcome> {
  return errand.entry.method === 'card'
    ? checkOutByCard(errand, world)
    : checkOutByPaypal(errand, world);
}

async function checkOutByCard({ entry, bill, conference }: Errand, world: World): Promise<Outcome> {
  const occasion = { conference, origin: world.origin, now: world.now() };
  const answer = await world.ask(createDiscountSession, cardRequestOf(entry, bill, occasion));
  if (!answer.ok) return failed(cardFailure(answer.failure));
  const { url } = answer.data;
  if (!url) return { end: 'taken' };
  const target = redirectTarget(url, world.origin);
  if (!target) return failed(NOT_SENT);

  world.inThisTab.put('stripeRedirect', 'true');
  world.leaveFor(target);
  return { end: 'left' };
}

/** The server's own text, as it is. An answer that is well but cannot be read is not one of the server's refusals. */
function cardFailure(failure: Failure): string {
  if (failure.kind === 'network') return failure.reason || NOT_SENT;
  if (isWell(failure.status)) return NOT_SENT;
  return failure.text.trim() === '' ? NO_SESSION : failure.text;
}

async function checkOutByPaypal({ entry, bill }: Errand, world: World): Promise<Outcome> {
  const order = paypalRequestOf(entry, bill, world.origin);
  const answer = await world.ask(createDiscountPaypalOrder, order);
  if (!answer.ok) return failed(paypalFailure(answer.failure));
  const { success, approvalUrl, orderId } = answer.data;
  const target = redirectTarget(approvalUrl, world.origin);
  if (success === false || !target) {
    const reason = reasonIn(answer.data);
    return failed(reason ? paypalError(reason) : NO_ORDER);
  }

  const kept = keptOf(entry, bill, orderId);
  world.inThisTab.put('paypalDiscountRegistration', JSON.stringify(kept));
  world.leaveFor(target);
  return { end: 'left' };
}

function paypalFailure(failure: Failure): string {
  if (failure.kind === 'network') return failure.reason ? paypalError(failure.reason) : NO_ORDER;
  const reason = reasonIn(parse(failure.text));
  if (reason) return paypalError(reason);
  return isWell(failure.status) ? NO_ORDER : `Server error: ${failure.status}`;
}

/** `message`, else `errorMessage`, else `error`. */
function reasonIn(body: unknown): string | undefined {
  const { data } = createDiscountPaypalOrder.reads.safeParse(body);
  return data?.message || data?.errorMessage || data?.error || undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWell(status: number): boolean {
  return status >= 200 && status < 300;
}

function paypalError(reason: string): string {
  return `PayPal error: ${reason}`;
}

function failed(text: string): Outcome {
  return { end: 'failed', text };
}

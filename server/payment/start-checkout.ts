import { inTransaction } from '#server/database/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { timestamp } from '#server/identity.ts';
import { closeAttempt } from './close-attempt.ts';
import { type Checkout, checkoutOf, openCheckout, unavailable } from './open-checkout.ts';
import { findOrderByContent, holdForAttempt, type Order } from './orders.ts';
import { type ProviderName, ProviderUnavailable } from './payment-provider.ts';
import { patiently } from './patience.ts';
import { holdsMoney, isOver } from './payment-states.ts';
import { getPayment, latestPaymentOf, type Payment } from './payments.ts';
import { LIFETIME_MS, type ReturnAddresses, type Route, writeAttempt } from './write-attempt.ts';
import { type Purchase, writeOrder } from './write-order.ts';
import type { Till } from './till.ts';

/**
 * Opens a hosted checkout for a purchase. Order and payment are committed before the provider hears of them, so a
 * crash at any point leaves something to go on from. A double click, a reload and a second tab get the same checkout;
 * who has paid already is sent to the page that says so.
 */
export async function startCheckout(
  till: Till,
  purchase: Purchase,
  wanted: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  // Stripe would take an order of 0.00, PayPal would not, and neither has anything to do with it.
  const provider = purchase.amountCents === 0 ? 'free' : wanted;
  try {
    return await patiently(till, findCheckout(till, purchase, provider, returns));
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable(error) : error;
  }
}

async function findCheckout(
  till: Till,
  purchase: Purchase,
  provider: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  if (!till.providers.has(provider)) {
    throw new Refusal('provider-unavailable', 'This way to pay is not offered at the moment.');
  }
  const route: Route = { provider, returns };
  const { order, first } = await orderOf(till, purchase, route);
  if (order.paidPaymentId !== undefined) {
    return paidAlready(await getPayment(till.db, order.paidPaymentId), returns);
  }
  let payment = first ?? (await latestPaymentOf(till.db, order.id));
  // Each round ends or finds an attempt that is over, of which rivals may bring a few.
  for (let round = 0; round < 5; round++) {
    const checkout = payment && (await goOnWith(till, payment, route));
    if (checkout) return checkout;
    const next = await beginAnother(till, order, payment, route);
    if ('checkout' in next) return next.checkout;
    payment = next.payment;
  }
  throw new Error(`the order ${order.id} found no attempt to go on with`);
}

const CROWDED = 'More payments are being started than we can take at the moment.';

/** Who comes back to an order begins nothing new yet, and finds it even while the ceiling is reached. */
function orderOf(till: Till, purchase: Purchase, route: Route) {
  const write = () =>
    writeOrder(till, purchase, (tx, written) => writeAttempt(tx, till, written, route, 1));
  if (route.provider === 'free') return write();
  return till.ceiling.under(write, {
    message: `${CROWDED} Nothing was charged; please try again in ten minutes.`,
    retryAfter: 600,
    without: async () =>
      (await findOrderByContent(till.db, purchase.contentKey)) ? write() : undefined,
  });
}

/**
 * Another attempt instead of the latest one, which is ended only where there is room for the other: a ceiling takes no
 * checkout away from anybody. A checkout comes back where the latest one turned out to be paid, or is all there can be.
 */
function beginAnother(
  till: Till,
  order: Order,
  latest: Payment | undefined,
  route: Route,
): Promise<{ payment: Payment } | { checkout: Checkout }> {
  const begin = async () => {
    const checkout = latest && (await endAttempt(till, latest, route));
    if (checkout) return { checkout };
    const attempt = (latest?.attempt ?? 0) + 1;
    const payment = await inTransaction(till.db, async (tx) => {
      await holdForAttempt(tx, order);
      return writeAttempt(tx, till, order, route, attempt);
    });
    return { payment };
  };
  if (route.provider === 'free') return begin();
  const open = latest && isPayable(till, latest) ? latest : undefined;
  return till.ceiling.under<{ payment: Payment } | { checkout: Checkout }>(begin, {
    message: open
      ? `${CROWDED} The one that you began is still open: please go on with the way to pay that you chose first, or try again in ten minutes.`
      : `${CROWDED} Nothing was charged; please try again in ten minutes.`,
    retryAfter: 600,
    without: async () =>
      open?.provider === route.provider ? { checkout: checkoutOf(open) } : undefined,
  });
}

/** What the latest attempt is still good for; undefined when another one is needed. */
async function goOnWith(
  till: Till,
  payment: Payment,
  { provider, returns }: Route,
): Promise<Checkout | undefined> {
  const isWhatIsWanted =
    payment.provider === provider && payment.request.cancelUrl === returns.cancel;
  switch (payment.state) {
    case 'NEW':
      return isWhatIsWanted && isBeingOpened(till, payment)
        ? openCheckout(till, payment)
        : undefined;
    case 'OPEN':
      return isWhatIsWanted && hasTimeLeft(till, payment) ? checkoutOf(payment) : undefined;
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
    case 'REFUNDED':
      return undefined;
    default:
      return paidAlready(payment, returns);
  }
}

/** Ends an attempt that may still be paid; where it was, the page that says so. */
async function endAttempt(
  till: Till,
  payment: Payment,
  route: Route,
): Promise<Checkout | undefined> {
  // Stripe repeats even a 500 under its key, so a new try of what is NEW needs a new one. Should there be a checkout
  // behind the old key after all: nobody was ever given its address, so nobody can pay it.
  if (payment.state !== 'NEW' && payment.state !== 'OPEN') return undefined;
  const state = await closeAttempt(till, payment).catch((error: unknown) => {
    throw error instanceof ProviderUnavailable ? unavailable(error) : error;
  });
  if (isOver(state)) return undefined;
  const now = await getPayment(till.db, payment.id);
  // A rival has opened it since it was read, and given its address away.
  if (payment.state === 'NEW' && now.state === 'OPEN') return endAttempt(till, now, route);
  return paidAlready(now, route.returns);
}

/** For money that came or is on its way: never a second checkout. */
function paidAlready(payment: Payment, returns: ReturnAddresses): Checkout {
  if (holdsMoney(payment.state) && payment.ref !== undefined) {
    return { ref: payment.ref, url: returns.paid(payment.ref) };
  }
  throw new Refusal(
    'payment-in-progress',
    'A payment for this registration is being processed. Please do not pay again: we will write to you by e-mail.',
  );
}

/** A rival request may still be asking for it: with the same key both get the same checkout. */
function isBeingOpened(till: Till, payment: Payment): boolean {
  return payment.createdAt > timestamp(till.clock(), -15_000);
}

function isPayable(till: Till, payment: Payment): boolean {
  return payment.state === 'OPEN' && payment.expiresAt > timestamp(till.clock());
}

/** Half of its life: enough to find and type a card. */
function hasTimeLeft(till: Till, payment: Payment): boolean {
  return payment.expiresAt > timestamp(till.clock(), LIFETIME_MS / 2);
}

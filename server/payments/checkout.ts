import { inTransaction } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { quotaReached } from '#server/http/quota.ts';
import { timestamp } from '#server/identity.ts';
import {
  type CheckoutOptions,
  createPayment,
  LIFETIME_MS,
  refuseAttempt,
  refuseSecondOrder,
  type ReturnAddresses,
} from '#server/orders/place-order.ts';
import {
  findOrderByDedupeKey,
  getOrder,
  lockForAttempt,
  type Order,
  otherOrdersOf,
} from '#server/orders/orders.ts';
import { paidBy, type Payable } from '#server/orders/payables.ts';
import { endPayment } from './end-payment.ts';
import { isOurs, type PaymentContext, providerOf } from './payment-context.ts';
import { GO_ON } from './payment-quota.ts';
import { logTransition } from './payment-history.ts';
import {
  changeState,
  getPayment,
  latestPaymentOf,
  type Payment,
  paymentsOfOrder,
} from './payments.ts';
import { hasMoney, isOver, type PaymentState } from './payment-states.ts';
import { CHECKOUT_ID, ProviderRefused, ProviderUnavailable } from './provider.ts';
import { syncPayment } from './sync-payment.ts';
import { withTimeout } from './with-timeout.ts';

/** A hosted checkout: the provider's id of it and the address that the payer goes to. */
export type Checkout = {
  ref: string;
  url: string;
  /**
   * The address of the future receipt. Anyone who opens a checkout has typed all personal data of the receipt; once
   * money has come, only a mail has the address.
   */
  receipt?: string;
};

/** Chooses the provider of a payment. An order of 0.00 needs none: Stripe would take it, PayPal would not. */
export function checkoutOptions(
  context: PaymentContext,
  amountCents: number,
  wanted: CheckoutOptions,
): CheckoutOptions {
  const provider = amountCents === 0 ? 'free' : wanted.provider;
  const isFree = provider === 'free';
  if (!context.providers.has(provider) || isFree !== (amountCents === 0)) {
    throw new AppError('provider-unavailable', 'This way to pay is not offered at the moment.');
  }
  return { ...wanted, provider };
}

/**
 * Reserves a place in everybody's quota for an order that is about to be created; throws if there is none. An order that is
 * there already adds nothing to the quota.
 */
export async function reservePayment(
  context: PaymentContext,
  options: CheckoutOptions,
  dedupeKey: string,
): Promise<Disposable | undefined> {
  return reservePlace(context, options).catch(async (refusal: unknown) => {
    if (await findOrderByDedupeKey(context.db, dedupeKey)) return undefined;
    throw refusal;
  });
}

/** A place in everybody's quota until the payment is committed; a free order needs none. */
async function reservePlace(
  { quota }: PaymentContext,
  { provider }: CheckoutOptions,
): Promise<Disposable | undefined> {
  if (provider === 'free') return undefined;
  const place = await quota.everybody.reserve();
  if (place) return place;
  throw quotaReached(
    `More payments are being started than we can take at the moment. ${GO_ON}`,
    600,
  );
}

/**
 * Gets a hosted checkout for a committed order, so that a crash at any point leaves something to continue from. `first`
 * is the order's first payment if it was created just now. A double click, a reload and a second tab get the same
 * checkout; a payer who has paid already gets the page that says so. Nobody waits longer than a visitor would.
 */
export async function checkout(
  context: PaymentContext,
  payable: Payable,
  first: Payment | undefined,
  options: CheckoutOptions,
): Promise<Checkout> {
  try {
    const found = await withTimeout(context, openCheckout(context, payable, first, options));
    const receipt = `/receipt/${payable.order.receiptToken}`;
    return 'isPaid' in found ? found : { ...found, receipt };
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable(error) : error;
  }
}

/** The checkout for the payer; `isPaid` if money has come or is on its way. */
type FoundCheckout = Checkout | (Checkout & { isPaid: true });

async function openCheckout(
  context: PaymentContext,
  payable: Payable,
  first: Payment | undefined,
  options: CheckoutOptions,
): Promise<FoundCheckout> {
  const { db } = context;
  const { order, change } = payable;
  const paidPaymentId = paidBy(payable);
  if (paidPaymentId !== undefined) {
    return paidAlready(await getPayment(db, paidPaymentId), options.returns);
  }
  if (!change) await closeOtherOrders(context, order);
  let attempts = first ? [first] : await paymentsOfOrder(db, order.id);
  // A round ends with a checkout unless its payment turned out to be over; concurrent requests cause only a few such rounds.
  for (let round = 0; round < 5; round++) {
    const latest = attempts.findLast(({ changeId }) => changeId === change?.id);
    const found = latest && (await checkoutFrom(context, latest, options));
    if (found) return found;
    const next = await replace(context, payable, latest, {
      ...options,
      attempt: attempts.length + 1,
    });
    if ('checkout' in next) return next.checkout;
    attempts = next.payment ? [...attempts, next.payment] : await paymentsOfOrder(db, order.id);
  }
  throw new Error(`the order ${order.id} found no attempt to go on with`);
}

/**
 * Closes the open checkouts of the same person for other registrations, so that nobody pays two; refuses if one of them
 * is paid, or its money is on the way.
 */
async function closeOtherOrders(context: PaymentContext, order: Order): Promise<void> {
  for (const other of await otherOrdersOf(context.db, order)) {
    refuseSecondOrder(context, other);
    const latest = await latestPaymentOf(context.db, other.id);
    if (latest?.state === 'CAPTURING' || latest?.state === 'PENDING') throw inProgress();
    if (latest?.state !== 'NEW' && latest?.state !== 'OPEN') continue;
    if (hasMoney(await closePayment(context, latest))) {
      refuseSecondOrder(context, await getOrder(context.db, other.id));
    }
  }
}

/** The checkout of the latest payment: opened now if the payment is NEW, the same again if it is OPEN. Undefined if another payment is needed. */
async function checkoutFrom(
  context: PaymentContext,
  payment: Payment,
  { provider, returns }: CheckoutOptions,
): Promise<FoundCheckout | undefined> {
  // A payer who came by another address of the site is led back there.
  const isWanted =
    isOurs(context, payment) &&
    payment.provider === provider &&
    payment.request.cancelUrl === returns.cancel;
  switch (payment.state) {
    case 'NEW':
      return isWanted && isBeingOpened(context, payment) ? open(context, payment) : undefined;
    case 'OPEN':
      return isWanted && hasTimeLeft(context, payment) ? checkoutOf(payment) : undefined;
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
    case 'REFUNDED':
      return undefined;
    default:
      return paidAlready(payment, returns);
  }
}

/**
 * Replaces the latest payment by another one, and ends the latest only if the other is allowed: quotas, closing times
 * and places take no checkout away from anybody. Returns a checkout instead if the latest payment turned out to be
 * paid, or if it is open and no other may begin.
 */
async function replace(
  context: PaymentContext,
  payable: Payable,
  latest: Payment | undefined,
  { attempt, ...options }: CheckoutOptions & { attempt: number },
): Promise<{ payment: Payment | undefined } | { checkout: FoundCheckout }> {
  const admitted = await admitAttempt(context, payable, options).catch((refusal: unknown) => {
    // A checkout that was opened in time can be paid until it lapses.
    if (refusal instanceof AppError && latest?.provider === options.provider) {
      if (isStillOpen(context, latest)) return { checkout: checkoutOf(latest) };
    }
    throw refusal;
  });
  if (admitted && 'checkout' in admitted) return admitted;
  using _place = admitted;
  const ended = latest && (await end(context, latest, options));
  if (ended) return { checkout: ended };
  const payment = await inTransaction(context.db, async (tx) => {
    await lockForAttempt(tx, payable.order);
    return createPayment(tx, context, payable, options, attempt);
  });
  return { payment };
}

/** Reserves a place for another attempt to pay this; throws where none may begin. */
async function admitAttempt(
  context: PaymentContext,
  payable: Payable,
  options: CheckoutOptions,
): Promise<Disposable | undefined> {
  await inTransaction(context.db, (tx) => refuseAttempt(tx, context, payable, options));
  return reservePlace(context, options);
}

/** Ends a payment that may still be paid; returns the page that says so if it was paid. */
async function end(
  context: PaymentContext,
  payment: Payment,
  options: CheckoutOptions,
): Promise<FoundCheckout | undefined> {
  // Stripe repeats even a 500 under its key, so another try of a NEW payment needs another key. A checkout may exist behind
  // the old key, but nobody was given its address, so nobody can pay it.
  if (payment.state !== 'NEW' && payment.state !== 'OPEN') return undefined;
  // The process with keys of its account closes it or finds its money. Until it lapses it could be paid beside another.
  if (!isOurs(context, payment) && payment.expiresAt < timestamp(context.clock())) return undefined;
  const state = await closePayment(context, payment);
  if (isOver(state)) return undefined;
  const now = await getPayment(context.db, payment.id);
  // A concurrent request has opened it since it was read, and given its address away.
  if (payment.state === 'NEW' && now.state === 'OPEN') return end(context, now, options);
  return paidAlready(now, options.returns);
}

/**
 * Closes a payment with its provider, so that two checkouts of one order cannot both be paid. Returns the payment's
 * state afterwards; a payment whose state has changed since it was read keeps it, and so does one of another account.
 */
export async function closePayment(
  context: PaymentContext,
  payment: Payment,
): Promise<PaymentState> {
  if (!isOurs(context, payment)) return payment.state;
  const provider = context.providers.get(payment.provider);
  // With a provider that is switched off the payer cannot wait: the payment ends in our ledger alone.
  if (payment.ref !== undefined && provider) {
    const isClosed = await provider.close(payment.ref);
    // A provider refuses to close a checkout that is paid or has lapsed.
    if (!isClosed) return syncPayment(context, payment.id, 'checkout');
  }
  return endPayment(context, payment, 'checkout', 'another attempt was asked for');
}

/**
 * Asks the provider to open the checkout of a NEW payment. Two requests may do so at once: key and stored request are the
 * same, so both get the same checkout. Without a clear answer the payment stays NEW and is tried again.
 */
async function open(context: PaymentContext, payment: Payment): Promise<Checkout> {
  const provider = providerOf(context, payment);
  let opened: Checkout;
  try {
    opened = await provider.open(payment.request, payment.idempotencyKey);
  } catch (error) {
    if (error instanceof ProviderRefused) return fail(context, payment, error);
    if (!(error instanceof ProviderUnavailable)) throw error;
    // A concurrent request with the same key may have had a clear answer.
    const now = await getPayment(context.db, payment.id);
    if (now.state === 'OPEN') return checkoutOf(now);
    throw unavailable(error);
  }
  const isStored = await context.commit(async (tx) => {
    const found = { ref: opened.ref, checkoutUrl: opened.url };
    if (!(await changeState(tx, payment.id, 'OPEN', found))) return false;
    await logTransition(tx, context, {
      paymentId: payment.id,
      actor: 'checkout',
      from: 'NEW',
      to: 'OPEN',
      evidence: opened.ref,
    });
    return true;
  });
  if (isStored) return opened;

  // A concurrent request stored the same checkout, or closed this payment while the provider was slow. Nobody may pay
  // at an address whose ref is stored nowhere: nobody gets it, and it lapses should closing it fail.
  const now = await getPayment(context.db, payment.id);
  if (now.ref === opened.ref) return checkoutOf(now);
  await provider.close(opened.ref).catch(() => false);
  throw unavailable();
}

/** The provider refused, so this payment is over; the next click begins another. */
async function fail(
  context: PaymentContext,
  payment: Payment,
  refused: ProviderRefused,
): Promise<never> {
  await inTransaction(context.db, async (tx) => {
    const found = { failureCode: refused.code };
    if (!(await changeState(tx, payment.id, 'FAILED', found, ['NEW']))) return;
    await logTransition(tx, context, {
      paymentId: payment.id,
      actor: 'checkout',
      from: 'NEW',
      to: 'FAILED',
      evidence: refused.code,
    });
  });
  throw new AppError(
    'provider-refused',
    'The payment provider did not accept this payment. Nothing was charged.',
    { cause: refused },
  );
}

/** The error for a visitor when no checkout could be opened. */
function unavailable(cause?: unknown): AppError {
  return new AppError(
    'provider-unavailable',
    'The payment provider does not answer at the moment. Nothing was charged; please try again in a minute.',
    { retryAfter: 30, cause },
  );
}

function checkoutOf({ id, state, ref, checkoutUrl }: Payment): Checkout {
  if (ref === undefined || checkoutUrl === undefined) {
    throw new Error(`the payment ${id} is ${state} without a checkout`);
  }
  return { ref, url: checkoutUrl };
}

/** Money that came or is on its way never gets a second checkout. The page says that nothing is charged now. */
function paidAlready({ state, ref }: Payment, { paid }: ReturnAddresses): FoundCheckout {
  if (hasMoney(state) && ref !== undefined) {
    return { ref, url: `${paid.replace(CHECKOUT_ID, () => ref)}&paid=before`, isPaid: true };
  }
  throw inProgress();
}

function inProgress(): AppError {
  return new AppError(
    'payment-in-progress',
    'A payment for this registration is being processed. Please do not pay again: we will write to you by email.',
  );
}

/** A concurrent request may be opening it at this moment; with the same key both get the same checkout. */
function isBeingOpened(context: PaymentContext, payment: Payment): boolean {
  return payment.createdAt > timestamp(context.clock(), -15_000);
}

function isStillOpen(context: PaymentContext, payment: Payment): boolean {
  return (
    isOurs(context, payment) &&
    payment.state === 'OPEN' &&
    payment.expiresAt > timestamp(context.clock())
  );
}

/** Half of its lifetime is enough to find and type a card. */
function hasTimeLeft(context: PaymentContext, payment: Payment): boolean {
  return payment.expiresAt > timestamp(context.clock(), LIFETIME_MS / 2);
}

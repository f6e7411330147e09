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
} from '#server/orders/sell/place-order.ts';
import {
  findOrderByDedupeKey,
  getOrder,
  lockForAttempt,
  type Order,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import { paidBy, type Payable } from '#server/orders/rows/payables.ts';
import { goodLinkOf, pathOf } from '#server/orders/rows/payment-links.ts';
import { endPayment } from './end-payment.ts';
import { PROVIDERS } from './offered-ways.ts';
import { isOurs, type PaymentContext, providerOf } from './payment-context.ts';
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

/** A hosted checkout: the provider's id for the checkout, and the address to which the payer goes. */
export type Checkout = {
  ref: string;
  url: string;
  /**
   * The address of the future receipt. Before the payment the payer may know it, because the payer has typed all
   * personal data of the receipt. After the payment only the mail has it.
   */
  receipt?: string;
};

/**
 * Chooses the provider of a payment. An order of 0.00 gets the provider of free orders: Stripe would accept such an
 * order, PayPal would not.
 */
export function checkoutOptions(
  context: PaymentContext,
  amountCents: number,
  wanted: CheckoutOptions,
): CheckoutOptions {
  const provider = amountCents === 0 ? 'free' : wanted.provider;
  const isFree = provider === 'free';
  const isOffered =
    context.providers.has(provider) &&
    (isFree || context.ways.some((way) => PROVIDERS[way] === provider));
  if (!isOffered || isFree !== (amountCents === 0)) {
    throw new AppError('provider-unavailable', 'notOffered');
  }
  return { ...wanted, provider };
}

/**
 * Reserves one payment in the quota of all visitors for an order that is about to be created; throws if the quota is
 * reached. An existing order adds nothing to the quota.
 */
export async function reservePayment(
  context: PaymentContext,
  options: CheckoutOptions,
  dedupeKey: string,
): Promise<Disposable | undefined> {
  return reserveInQuota(context, options).catch(async (refusal: unknown) => {
    if (await findOrderByDedupeKey(context.db, dedupeKey)) return undefined;
    throw refusal;
  });
}

/** Reserves one payment in the quota of all visitors until the payment is committed. A free order needs no quota. */
async function reserveInQuota(
  { quota }: PaymentContext,
  { provider }: CheckoutOptions,
): Promise<Disposable | undefined> {
  if (provider === 'free') return undefined;
  const reserved = await quota.everybody.reserve();
  if (reserved) return reserved;
  throw quotaReached('manyPayments', 600);
}

/**
 * Gets a hosted checkout for an order that is already committed, so that the next click can continue after a crash.
 * `first` is the order's first payment if this request created it. A double click, a reload and a second tab get the
 * same checkout. A payer who has already paid gets the page that says so. The request ends before a visitor gives up.
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

/** Whether a mail follows the checkout at once: about a place that is free, or with the details of a transfer. */
export function isConfirmedByMail({ provider }: CheckoutOptions): boolean {
  return provider === 'free' || provider === 'transfer';
}

/** The checkout of an order from a form. A transfer leads to the page of the order, with the account and the last day. */
export async function checkoutOfForm(
  context: PaymentContext,
  order: Order,
  first: Payment | undefined,
  options: CheckoutOptions,
): Promise<Checkout> {
  const found = await checkout(context, { order }, first, options);
  if (options.provider !== 'transfer' || found.receipt === undefined) return found;
  const link = await inTransaction(context.db, (tx) => goodLinkOf(tx, context, order));
  return { ...found, url: `${options.returns.origin}${pathOf(link)}#transfer` };
}

/** A checkout for the payer; with `isPaid` its address is the page that says that the order is paid. */
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
  // A round gives a checkout unless a concurrent request ends its payment, which happens only a few times.
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
  throw new Error(`no payment of the order ${order.id} gave a checkout`);
}

/**
 * Closes the same person's open checkouts for other registrations, so that nobody pays twice. Throws if another
 * registration is paid or its money is on the way.
 */
async function closeOtherOrders(context: PaymentContext, order: Order): Promise<void> {
  for (const other of await otherOrdersOf(context.db, order)) {
    refuseSecondOrder(context, other);
    const latest = await latestPaymentOf(context.db, other.id);
    const hasComing = latest?.state === 'CAPTURING' || latest?.state === 'PENDING';
    // Money that does not fit the other order waits for a person.
    if (hasComing || latest?.state === 'MISMATCH') throw inProgress();
    if (latest?.state !== 'NEW' && latest?.state !== 'OPEN') continue;
    if (hasMoney(await closePayment(context, latest))) {
      refuseSecondOrder(context, await getOrder(context.db, other.id));
    }
  }
}

/**
 * Returns the checkout of the latest payment: a new checkout if the payment is NEW, the existing checkout if it is
 * OPEN. Undefined if another payment is needed.
 */
async function checkoutFrom(
  context: PaymentContext,
  payment: Payment,
  { provider, returns }: CheckoutOptions,
): Promise<FoundCheckout | undefined> {
  // A payer who uses another address of the site needs a checkout that returns to that address. A transfer has no page
  // from which a payer returns.
  const isWanted =
    isOurs(context, payment) &&
    payment.provider === provider &&
    (provider === 'transfer' || payment.request.cancelUrl === returns.cancel);
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
 * Replaces the latest payment by another payment. The latest payment ends only after the other payment is admitted, so
 * a quota, a closing time or a lack of places takes no open checkout away. Returns a checkout instead if the latest
 * payment is already paid, or if it is open and another payment is refused.
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
  using _reserved = admitted;
  const ended = latest && (await end(context, latest, options));
  if (ended) return { checkout: ended };
  const payment = await inTransaction(context.db, async (tx) => {
    await lockForAttempt(tx, payable.order);
    return createPayment(tx, context, payable, options, attempt);
  });
  return { payment };
}

/** Admits another attempt to pay and reserves it in the quota; throws if no attempt may begin. */
async function admitAttempt(
  context: PaymentContext,
  payable: Payable,
  options: CheckoutOptions,
): Promise<Disposable | undefined> {
  await inTransaction(context.db, (tx) => refuseAttempt(tx, context, payable, options));
  return reserveInQuota(context, options);
}

/** Ends a payment that may still be paid. If it was paid meanwhile, returns the page that says so. */
async function end(
  context: PaymentContext,
  payment: Payment,
  options: CheckoutOptions,
): Promise<FoundCheckout | undefined> {
  // Stripe repeats even a 500 for the same key, so another try of a NEW payment needs another key. The old key may have
  // created a checkout, but nobody knows its address, so nobody can pay it.
  if (payment.state !== 'NEW' && payment.state !== 'OPEN') return undefined;
  // Only a process with keys of the payment's account can close the payment or find its money. Until the checkout
  // lapses, the payer could pay it besides another one.
  if (!isOurs(context, payment) && payment.expiresAt < timestamp(context.clock())) return undefined;
  const state = await closePayment(context, payment);
  if (isOver(state)) return undefined;
  const now = await getPayment(context.db, payment.id);
  // A concurrent request has opened the payment meanwhile and sent its address to a payer.
  if (payment.state === 'NEW' && now.state === 'OPEN') return end(context, now, options);
  return paidAlready(now, options.returns);
}

/**
 * Closes a payment with its provider, so that two checkouts of one order cannot both be paid. Returns the payment's
 * state afterwards. A payment of another account, or a payment whose state has changed since it was read, keeps its
 * state.
 */
export async function closePayment(
  context: PaymentContext,
  payment: Payment,
): Promise<PaymentState> {
  if (!isOurs(context, payment)) return payment.state;
  const provider = context.providers.get(payment.provider);
  // The payer cannot wait until a provider is switched on again: the payment ends in our ledger alone.
  if (payment.ref !== undefined && provider) {
    const isClosed = await provider.close(payment.ref);
    // A provider refuses to close a checkout that is paid or has lapsed.
    if (!isClosed) return syncPayment(context, payment.id, 'checkout');
  }
  return endPayment(context, payment, 'checkout', 'another attempt was asked for');
}

/**
 * Asks the provider to open the checkout of a NEW payment. Two requests may ask at once. They send the same key and the
 * same stored request, so both get the same checkout. Without a clear answer the payment stays NEW, and the next click
 * tries again.
 */
async function open(context: PaymentContext, payment: Payment): Promise<Checkout> {
  const provider = providerOf(context, payment);
  let opened: Checkout;
  try {
    opened = await provider.open(payment.request, payment.idempotencyKey);
  } catch (error) {
    if (error instanceof ProviderRefused) return fail(context, payment, error);
    if (!(error instanceof ProviderUnavailable)) throw error;
    // A concurrent request with the same key may have got a clear answer.
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
    await context.events.opened(tx, payment);
    return true;
  });
  if (isStored) return opened;

  // A concurrent request stored the same checkout, or closed this payment while the provider was slow. A checkout whose
  // ref is not stored must not be paid, so nobody gets its address. If the provider does not close it, it lapses.
  const now = await getPayment(context.db, payment.id);
  if (now.ref === opened.ref) return checkoutOf(now);
  await provider.close(opened.ref).catch(() => false);
  throw unavailable();
}

/** The provider refused, so this payment is over; the next click begins another payment. */
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
  throw new AppError('provider-refused', 'providerRefused', { cause: refused });
}

/** The error for a visitor when no checkout could be opened. */
function unavailable(cause?: unknown): AppError {
  return new AppError('provider-unavailable', 'providerSilent', { retryAfter: 30, cause });
}

function checkoutOf({ id, state, ref, checkoutUrl }: Payment): Checkout {
  if (ref === undefined || checkoutUrl === undefined) {
    throw new Error(`the payment ${id} is ${state} without a checkout`);
  }
  return { ref, url: checkoutUrl };
}

/** Returns the page that says that the order is paid and nothing is charged now. Throws if the money is on its way. */
function paidAlready({ state, ref }: Payment, { paid }: ReturnAddresses): FoundCheckout {
  if (hasMoney(state) && ref !== undefined) {
    return { ref, url: `${paid.replace(CHECKOUT_ID, () => ref)}&paid=before`, isPaid: true };
  }
  throw inProgress();
}

function inProgress(): AppError {
  return new AppError('payment-in-progress', 'inProgress');
}

/**
 * Whether a concurrent request may be opening the payment at this moment; with the same key both requests get the same
 * checkout.
 */
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

/** Half of a checkout's lifetime is enough to find a card and type its number. A transfer keeps its last day. */
function hasTimeLeft(context: PaymentContext, payment: Payment): boolean {
  if (payment.provider === 'transfer') return isStillOpen(context, payment);
  return payment.expiresAt > timestamp(context.clock(), LIFETIME_MS / 2);
}

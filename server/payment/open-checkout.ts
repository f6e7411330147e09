import { inTransaction } from '#server/database/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { logMove } from './payment-log.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import { movePayment } from './payment-moves.ts';
import { getPayment, type Payment } from './payments.ts';
import { providerOf, type Till } from './till.ts';

export type Checkout = { ref: string; url: string };

/**
 * Asks the provider for the checkout of a NEW payment. Two requests may do so at once: the key and the stored request
 * are the same, so both get the same checkout. Without a clear answer the payment stays NEW, to be tried again.
 */
export async function openCheckout(till: Till, payment: Payment): Promise<Checkout> {
  const provider = providerOf(till, payment.provider);
  let checkout: Checkout;
  try {
    checkout = await provider.open(payment.request, payment.idempotencyKey);
  } catch (error) {
    if (error instanceof ProviderRefused) return giveUp(till, payment, error);
    if (error instanceof ProviderUnavailable) return rivalsOr(till, payment, error);
    throw error;
  }
  const isOurs = await till.db.inGroup(payment.id, async (tx) => {
    const found = { ref: checkout.ref, checkoutUrl: checkout.url };
    if (!(await movePayment(tx, payment.id, 'OPEN', found))) return false;
    const move = { paymentId: payment.id, actor: 'checkout', from: 'NEW', to: 'OPEN' } as const;
    await logMove(tx, till, { ...move, evidence: checkout.ref });
    return true;
  });
  if (isOurs) return checkout;

  // A rival stored the same checkout, or gave this attempt up while the provider was slow. An address whose ref is
  // stored nowhere must not be paid at: it is handed to nobody, and lapses should closing it fail.
  const now = await getPayment(till.db, payment.id);
  if (now.ref === checkout.ref) return checkoutOf(now);
  await provider.close(checkout.ref, `pay_${payment.id}_expire`).catch(() => false);
  throw unavailable();
}

/** What a visitor reads when no checkout could be opened. */
export function unavailable(cause?: unknown): Refusal {
  return new Refusal(
    'provider-unavailable',
    'The payment provider does not answer at the moment. Nothing was charged; please try again in a minute.',
    { retryAfter: 30, cause },
  );
}

export function checkoutOf(payment: Payment): Checkout {
  if (payment.ref === undefined || payment.checkoutUrl === undefined) {
    throw new Error(`the payment ${payment.id} is ${payment.state} without a checkout`);
  }
  return { ref: payment.ref, url: payment.checkoutUrl };
}

/** The provider said a definite no: this attempt is over, the next click begins another. */
async function giveUp(till: Till, payment: Payment, refused: ProviderRefused): Promise<never> {
  await inTransaction(till.db, async (tx) => {
    const found = { failureCode: refused.code };
    if (!(await movePayment(tx, payment.id, 'FAILED', found, ['NEW']))) return;
    const move = { paymentId: payment.id, actor: 'checkout', from: 'NEW', to: 'FAILED' } as const;
    await logMove(tx, till, { ...move, evidence: refused.code });
  });
  throw new Refusal(
    'provider-refused',
    'The payment provider did not accept this payment. Nothing was charged.',
    { cause: refused },
  );
}

/** No clear answer. A rival request with the same key may have had one; else the visitor tries again. */
async function rivalsOr(
  till: Till,
  payment: Payment,
  cause: ProviderUnavailable,
): Promise<Checkout> {
  const now = await getPayment(till.db, payment.id);
  if (now.state === 'OPEN') return checkoutOf(now);
  throw unavailable(cause);
}

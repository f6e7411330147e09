import { inTransaction, type Tx } from '#server/database/database.ts';
import { differences, type Expected } from './judge.ts';
import { type Actor, logMove } from './payment-log.ts';
import { type PaymentProvider, ProviderUnavailable, type Sighting } from './payment-provider.ts';
import { leaseCapture, movePayment, noteDecline } from './payment-moves.ts';
import { type Payment } from './payments.ts';
import type { Till } from './till.ts';

/**
 * Collects an approved payment and says how the checkout stands afterwards. Only the holder of the lease calls the
 * provider, and always with the key of this approval: however often it is repeated, the money moves once. Undefined when
 * somebody else holds the lease.
 */
export async function collect(
  till: Till,
  payment: Payment,
  provider: PaymentProvider,
  expected: Expected,
  seen: Sighting,
  actor: Actor,
): Promise<Sighting | undefined> {
  const { ref } = payment;
  // An approval that does not fit stays what it is, no money: it lapses.
  if (!provider.capture || ref === undefined || differences(expected, seen).length > 0) return seen;
  const leased = await inTransaction(till.db, async (tx) => {
    if (!(await leaseCapture(tx, payment.id, till.clock()))) return false;
    await log(tx, till, payment, actor, 'CAPTURING', 'approved by the payer');
    return true;
  });
  if (!leased) return undefined;

  const capture = await captureTwice(provider, provider.capture, ref, payment);
  if (capture.kind === 'again') {
    await inTransaction(till.db, async (tx) => {
      if (!(await movePayment(tx, payment.id, 'OPEN'))) return;
      await noteDecline(tx, payment.id, capture.url);
      await log(tx, till, payment, actor, 'OPEN', 'the payer has to approve again');
    });
    return { ...seen, state: 'open' };
  }
  if (capture.kind === 'refused') return { ...seen, state: 'failed' };
  return provider.look(ref);
}

/** Without a clear answer the order tells: still approved means that nothing happened, and the same key may go again. */
async function captureTwice(
  provider: PaymentProvider,
  capture: NonNullable<PaymentProvider['capture']>,
  ref: string,
  payment: Payment,
) {
  const key = keyOf(payment);
  try {
    return await capture(ref, payment.request, key);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { state } = await provider.look(ref);
    return state === 'approved' ? capture(ref, payment.request, key) : ({ kind: 'done' } as const);
  }
}

/** PayPal repeats an answer under its key, a decline too: the next approval needs a key of its own. */
function keyOf(payment: Payment): string {
  return payment.declines === 0 ? `cap-${payment.id}` : `cap-${payment.id}-${payment.declines + 1}`;
}

function log(
  tx: Tx,
  till: Till,
  payment: Payment,
  actor: Actor,
  to: 'CAPTURING' | 'OPEN',
  evidence: string,
): Promise<void> {
  const from = to === 'OPEN' ? 'CAPTURING' : payment.state;
  return logMove(tx, till, { paymentId: payment.id, actor, from, to, evidence });
}

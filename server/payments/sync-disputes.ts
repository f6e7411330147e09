import { inTransaction, type Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { type Dispute, findDispute, listDisputes, saveDispute } from './disputes.ts';
import { isOurs, type PaymentContext } from './payment-context.ts';
import type { Actor } from './payment-history.ts';
import { isMoneyState } from './payment-states.ts';
import { findPaymentByMoney, getPayment, lockPayment, type Payment } from './payments.ts';
import {
  type DisputeState,
  type ProviderDispute,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
} from './provider.ts';
import { flagForReview } from './review.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Updates our record of a dispute from its provider's answer, and returns the outcome. Only this file writes disputes.
 * An answer that equals our record, or is older, changes nothing.
 */
export async function syncDispute(
  context: PaymentContext,
  provider: ProviderName,
  ref: string,
  actor: Actor,
): Promise<string> {
  const askedAt = timestamp(context.clock());
  const asked = context.providers.get(provider);
  if (!asked) throw new ProviderUnavailable(`${provider} is switched off`);
  const found = await asked.getDispute(ref);
  if (!found) return 'not known to the provider';
  return record(context, provider, found, askedAt, actor);
}

async function record(
  context: PaymentContext,
  provider: ProviderName,
  found: ProviderDispute,
  askedAt: string,
  actor: Actor,
): Promise<string> {
  const payment = await paymentOf(context, provider, found);
  if (!payment || !isOurs(context, payment)) return 'not ours';
  await inTransaction(context.db, async (tx) => {
    // A second request about the same dispute waits here, and then finds it recorded.
    await lockPayment(tx, payment.id);
    const known = await findDispute(tx, provider, found.ref);
    if (known && (known.askedAt > askedAt || isSame(known, found))) return;
    const now = timestamp(context.clock());
    await saveDispute(tx, payment, found, { askedAt, now });
    if (known?.state !== found.state) await askForPerson(tx, context, payment, found, now);
  });
  // After a crash a repeated call does this again, which is harmless: the provider's sum counts.
  if (found.state !== 'OPENED' && isMoneyState((await getPayment(context.db, payment.id)).state)) {
    await syncRefunds(context, payment.id, actor);
  }
  return `dispute ${found.state}`;
}

async function paymentOf(
  { db }: PaymentContext,
  provider: ProviderName,
  { paymentRef }: ProviderDispute,
): Promise<Payment | undefined> {
  return paymentRef === undefined ? undefined : findPaymentByMoney(db, provider, paymentRef);
}

/** Whether a record agrees with the provider's answer. */
function isSame(known: Dispute, found: ProviderDispute): boolean {
  return (
    known.state === found.state &&
    known.amountCents === found.amountCents &&
    known.dueAt === found.dueAt
  );
}

const REASONS = {
  OPENED: 'disputed',
  WON: 'disputeWon',
  LOST: 'disputeLost',
} as const satisfies Record<DisputeState, string>;

async function askForPerson(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  dispute: ProviderDispute,
  now: string,
): Promise<void> {
  const { ref, state, dueAt = 'none' } = dispute;
  const about = { event: `${ref}:${now}`, dispute: ref, due: dueAt };
  await flagForReview(tx, context, payment, REASONS[state], about, dispute);
}

/** PayPal lists the disputes of the last half year. */
const MOST_MS = 179 * DAY;

/**
 * Asks about disputes whose webhook may be lost: disputes that a provider lists since a moment, and disputes that are
 * open in our tables. Returns by provider the number of disputes of other shops (`foreign`) and the reason why a
 * provider did not answer (`silent`).
 */
export async function syncDisputes(
  context: PaymentContext,
  since: Date,
): Promise<{ foreign: Map<ProviderName, number>; silent: Map<ProviderName, string> }> {
  const foreign = new Map<ProviderName, number>();
  const silent = new Map<ProviderName, string>();
  const earliest = new Date(context.clock().getTime() - MOST_MS);
  for (const provider of context.providers.values()) {
    const seen = new Set<string>();
    try {
      const askedAt = timestamp(context.clock());
      for await (const found of provider.listDisputes(since < earliest ? earliest : since)) {
        seen.add(found.ref);
        const outcome = await record(context, provider.name, found, askedAt, 'reconciler');
        if (outcome === 'not ours') {
          foreign.set(provider.name, (foreign.get(provider.name) ?? 0) + 1);
        }
      }
      for (const { ref, paymentId, ...known } of await listDisputes(context.db, {
        state: 'OPENED',
      })) {
        if (known.provider !== provider.name || seen.has(ref)) continue;
        if (!isOurs(context, await getPayment(context.db, paymentId))) continue;
        await syncDispute(context, provider.name, ref, 'reconciler');
      }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      silent.set(provider.name, error.message);
    }
  }
  return { foreign, silent };
}

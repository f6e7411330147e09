import { timestamp } from '#server/identity.ts';
import { ProviderUnavailable, type Sighting } from './payment-provider.ts';
import { findPaymentByRef, listPayments, type Payment } from './payments.ts';
import { providerOf, type Till } from './till.ts';

/** Something that our books and a provider say differently, in words for the organiser. */
export type Difference = { ref: string; words: string };

/**
 * Holds every payment of ours against its provider, and everything a provider can list against our books. Reads only;
 * `since` bounds what is compared.
 */
export async function* compareBooks(till: Till, since: Date): AsyncGenerator<Difference> {
  for (const payment of await listPayments(till.db, timestamp(since))) {
    if (payment.ref === undefined) continue;
    const words = await differenceOf(till, payment, payment.ref);
    if (words !== undefined) yield { ref: payment.ref, words };
  }
  for (const provider of till.providers.values()) {
    if (!provider.list) continue;
    try {
      for await (const { ref, seen } of provider.list(since)) {
        if (seen.state !== 'paid' || (await findPaymentByRef(till.db, ref))) continue;
        yield {
          ref,
          words: `${provider.name} was paid ${money(seen)}, and our books do not know it`,
        };
      }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      yield { ref: provider.name, words: 'did not answer, so what it knows was not compared' };
    }
  }
}

async function differenceOf(
  till: Till,
  payment: Payment,
  ref: string,
): Promise<string | undefined> {
  if (!till.providers.has(payment.provider)) return `${payment.provider} is not configured`;
  try {
    const seen = await providerOf(till, payment.provider).look(ref);
    const theirs = seen.state === 'paid' ? (seen.amountCents ?? 0) - seen.refundedCents : 0;
    const ours = PAID.has(payment.state) ? payment.amountCents - payment.refundedCents : 0;
    return theirs === ours
      ? undefined
      : `${payment.provider} holds ${theirs} cents, our books say ${ours} (${payment.state})`;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return `${payment.provider} did not answer`;
    throw error;
  }
}

const PAID = new Set<Payment['state']>(['PAID', 'PART_REFUNDED', 'REFUNDED']);

function money(seen: Sighting): string {
  return `${seen.amountCents ?? 0} cents ${seen.currency ?? ''}`.trim();
}

import type { PretendPayment } from '../pretend-payments.ts';
import type { ChargeRow, SessionRow, StripeAccount } from './stripe-account.ts';

/** Every checkout session with its charges, oldest first. */
export function* stripePayments(account: StripeAccount): Iterable<PretendPayment> {
  for (const session of account.sessions.rows()) {
    const intent = account.intents.get(session.paymentIntent ?? '');
    const charge = account.charges.get(intent?.latestCharge ?? '');
    const { id, amount, currency, created, lineItems } = session;
    yield {
      provider: 'stripe',
      id,
      reference: session.clientReferenceId,
      description: lineItems[0]?.name ?? '',
      amount,
      currency,
      created,
      stage: stageOf(session, charge),
      refunded: charge?.refunded ?? 0,
      disputed: charge?.disputed ?? false,
    };
  }
}

const stages = { pending: 'pending', succeeded: 'paid', failed: 'failed' } as const;

function stageOf(session: SessionRow, charge: ChargeRow | undefined): PretendPayment['stage'] {
  if (session.status !== 'complete') return session.status;
  return charge ? stages[charge.status] : 'paid';
}

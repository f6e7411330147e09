import type { FastifyInstance } from 'fastify';
import type { ProviderApi } from '../api-calls.ts';
import type { Clock } from '../clock.ts';
import type { NextOutcomes } from '../faults.ts';
import type { LedgerCharge, PretendPayment } from '../ledger.ts';
import { announcements, type WebhookSender } from '../webhooks.ts';
import { decideDebit, decideDebits } from './debits.ts';
import { payRoutes } from './pay-routes.ts';
import { expireDueSessions, findSession } from './sessions.ts';
import {
  type ChargeRow,
  type SessionRow,
  type StripeAccount,
  stripeTables,
} from './stripe-account.ts';
import { stripeApi } from './stripe-api.ts';
import { closeDispute, lostIn, openDispute } from './stripe-disputes.ts';
import { moveFee } from './stripe-balance.ts';
import { type EventStyle, signedEvent } from './stripe-events.ts';
import { warnOfFraud } from './stripe-fraud-warnings.ts';
import { dailyPayouts, failPayout, payOut } from './stripe-payouts.ts';
import {
  cancelForgottenRefunds,
  failRefund,
  finishRefund,
  refundCharge,
} from './stripe-refunds.ts';
import { cancelTransfer, isByTransfer, sendTransfer } from './transfers.ts';

type StripeSandboxOptions = Pick<ProviderApi, 'calls' | 'faults' | 'state' | 'log'> & {
  secretKey: string;
  webhookSecret: string;
  webhookUrl: () => string | undefined;
  pageBase: () => string | undefined;
  clock: Clock;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
};

export type StripeSandbox = ReturnType<typeof stripeSandbox>;

export function stripeSandbox(options: StripeSandboxOptions) {
  const { clock, state, webhooks, pageBase, webhookSecret } = options;
  const tables = stripeTables(state);
  let style: EventStyle = 'snapshot';
  const { announce, resume } = announcements(tables.events, webhooks, (event, forged) => {
    const url = options.webhookUrl();
    const secret = forged ? `${webhookSecret}_forged` : webhookSecret;
    return url === undefined
      ? undefined
      : signedEvent(event, { url, secret, at: clock.hostSeconds(), style });
  });
  const account: StripeAccount = { ...tables, clock, pageBase, mayReadBalance: true, announce };
  const payOutDaily = dailyPayouts(account);
  resume();

  return {
    api: stripeApi(account, options),
    pages: async (app: FastifyInstance): Promise<void> => {
      await app.register(payRoutes(account, state, options.outcomes));
    },
    /** Does what is due by the clock, and pays out once a day. */
    tick() {
      expireDueSessions(account);
      decideDebits(account);
      cancelForgottenRefunds(account);
      payOutDaily();
    },
    payout: () => payOut(account, () => true),
    failPayout: (id: string) => failPayout(account, id),
    fee: (amount: number, currency: string) => moveFee(account, amount, currency),
    mayReport(isAllowed: boolean) {
      account.mayReadBalance = isAllowed;
    },
    ledger: () => ledgerEntries(account),
    payments: () => payments(account),
    resolveAsync(paymentId: string, outcome: 'succeeded' | 'failed') {
      const session = needSession(account, paymentId);
      if (!isByTransfer(account, session)) decideDebit(account, session, outcome);
      else if (outcome === 'failed') cancelTransfer(account, session);
      else sendTransfer(account, session, undefined, true);
    },
    sendTransfer(paymentId: string, amount?: number, from: 'known' | 'unknown' = 'known') {
      sendTransfer(account, needSession(account, paymentId), amount, from === 'known');
    },
    finishRefund: (refundId: string) => finishRefund(account, refundId),
    refund: (paymentId: string, amount?: number): string =>
      refundCharge(account, needCharge(account, paymentId), { amount }).id,
    failRefund: (refundId: string) => failRefund(account, refundId),
    dispute: (paymentId: string, amount?: number): string =>
      openDispute(account, needCharge(account, paymentId), amount),
    closeDispute: (paymentId: string, outcome: 'won' | 'lost') =>
      closeDispute(account, needCharge(account, paymentId), outcome),
    warnOfFraud: (paymentId: string): string =>
      warnOfFraud(account, needCharge(account, paymentId)),
    setEventStyle(next: EventStyle) {
      style = next;
    },
  };
}

/** The charges by client_reference_id, or by the id of the session if it has none. */
function* ledgerEntries(account: StripeAccount): Iterable<[string, LedgerCharge]> {
  for (const charge of account.charges.rows()) {
    if (charge.status !== 'succeeded') continue;
    const { id, amount, currency, refunded, disputed } = charge;
    const reference = account.sessions.get(charge.session)?.clientReferenceId ?? charge.session;
    const lost = lostIn(account, charge);
    yield [reference, { provider: 'stripe', id, amount, currency, refunded, disputed, lost }];
  }
}

function stageOf(
  account: StripeAccount,
  { status, paymentStatus, paymentIntent }: SessionRow,
  charge: ChargeRow | undefined,
): PretendPayment['stage'] {
  if (status !== 'complete') return status;
  if (charge) return stages[charge.status];
  if (paymentStatus !== 'unpaid') return 'paid';
  return account.intents.get(paymentIntent ?? '')?.status === 'canceled' ? 'failed' : 'pending';
}

const stages = { pending: 'pending', succeeded: 'paid', failed: 'failed' } as const;

/** Every checkout session with its latest charge, oldest first. */
function* payments(account: StripeAccount): Iterable<PretendPayment> {
  for (const session of account.sessions.rows()) {
    const { id, amount, currency, created, lineItems } = session;
    const charge = chargeOf(account, session);
    yield {
      provider: 'stripe',
      id,
      reference: session.clientReferenceId,
      description: lineItems[0]?.name ?? '',
      amount,
      currency,
      created,
      stage: stageOf(account, session, charge),
      refunded: charge?.refunded ?? 0,
      disputed: charge?.disputed ?? false,
    };
  }
}

function chargeOf(account: StripeAccount, session: SessionRow): ChargeRow | undefined {
  const intent = account.intents.get(session.paymentIntent ?? '');
  return account.charges.get(intent?.latestCharge ?? '');
}

/** The session with this id or with the PaymentIntent of this id. */
function needSession(account: StripeAccount, id: string): SessionRow {
  const session = findSession(account, account.intents.get(id)?.session ?? id);
  if (!session)
    throw new Error(`There is no checkout session or PaymentIntent ${id} in the sandbox.`);
  return session;
}

function needCharge(account: StripeAccount, paymentId: string): ChargeRow {
  const charge = chargeOf(account, needSession(account, paymentId));
  if (!charge) throw new Error(`Nothing was charged for ${paymentId}.`);
  return charge;
}

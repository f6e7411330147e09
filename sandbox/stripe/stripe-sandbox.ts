import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../call-log.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { NextOutcomes } from '../next-outcomes.ts';
import type { State } from '../state.ts';
import type { WebhookJob, WebhookSender } from '../webhook-sender.ts';
import { openDispute } from './disputes.ts';
import { noCall, signedEvent } from './events.ts';
import { forgetOldKeys, idempotency } from './idempotency.ts';
import { settleLater } from './pay.ts';
import { payRoutes } from './pay-routes.ts';
import { failRefund, refundCharge } from './refunds.ts';
import { expireDueSessions, findSession } from './sessions.ts';
import {
  type ChargeRow,
  type EventRow,
  openStripeAccount,
  type StripeAccount,
} from './stripe-account.ts';
import { stripeApi } from './stripe-api.ts';
import { stripeLedger } from './stripe-ledger.ts';
import { stripePayments } from './stripe-payments.ts';

type StripeSandboxOptions = {
  secretKey: string;
  webhookSecret: string;
  webhookUrl: () => string | undefined;
  publicBaseUrl: string | undefined;
  clock: Clock;
  state: State;
  calls: CallLog;
  faults: Faults;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
  log: (message: string) => void;
};

export function stripeSandbox(options: StripeSandboxOptions) {
  const { clock, state, webhooks, publicBaseUrl } = options;
  const account = openStripeAccount(state, {
    clock,
    publicBaseUrl,
    announce: (event) => webhooks.send(webhookJob(account, event, options)),
  });
  forgetOldKeys(account);
  for (const event of account.events.rows())
    if (event.delivery === 'pending') webhooks.sendAgain(webhookJob(account, event, options));

  return {
    api: stripeApi({ ...options, account, idempotency: idempotency(account) }),
    pages: async (app: FastifyInstance): Promise<void> => {
      await app.register(payRoutes(account, state, options.outcomes));
    },
    /** Does everything that has become due. */
    tick() {
      expireDueSessions(account);
    },
    ledger: () => stripeLedger(account),
    payments: () => stripePayments(account),
    resolveAsync(sessionId: string, outcome: 'succeeded' | 'failed') {
      settleLater(account, needSession(account, sessionId), outcome);
    },
    refund(sessionId: string, amount?: number): string {
      const refund = { amount, reason: null, metadata: {} };
      return refundCharge(account, chargeOf(account, sessionId), refund, noCall).id;
    },
    failRefund: (refundId: string) => failRefund(account, refundId),
    dispute: (sessionId: string) => openDispute(account, chargeOf(account, sessionId)),
  };
}

function webhookJob(
  account: StripeAccount,
  { id }: EventRow,
  { webhookUrl, webhookSecret, clock }: StripeSandboxOptions,
): WebhookJob {
  return {
    id,
    request(forged) {
      const url = webhookUrl();
      const event = account.events.get(id);
      if (url === undefined || !event) return undefined;
      const secret = forged ? `${webhookSecret}_forged` : webhookSecret;
      return signedEvent(event, { url, secret, at: clock.hostSeconds() });
    },
    finished(delivery) {
      const event = account.events.get(id);
      if (event) account.events.put(id, { ...event, delivery });
    },
  };
}

function needSession(account: StripeAccount, id: string) {
  const session = findSession(account, id);
  if (!session) throw new Error(`There is no checkout session ${id} in the sandbox.`);
  return session;
}

function chargeOf(account: StripeAccount, sessionId: string): ChargeRow {
  const session = needSession(account, sessionId);
  const intent = account.intents.get(session.paymentIntent ?? '');
  const charge = account.charges.get(intent?.latestCharge ?? '');
  if (!charge) throw new Error(`Nothing was charged for checkout session ${sessionId}.`);
  return charge;
}

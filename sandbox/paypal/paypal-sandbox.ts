import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../call-log.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { NextOutcomes } from '../next-outcomes.ts';
import type { State } from '../state.ts';
import type { WebhookJob, WebhookSender } from '../webhook-sender.ts';
import { accessTokens } from './access-tokens.ts';
import { resolvePending } from './captures.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { openDispute } from './disputes.ts';
import { paths } from './links.ts';
import {
  type CaptureRow,
  type EventRow,
  openPayPalAccount,
  type PayPalAccount,
} from './paypal-account.ts';
import { paypalApi } from './paypal-api.ts';
import { paypalLedger } from './paypal-ledger.ts';
import { paypalPayments } from './paypal-payments.ts';
import { refundCapture, reverseCapture } from './refunds.ts';
import { forgetOldRequests, requestIds } from './request-ids.ts';
import type { Signer } from './signer.ts';
import { type Endpoint, signedEvent } from './webhook-signatures.ts';

type PayPalSandboxOptions = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  webhookUrl: () => string | undefined;
  apiBase: () => string;
  publicBaseUrl: string | undefined;
  signer: Signer;
  clock: Clock;
  state: State;
  calls: CallLog;
  faults: Faults;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
  log: (message: string) => void;
};

export type PayPalSandbox = ReturnType<typeof paypalSandbox>;

export function paypalSandbox(options: PayPalSandboxOptions) {
  const { clock, state, webhooks, publicBaseUrl, apiBase, signer, webhookId } = options;
  const account = openPayPalAccount(state, {
    clock,
    apiBase,
    publicBaseUrl,
    announce: (event) => webhooks.send(jobFor(event)),
  });
  const endpoint: Endpoint = {
    signer,
    webhookId,
    certificateUrl: () => `${apiBase()}${paths.certificate(signer.certificateId)}`,
  };
  const jobFor = (event: EventRow) => webhookJob(account, event, endpoint, options);
  const tokens = accessTokens(options);
  forgetOldRequests(account);

  return {
    api: paypalApi({ ...options, account, tokens, requestIds: requestIds(account) }, endpoint),
    pages: async (app: FastifyInstance): Promise<void> => {
      await app.register(checkoutRoutes(account, state, options.outcomes));
    },
    /** Resumes the delivery of an earlier run's events; once the API listens, because webhooks name its address. */
    resume() {
      for (const event of account.events.rows())
        if (event.delivery === 'pending') webhooks.sendAgain(jobFor(event));
    },
    ledger: () => paypalLedger(account),
    payments: () => paypalPayments(account),
    knows: (id: string) =>
      account.orders.get(id) !== undefined || account.captures.get(id) !== undefined,
    setTokenLifetime: (seconds: number) => tokens.setLifetime(seconds),
    resolvePending: (id: string, outcome: 'completed' | 'denied') =>
      resolvePending(account, captureOf(account, id), outcome),
    refund: (id: string, amount?: number): string =>
      refundCapture(account, captureOf(account, id), { amount }).id,
    reverse: (id: string): string => reverseCapture(account, captureOf(account, id)).id,
    dispute: (id: string) => openDispute(account, captureOf(account, id)),
  };
}

function webhookJob(
  account: PayPalAccount,
  { id }: EventRow,
  endpoint: Endpoint,
  { webhookUrl, clock }: PayPalSandboxOptions,
): WebhookJob {
  return {
    id,
    request(forged) {
      const url = webhookUrl();
      const event = account.events.get(id);
      if (url === undefined || !event) return undefined;
      const webhookId = forged ? `${endpoint.webhookId}_forged` : endpoint.webhookId;
      return signedEvent(event, { ...endpoint, webhookId }, { url, at: clock.hostSeconds() });
    },
    finished(delivery) {
      const event = account.events.get(id);
      if (event) account.events.put(id, { ...event, delivery });
    },
  };
}

/** By its own id or its order's. */
function captureOf(account: PayPalAccount, id: string): CaptureRow {
  const capture = account.captures.get(account.orders.get(id)?.capture ?? id);
  if (!capture) throw new Error(`Nothing was captured for PayPal order ${id}.`);
  return capture;
}

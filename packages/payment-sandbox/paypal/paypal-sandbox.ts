import type { FastifyInstance } from 'fastify';
import type { ProviderApi } from '../api-calls.ts';
import type { Clock } from '../clock.ts';
import type { NextOutcomes } from '../faults.ts';
import type { LedgerCharge, PretendPayment } from '../ledger.ts';
import { randomId } from '../random-id.ts';
import { announcements, type WebhookSender } from '../webhooks.ts';
import { accessTokens } from './access-tokens.ts';
import { resolvePending } from './captures.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { hasLapsed } from './orders.ts';
import { type CaptureRow, type PayPalAccount, paypalTables } from './paypal-account.ts';
import { paypalApi } from './paypal-api.ts';
import { centsOf } from './paypal-parameters.ts';
import { closeDispute, disputeOf, openDispute } from './paypal-disputes.ts';
import { completeRefund, failRefund, refundCapture, chargeBack } from './paypal-refunds.ts';
import { failWithdrawal, moveFee, withdraw } from './paypal-transactions.ts';
import { type Endpoint, signedEvent } from './webhook-signatures.ts';

type PayPalSandboxOptions = Pick<ProviderApi, 'calls' | 'faults' | 'state' | 'log'> & {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  webhookUrl: () => string | undefined;
  apiBase: () => string;
  pageBase: () => string | undefined;
  clock: Clock;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
};

export type PayPalSandbox = ReturnType<typeof paypalSandbox>;

export function paypalSandbox(options: PayPalSandboxOptions) {
  const { clock, state, webhooks, pageBase, apiBase, webhookId } = options;
  const endpoint: Endpoint = {
    secret: randomId('', 32),
    webhookId,
    certificateUrl: () => `${apiBase()}/v1/notifications/certs/SANDBOX`,
  };
  const tables = paypalTables(state);
  const { announce, resume } = announcements(tables.events, webhooks, (event, forged) => {
    const url = options.webhookUrl();
    const signing = forged ? { ...endpoint, webhookId: `${webhookId}_forged` } : endpoint;
    return url === undefined
      ? undefined
      : signedEvent(event, signing, { url, at: clock.hostSeconds() });
  });
  const account: PayPalAccount = {
    ...tables,
    clock,
    apiBase,
    pageBase,
    refundsWait: false,
    reports: { isAllowed: true, delay: REPORTS_ARE_LATE },
    announce,
  };
  const tokens = accessTokens(options);

  return {
    api: paypalApi(account, { ...options, tokens, endpoint }),
    pages: async (app: FastifyInstance): Promise<void> => {
      await app.register(checkoutRoutes(account, state, options.outcomes));
    },
    /** The caller waits until the API listens, because webhooks name its address. */
    resume,
    ledger: () => ledgerEntries(account),
    payments: () => payments(account),
    knows: (id: string) =>
      [account.orders, account.captures, account.refunds, account.transactions].some((table) =>
        table.get(id),
      ),
    payout: () => withdraw(account),
    failPayout: (id: string) => failWithdrawal(account, id),
    fee: (amount: number, currency: string) => moveFee(account, amount, currency),
    mayReport(isAllowed: boolean) {
      account.reports.isAllowed = isAllowed;
    },
    setReportDelay(seconds: number) {
      account.reports.delay = seconds;
    },
    setTokenLifetime: (seconds: number) => tokens.setLifetime(seconds),
    resolvePending: (id: string, outcome: 'completed' | 'denied') =>
      resolvePending(account, needCapture(account, id), outcome),
    refund: (id: string, amount?: number): string =>
      refundCapture(account, needCapture(account, id), amount).id,
    failRefund: (id: string) => failRefund(account, { id }),
    pendingRefunds(wait: boolean) {
      account.refundsWait = wait;
      if (wait) return;
      for (const refund of account.refunds.rows())
        if (refund.status === 'PENDING') completeRefund(account, refund);
    },
    dispute: (id: string, amount?: number): string =>
      openDispute(account, needCapture(account, id), amount),
    closeDispute(id: string, outcome: 'won' | 'lost') {
      const capture = needCapture(account, id);
      const left = capture.amount - capture.refunded;
      const taken = Math.min(disputeOf(account, capture)?.amount ?? 0, left);
      if (outcome === 'lost' && taken > 0) chargeBack(account, capture, taken);
      closeDispute(account, needCapture(account, id), outcome);
    },
  };
}

const REPORTS_ARE_LATE = 3 * 60 * 60;

/** The charges by custom_id, or by the id of the order if it has no custom_id. */
function* ledgerEntries(account: PayPalAccount): Iterable<[string, LedgerCharge]> {
  for (const { id, status, customId, order, amount, refunded, ...row } of account.captures.rows()) {
    if (status !== 'COMPLETED') continue;
    const currency = row.currency.toLowerCase();
    const { disputed } = row;
    const charge = {
      provider: 'paypal',
      id,
      amount,
      currency,
      refunded,
      disputed,
      lost: 0,
    } as const;
    yield [customId ?? order, charge];
  }
}

const stages = { PENDING: 'pending', COMPLETED: 'paid', DECLINED: 'failed' } as const;

/** Every order with its capture, oldest first. */
function* payments(account: PayPalAccount): Iterable<PretendPayment> {
  for (const order of account.orders.rows()) {
    const { amount, custom_id: reference = null, description = '' } = order.unit;
    const capture = account.captures.get(order.capture ?? '');
    const waiting = order.status === 'APPROVED' ? 'approved' : 'open';
    yield {
      provider: 'paypal',
      id: order.id,
      reference,
      description,
      amount: centsOf(amount),
      currency: amount.currency_code.toLowerCase(),
      created: order.created,
      stage: capture ? stages[capture.status] : hasLapsed(account, order) ? 'expired' : waiting,
      refunded: capture?.refunded ?? 0,
      disputed: capture?.disputed ?? false,
    };
  }
}

/** Finds a capture by its own id or by the id of its order. */
function needCapture(account: PayPalAccount, id: string): CaptureRow {
  const capture = account.captures.get(account.orders.get(id)?.capture ?? id);
  if (!capture) throw new Error(`Nothing was captured for PayPal order ${id}.`);
  return capture;
}

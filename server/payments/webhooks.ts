import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBuckets } from '#server/http/rate-limit.ts';
import { networkOf } from '#server/http/visitor-address.ts';
import { eachAtOnce } from '#server/at-once.ts';
import { AppError } from '#server/errors.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { recordFraudWarning } from './fraud-warnings.ts';
import { isOurs, type PaymentContext } from './payment-context.ts';
import { isMoneyState } from './payment-states.ts';
import { findPaymentByMoney, findPaymentByRef, type Payment } from './payments.ts';
import {
  type PaymentProvider,
  type ProviderName,
  ProviderUnavailable,
  type WebhookEvent,
} from './provider.ts';
import { syncDispute } from './sync-disputes.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';
import {
  dropForeignEvents,
  finishWebhookEvent,
  NOT_OURS,
  NOT_UNDERSTOOD,
  OTHER_MODE,
  recordWebhookEvent,
  type UnfinishedEvent,
  unfinishedWebhookEvents,
} from './webhook-events.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * A provider treats a later answer as no answer and sends the event again. Late work continues, and once the event is
 * recorded the poller retries it.
 */
const ANSWER_MS = 4500;

/**
 * A size in bytes. The event of a dispute carries the texts of both sides, and can be larger than requests of visitors.
 */
const LARGEST_EVENT = 256 * 1024;

/** Receives the providers' webhooks. The signature covers the bytes, so no parser reads the body first. */
export async function webhookRoutes(
  app: FastifyInstance,
  { context, isLimited }: { context: PaymentContext; isLimited: boolean },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_EVENT }, (_, body, done) =>
    done(null, body),
  );
  const buckets = isLimited ? createBuckets() : undefined;

  for (const name of ['stripe', 'paypal'] satisfies ProviderName[]) {
    const provider = context.providers.get(name);
    if (!provider) continue;
    app.post(`/api/webhooks/${name}`, async (request, reply) => {
      await withTimeout(context, receive(request, provider), ANSWER_MS).catch(refuseForNow);
      return reply.code(200).send({ received: true });
    });
  }

  async function receive(request: FastifyRequest, provider: PaymentProvider): Promise<void> {
    let counted: string | undefined;
    /**
     * Counts a request before the provider is asked, so that simultaneous requests do not all cause a question.
     * Strangers do not know the ids of our payments, so an event that names a payment is counted for that payment, and
     * forged events do not block it.
     */
    const beforeAsking = async (claimed: WebhookEvent) => {
      if (!buckets) return;
      const payment = await paymentOf(context, provider, claimed);
      const bucket = payment ? `payment ${payment.id}` : networkOf(request.ip);
      const refusal = buckets.take('badSignature', bucket);
      if (refusal) throw refusal;
      counted = bucket;
    };
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const giveBack = () => counted !== undefined && buckets?.giveBack('badSignature', counted);
    const event = await provider
      .parseWebhook(body, request.headers, beforeAsking)
      .catch((error: unknown) => {
        giveBack();
        throw error;
      });
    if (!event) {
      request.log.warn({ provider: provider.name }, 'a webhook with a wrong signature was refused');
      throw new AppError('bad-signature', () => 'The signature is not right.');
    }
    giveBack();
    await handleWebhookEvent(context, provider, event);
  }
}

/** The provider could not be asked, so it has to send the event again. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error;
  throw new AppError('provider-unavailable', () => 'Please send this again.', { cause: error });
}

/**
 * Records the event first and finishes it last: after a crash in between it is unfinished, and the provider sends it
 * again. An error of ours answers 5xx for the same reason.
 */
async function handleWebhookEvent(
  context: PaymentContext,
  provider: PaymentProvider,
  event: WebhookEvent,
): Promise<void> {
  const now = timestamp(context.clock());
  const isDone = await recordWebhookEvent(context.db, provider.name, event, now);
  if (!isDone) await handleAndFinish(context, provider, event);
  // This also happens for a repeated event, because the question about a dispute may have failed the first time.
  await handleWaitingDisputes(context, provider, event);
}

/**
 * A provider may report a dispute before it reports the money. The event of the dispute waits for the event that
 * reports the money.
 */
async function handleWaitingDisputes(
  context: PaymentContext,
  provider: PaymentProvider,
  { ref }: WebhookEvent,
): Promise<void> {
  const { db, clock } = context;
  const payment = ref === undefined ? undefined : await findPaymentByRef(db, ref);
  if (payment?.paymentRef === undefined) return;
  const waiting = await unfinishedWebhookEvents(db, timestamp(clock(), 1), [provider.name]);
  for (const { event } of waiting) {
    const isDispute = event.disputeRef !== undefined && event.paymentRef === payment.paymentRef;
    if (isDispute) await handleAndFinish(context, provider, event);
  }
}

/** An event about unknown money waits this long for the event that reports the money. */
const UNKNOWN_MONEY_WAITS_MS = DAY;

/** Like the providers themselves, who send events at once and in any order. */
const EVENTS_AT_ONCE = 4;

/**
 * Handles events again that were recorded over a minute ago and are not finished. Events of a provider that is switched
 * off wait until it is on again.
 */
export async function retryWebhookEvents(
  context: PaymentContext,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = context;
  const now = context.clock();
  const names = [...context.providers.keys()];
  const unfinished = await unfinishedWebhookEvents(db, timestamp(now, -60_000), names);
  const retry = async ({ provider, event }: UnfinishedEvent) => {
    const asked = context.providers.get(provider);
    if (asked) await handleAndFinish(context, asked, event).catch(onError);
  };
  await eachAtOnce(EVENTS_AT_ONCE, unfinished, retry, signal);
  await dropForeignEvents(db, timestamp(now, -UNKNOWN_MONEY_WAITS_MS), names, timestamp(now));
}

async function handleAndFinish(
  context: PaymentContext,
  provider: PaymentProvider,
  event: WebhookEvent,
): Promise<void> {
  const outcome = await applyEvent(context, provider, event);
  if (outcome === undefined) return;
  const now = timestamp(context.clock());
  await finishWebhookEvent(context.db, provider.name, event.eventId, outcome, now);
}

/**
 * Brings an event's payment to the state that its provider reports. Undefined if a later event may still report its
 * money.
 */
async function applyEvent(
  context: PaymentContext,
  provider: PaymentProvider,
  event: WebhookEvent,
): Promise<string | undefined> {
  if (event.live !== provider.live) return OTHER_MODE;
  if (event.ref === undefined && event.paymentRef === undefined) return NOT_UNDERSTOOD;
  const payment = await paymentOf(context, provider, event);
  if (!payment) {
    return event.ref === undefined ? undefined : NOT_OURS;
  }
  // A process with keys of the payment's account handles the event.
  if (!isOurs(context, payment)) return undefined;
  if (event.disputeRef !== undefined) {
    return syncDispute(context, provider.name, event.disputeRef, 'webhook');
  }
  if (event.fraudWarningRef !== undefined) {
    return recordFraudWarning(context, payment, event.fraudWarningRef);
  }
  const state = await syncPayment(context, payment.id, 'webhook');
  // The payment was paid before this event, so the event may be about a refund or a failed refund.
  return isMoneyState(state) && payment.state === state
    ? syncRefunds(context, payment.id, 'webhook')
    : state;
}

async function paymentOf(
  { db }: PaymentContext,
  { name }: PaymentProvider,
  { ref, paymentRef }: WebhookEvent,
): Promise<Payment | undefined> {
  const byRef = ref === undefined ? undefined : await findPaymentByRef(db, ref);
  if (byRef) return byRef.provider === name ? byRef : undefined;
  return paymentRef === undefined ? undefined : findPaymentByMoney(db, name, paymentRef);
}

import type { Db } from '#server/database/database.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import type { JobDeps } from '#server/operations/watch.ts';
import { type Endpoint, syncEndpoints } from './endpoints.ts';
import { payloadOf } from './payload.ts';
import { NotAccepted, postWebhook } from './post-webhook.ts';
import {
  dateNewWebhooks,
  dropOvertaken,
  keepPayload,
  leaseWebhook,
  markWebhookSent,
  putWebhookBack,
  type WebhookMessage,
} from './webhook-messages.ts';

/** An endpoint that answers slowly gives the others their next round after this time. */
const ROUND_MS = 15_000;

/** Sends all due messages, to all endpoints at once: each has its own lane, and a slow one stops no other. */
export async function sendWebhooks(
  { context: { db, clock }, content, env }: Pick<JobDeps, 'context' | 'content' | 'env'>,
  signal: AbortSignal,
): Promise<void> {
  const endpoints = await syncEndpoints(db, content, env);
  await dateNewWebhooks(db, clock());
  await dropOvertaken(db);
  const lanes = await Promise.allSettled(
    endpoints.map((endpoint) => sendTo(endpoint, { db, clock }, signal)),
  );
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}

/** Sends until nothing is due or a try fails: an endpoint that is away gets one try in a round. */
async function sendTo(
  endpoint: Endpoint,
  { db, clock }: { db: Db; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const ends = performance.now() + ROUND_MS;
  while (!signal.aborted && performance.now() < ends) {
    const message = await leaseWebhook(db, endpoint.name, clock());
    if (!message) return;
    try {
      await sendOne(endpoint, db, message, clock());
      await markWebhookSent(db, message.id, clock());
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error;
      const { message: trouble, isGone } = error;
      await putWebhookBack(db, message, { trouble, isGone, now: clock() });
      return;
    }
  }
}

async function sendOne(
  endpoint: Endpoint,
  db: Db,
  message: WebhookMessage,
  now: Date,
): Promise<void> {
  let body = message.payload;
  if (body === null) {
    body = await payloadOf(db, message, endpoint, timestamp(now));
    await keepPayload(db, message.id, body);
  }
  await postWebhook(endpoint, { id: `msg_${message.id}`, body, now });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openBuckets } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import { patiently } from './patience.ts';
import { takeNotice } from './take-notice.ts';
import { type Till } from './till.ts';
import {
  type PaymentProvider,
  type ProviderName,
  ProviderUnavailable,
} from './payment-provider.ts';

/**
 * A provider takes an answer that comes later for none, and sends the notice again. What was late goes on: once it is
 * written down, it is repeated by us.
 */
const ANSWER_MS = 4500;

/** A dispute's event carries what both sides wrote, and can be larger than what visitors send. In bytes. */
const LARGEST_EVENT = 256 * 1024;

/** Where the providers report. The signature covers the bytes, so nothing here parses the body. */
export async function webhookRoutes(
  app: FastifyInstance,
  { till, isLimited }: { till: Till; isLimited: boolean },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_EVENT }, (_, body, done) =>
    done(null, body),
  );
  const buckets = isLimited ? openBuckets() : undefined;

  for (const name of ['stripe', 'paypal'] satisfies ProviderName[]) {
    const provider = till.providers.get(name);
    if (!provider) continue;
    app.post(`/api/webhooks/${name}`, async (request, reply) => {
      await patiently(till, receive(request, provider), ANSWER_MS).catch(refuseForNow);
      return reply.code(200).send({ received: true });
    });
  }

  async function receive(request: FastifyRequest, provider: PaymentProvider): Promise<void> {
    // Counted before it is read: what comes together must not all be asked about before the first answer.
    const refusal = buckets?.take('badSignature', request.ip);
    if (refusal) throw refusal;
    const giveBack = () => buckets?.giveBack('badSignature', request.ip);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = await provider.readNotice(body, request.headers).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    if (!notice) {
      request.log.warn({ provider: provider.name }, 'a webhook with a wrong signature was refused');
      throw new Refusal('bad-signature', 'The signature is not right.');
    }
    giveBack();
    await takeNotice(till, provider, notice);
  }
}

/** The provider could not be asked: it sends the notice again. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error;
  throw new Refusal('provider-unavailable', 'Please send this again.', { cause: error });
}

import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';
import { patiently } from './patience.ts';
import { takeNotice } from './take-notice.ts';
import { type Till } from './till.ts';
import { type ProviderName, ProviderUnavailable } from './payment-provider.ts';

/** A provider takes an answer that comes later for none. The notice is written down by then, and repeated by us. */
const PATIENCE_MS = 4500;

/** Where the providers report. The signature covers the bytes, so nothing here parses the body. */
export async function webhookRoutes(app: FastifyInstance, { till }: { till: Till }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_, body, done) =>
    done(null, body),
  );

  for (const name of ['stripe', 'paypal'] satisfies ProviderName[]) {
    const provider = till.providers.get(name);
    if (!provider) continue;
    app.post(`/api/webhooks/${name}`, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const notice = await provider.readNotice(body, request.headers).catch(refuseForNow);
      if (!notice) {
        request.log.warn({ provider: name }, 'a webhook with a wrong signature was refused');
        throw new Refusal('bad-signature', 'The signature is not right.');
      }
      await patiently(till, takeNotice(till, provider, notice), PATIENCE_MS).catch(refuseForNow);
      return reply.code(200).send({ received: true });
    });
  }
}

/** The provider could not be asked: it sends the notice again. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error;
  throw new Refusal('provider-unavailable', 'Please send this again.', { cause: error });
}

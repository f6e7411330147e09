import type { FastifyInstance } from 'fastify';
import { answer, refuseUnreadable } from './answer.ts';
import { captureOrder } from './capture-order.ts';
import { retrieveCapture } from './captures.ts';
import { certificateRoute } from './certificate-route.ts';
import { paths } from './links.ts';
import { createOrder, retrieveOrder } from './orders.ts';
import { patchOrder } from './patch-order.ts';
import type { ApiContext } from './paypal-call.ts';
import { failed } from './paypal-error.ts';
import { createRefund, retrieveRefund } from './refunds.ts';
import { type Endpoint, verifySignature } from './webhook-signatures.ts';

/** Every route but the certificate's answers through `answer`, which knows tokens, faults and request ids. */
export function paypalApi(api: ApiContext, endpoint: Endpoint) {
  const { account, tokens } = api;
  const on = answer.bind(null, api);

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    // Each call parses its own body: signatures cover bytes, and malformed bodies get PayPal's own answer.
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler(refuseUnreadable.bind(null, api));

    app.post(
      '/v1/oauth2/token',
      on(({ authorization }, sent) => ({ status: 200, body: tokens.grant(authorization, sent) }), {
        access: 'anybody',
        takes: 'form',
      }),
    );
    app.post(
      '/v1/notifications/verify-webhook-signature',
      on((call, sent) => verifySignature(endpoint, call, sent)),
    );
    app.get(paths.certificate(':id'), certificateRoute(api, endpoint.signer));

    await app.register(async (v2) => {
      v2.post(
        '/v2/checkout/orders',
        on((call, sent) => createOrder(account, call, sent)),
      );
      v2.get(
        paths.order(':id'),
        on((call) => retrieveOrder(account, call)),
      );
      v2.patch(
        paths.order(':id'),
        on((call, sent) => patchOrder(account, call, sent)),
      );
      v2.post(
        `${paths.order(':id')}/capture`,
        on((call, sent) => captureOrder(account, call, sent)),
      );
      v2.get(
        paths.capture(':id'),
        on((call) => retrieveCapture(account, call)),
      );
      v2.post(
        `${paths.capture(':id')}/refund`,
        on((call, sent) => createRefund(account, call, sent)),
      );
      v2.get(
        paths.refund(':id'),
        on((call) => retrieveRefund(account, call)),
      );
    });

    await app.register(
      async (unknown) => {
        unknown.setNotFoundHandler(
          on(() => {
            throw failed(404);
          }),
        );
      },
      { prefix: '/v2' },
    );
  };
}

import type { FastifyInstance } from 'fastify';
import { parseForm } from '../form-body.ts';
import { answer } from './answer.ts';
import { retrieveCharge } from './charges.ts';
import { listEvents, retrieveEvent } from './events.ts';
import { retrieveIntent } from './intents.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts';
import {
  createSession,
  expireSession,
  listLineItems,
  listSessions,
  retrieveSession,
} from './sessions.ts';
import { type ApiContext, causeOf } from './stripe-call.ts';
import { unknownRoute } from './stripe-error.ts';

/** The routes below /v1. Every one of them answers through `answer`, which knows keys, faults and idempotency. */
export function stripeApi(api: ApiContext) {
  const { account } = api;
  const on = answer.bind(null, api);

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    );
    app.setErrorHandler(refuseUnreadable.bind(null, api));

    app.post(
      '/checkout/sessions',
      on(({ sent }) => createSession(account, sent)),
    );
    app.get(
      '/checkout/sessions',
      on(({ sent }) => listSessions(account, sent)),
    );
    app.get(
      '/checkout/sessions/:id',
      on(({ id, sent }) => retrieveSession(account, id, sent)),
    );
    app.get(
      '/checkout/sessions/:id/line_items',
      on(({ id, sent }) => listLineItems(account, id, sent)),
    );
    app.post(
      '/checkout/sessions/:id/expire',
      on((call) => expireSession(account, call.id, call.sent, causeOf(call))),
    );
    app.get(
      '/payment_intents/:id',
      on(({ id, sent }) => retrieveIntent(account, id, sent)),
    );
    app.get(
      '/charges/:id',
      on(({ id, sent }) => retrieveCharge(account, id, sent)),
    );
    app.post(
      '/refunds',
      on((call) => createRefund(account, call.sent, causeOf(call))),
    );
    app.get(
      '/refunds',
      on(({ sent }) => listRefunds(account, sent)),
    );
    app.get(
      '/refunds/:id',
      on(({ id, sent }) => retrieveRefund(account, id, sent)),
    );
    app.get(
      '/events',
      on(({ sent }) => listEvents(account, sent)),
    );
    app.get(
      '/events/:id',
      on(({ id, sent }) => retrieveEvent(account, id, sent)),
    );

    app.setNotFoundHandler(
      on(({ method, path }) => {
        throw unknownRoute(method, path);
      }),
    );
  };
}

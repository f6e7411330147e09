import type { FastifyInstance } from 'fastify';
import { parseForm } from './form-body.ts';
import { sendNotice } from './page-frame.ts';

const BODY_LIMIT = 4096;

/** Makes the routes of hosted pages accept plain forms and nothing else. */
export function takeForms(app: FastifyInstance, provider?: string): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    // The host's own error handler logs unexpected errors.
    if (status >= 500) throw error;
    return sendNotice(reply, {
      status,
      ...(provider !== undefined && { provider }),
      heading: 'This form could not be read',
      text: 'Go back and try again.',
    });
  });
}

import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

/**
 * Answers only requests for localhost, for an IP address and for the name that the server listens on. Any other
 * name may be that of a foreign web page that resolves to this machine (DNS rebinding): the page could read operator pages.
 */
export function answerOwnHosts(app: FastifyInstance, listensOn: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers;
    done(host === undefined || isOwnHost(host, listensOn) ? undefined : foreignHost());
  });
}

function isOwnHost(host: string, listensOn: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return name === 'localhost' || isIP(name) !== 0 || name === listensOn.toLowerCase();
}

function foreignHost(): AppError {
  return new AppError(
    'foreign-address',
    () =>
      'This site answers at localhost and at IP addresses. For another name, set PUBLIC_BASE_URL.',
  );
}

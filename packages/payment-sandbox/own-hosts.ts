import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Answers only requests for localhost or an IP address. Any other name may belong to a web page and resolve to this
 * machine (DNS rebinding).
 */
export function answerOwnHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers: { host } }, reply) => {
    if (host === undefined || isOwnHost(host)) return;
    const message = 'The sandbox answers at localhost and at IP addresses.';
    return reply.code(400).send({ message });
  });
}

function isOwnHost(host: string): boolean {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const name = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || isIP(name) !== 0;
}

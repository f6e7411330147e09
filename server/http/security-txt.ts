import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/identity.ts';

const HALF_A_YEAR_MS = 182 * 24 * 60 * 60_000;

/**
 * Tells security researchers whom to contact (RFC 9116). The file expires half a year after each answer, so it is current as
 * long as the site answers.
 */
export function securityTxt(app: FastifyInstance, contact: string, clock: Clock): void {
  app.get('/.well-known/security.txt', (_, reply) => {
    const expires = new Date(clock().getTime() + HALF_A_YEAR_MS).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`Contact: mailto:${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
}

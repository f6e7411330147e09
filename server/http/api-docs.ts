import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { apiPage } from './api-page.ts';
import { openApi } from './open-api.ts';

/**
 * /api/openapi.json for programs and /api/docs for people, both made from the contract for whoever asks first. Whoever asks
 * a thousand times in one breath gets the same bytes a thousand times.
 */
export function apiDocs(app: FastifyInstance, title: string): void {
  const all = Object.values<Call>(calls);

  let description: Buffer | undefined;
  app.get('/api/openapi.json', OPTIONS, async (_, reply) => {
    description ??= Buffer.from(JSON.stringify(openApi(title, all)));
    return reply.type('application/json; charset=utf-8').send(description);
  });

  let page: { html: Buffer; policy: string } | undefined;
  app.get('/api/docs', OPTIONS, async (_, reply) => {
    page ??= pageOf(apiPage(title, all));
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .send(page.html);
  });
}

function pageOf({ html, policy }: { html: string; policy: string }) {
  return { html: Buffer.from(html), policy };
}

const OPTIONS = { config: { limit: 'read' } } as const;

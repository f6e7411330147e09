import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/call.ts';
import { apiPage } from './api-page.ts';

/** /api/openapi.json for programs and /api/docs for people, both made from the contract. Register before the routes. */
export async function apiDocs(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${title}: calls`, version: '1' } },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/api/docs', { schema: { hide: true } }, (_, reply) => {
    const { html, policy } = apiPage(title, Object.values<Call>(calls));
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html);
  });
}

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
  // Made once: whoever asks a thousand times in one breath gets the same bytes a thousand times.
  let description: Buffer | undefined;
  app.get('/api/openapi.json', OPTIONS, (_, reply) => {
    description ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  const { html, policy } = apiPage(title, Object.values<Call>(calls));
  const page = Buffer.from(html);
  app.get('/api/docs', OPTIONS, (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
}

const OPTIONS = { schema: { hide: true }, config: { limit: 'read' } } as const;

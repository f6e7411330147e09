import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Content } from '#contract/content.ts';
import { answer } from '#server/http/answer.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';

export function speakerRoutes(app: FastifyInstance, content: Content): void {
  answer(app, calls.listSpeakers, 'read', async ({ http }) => [
    ...inRequestLanguage(content, http).speakers,
  ]);
}

import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { SpeakerEntry } from '#contract/content/speakers-shape.ts';
import { answer } from '#server/http/answer.ts';

export function speakerRoutes(app: FastifyInstance, speakers: readonly SpeakerEntry[]): void {
  answer(app, calls.listSpeakers, 'read', async () => [...speakers]);
}

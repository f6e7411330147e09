import type { FastifyContextConfig, FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { postCall } from '#server/http/post-call.ts';
import type { Organiser } from '#organiser/dashboard/call-rights.ts';
import {
  answerCheckIn,
  answerScan,
  answerUndo,
  type Desk,
  type DeskAnswer,
} from './desk-answers.ts';

const AtDoor = z.optional(z.object({ id: z.string(), way: z.enum(['in', 'out']) }));
const Scan = z.object({ code: z.string().check(z.maxLength(1000)), door: AtDoor });
const CheckIn = z.object({
  person: z.string(),
  door: AtDoor,
  isDespiteUnpaid: z._default(z.boolean(), false),
});
const Undo = z.object({ person: z.string(), door: AtDoor });

/** The calls of the registration desk, which act at once: a queue waits. */
export function deskCalls(desk: (organiser: Organiser) => Promise<Desk>): FastifyPluginAsync {
  // Servers load this file, and nothing of the dashboard.
  const config: FastifyContextConfig = { needs: { level: 'act', of: ['Desk'] } };
  return async (app) => {
    const call = <Body extends z.ZodMiniType>(
      name: string,
      body: Body,
      answer: (desk: Desk, body: z.output<Body>) => Promise<DeskAnswer[]>,
    ) =>
      postCall(
        app,
        `/desk/${name}`,
        body,
        async (given, { request: { organiser } }) => ({
          answers: await answer(await desk(organiser), given),
        }),
        { config },
      );
    call('scan', Scan, (at, { code, door }) => answerScan(at, code, door));
    call('check-in', CheckIn, async (at, { person, isDespiteUnpaid, door }) => [
      await answerCheckIn(at, { key: person }, isDespiteUnpaid, door),
    ]);
    call('undo', Undo, async (at, { person, door }) => [await answerUndo(at, person, door)]);
    app.get('/desk/doors', { config }, async ({ organiser }) => (await desk(organiser)).doors());
  };
}

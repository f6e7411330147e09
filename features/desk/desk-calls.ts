import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import {
  answerCheckIn,
  answerScan,
  answerUndo,
  type Desk,
  type DeskAnswer,
} from './desk-answers.ts';

const Scan = z.object({ code: z.string().check(z.maxLength(1000)) });
const CheckIn = z.object({
  person: z.string(),
  isDespiteUnpaid: z._default(z.boolean(), false),
});
const Undo = z.object({ person: z.string() });

type Answered = { answers: DeskAnswer[] };

/** The calls of the registration desk, which act at once: a queue waits. */
export function deskCalls(desk: () => Promise<Desk>): FastifyPluginAsync {
  return async (app) => {
    app.post<{ Body: z.output<typeof Scan> }>(
      '/desk/scan',
      { schema: { body: Scan } },
      async ({ body }): Promise<Answered> => ({
        answers: await answerScan(await desk(), body.code),
      }),
    );
    app.post<{ Body: z.output<typeof CheckIn> }>(
      '/desk/check-in',
      { schema: { body: CheckIn } },
      async ({ body: { person, isDespiteUnpaid } }): Promise<Answered> => ({
        answers: [await answerCheckIn(await desk(), { key: person }, isDespiteUnpaid)],
      }),
    );
    app.post<{ Body: z.output<typeof Undo> }>(
      '/desk/undo',
      { schema: { body: Undo } },
      async ({ body }): Promise<Answered> => ({
        answers: [await answerUndo(await desk(), body.person)],
      }),
    );
  };
}

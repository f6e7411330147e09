import type { FastifyContextConfig, FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { ActionImpossible } from '#server/operations/plan.ts';
import { postCall } from '#server/http/post-call.ts';
import type { Organiser } from '#organiser/dashboard/call-rights.ts';
import {
  answerCheckIn,
  answerName,
  answerScan,
  answerUndo,
  type Desk,
  type DeskAnswer,
  type WaysAtDesk,
} from './desk-answers.ts';

const AtDoor = z.optional(z.object({ id: z.string(), way: z.enum(['in', 'out']) }));
/** When a scan was made that a browser kept without a network. */
const KeptAt = z.optional(z.iso.datetime());
const Scan = z.object({ code: z.string().check(z.maxLength(1000)), door: AtDoor, at: KeptAt });
const Name = z.object({ name: z.string().check(z.maxLength(1000)) });
const CheckIn = z.object({
  person: z.string(),
  door: AtDoor,
  isDespiteUnpaid: z._default(z.boolean(), false),
  at: KeptAt,
});
const Person = z.object({ person: z.string() });
const Undo = z.object({ person: z.string(), door: AtDoor });

/** The calls of the registration desk, which act at once: a queue waits. */
export function deskCalls(
  desk: (organiser: Organiser, at?: string) => Promise<Desk>,
): FastifyPluginAsync {
  // Servers load this file, and nothing of the dashboard.
  const config: FastifyContextConfig = { needs: { level: 'act', of: ['Desk'] } };
  return async (app) => {
    const call = <Body extends z.ZodMiniType>(
      name: string,
      body: Body,
      answer: (desk: Desk, body: z.output<Body>) => Promise<DeskAnswer[]>,
      atOf: (body: z.output<Body>) => string | undefined = () => undefined,
    ) =>
      postCall(
        app,
        `/desk/${name}`,
        body,
        async (given, { request: { organiser } }) => ({
          answers: await answer(await desk(organiser, atOf(given)), given),
        }),
        { config },
      );
    call(
      'scan',
      Scan,
      (at, { code, door }) => answerScan(at, code, door),
      ({ at }) => at,
    );
    call('name', Name, (at, { name }) => answerName(at, name));
    call(
      'check-in',
      CheckIn,
      async (at, { person, isDespiteUnpaid, door }) => [
        await answerCheckIn(at, { key: person }, isDespiteUnpaid, door),
      ],
      ({ at }) => at,
    );
    call('undo', Undo, async (at, { person, door }) => [await answerUndo(at, person, door)]);
    const asked = { config };
    const online = () => new ActionImpossible('A desk without a network cannot do this.');
    postCall(
      app,
      '/desk/pay-link',
      Person,
      async ({ person }, { request: { organiser } }) => {
        const { payLink } = await desk(organiser);
        if (!payLink) throw online();
        return payLink(person);
      },
      asked,
    );
    postCall(
      app,
      '/desk/paid',
      Person,
      async ({ person }, { request: { organiser } }) => {
        const { isPaid } = await desk(organiser);
        if (!isPaid) throw online();
        return { isPaid: await isPaid(person) };
      },
      asked,
    );
    app.get('/desk/ways', { config }, async ({ organiser }): Promise<WaysAtDesk> => {
      const { payLink, takesCash = false } = await desk(organiser);
      return { byPhone: payLink !== undefined, cash: takesCash };
    });
    app.get('/desk/doors', { config }, async ({ organiser }) => (await desk(organiser)).doors());
  };
}

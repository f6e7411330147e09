import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ContextFor, nothing, planCalls, sendFile } from '#organiser/dashboard/api.ts';
import { act, see } from '#organiser/dashboard/call-rights.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { decisionAbout, findOwn, readOwnAbstract, readOwnSessions } from './own-sessions.ts';

const Key = z.object({ key: z.string() });
const FileKey = z.extend(Key, { id: z.string() });
const Reference = z.looseObject({ reference: z.string() });

/** All that a track chair may ask: the sessions, an abstract of one of them, its files, and a decision about it. */
export function ownSessionCalls(contextFor: ContextFor): FastifyPluginAsync {
  return async (app) => {
    const config = { needs: see('Own sessions') };
    app.get('/own-sessions', { config }, async ({ organiser }) =>
      readOwnSessions(await contextFor(organiser), organiser),
    );
    app.get<{ Params: z.output<typeof Key> }>(
      '/own-sessions/:key',
      { schema: { params: Key }, config },
      async ({ organiser, params }, reply) => {
        const context = await contextFor(organiser);
        const abstract = await findOwn(context, organiser, params.key);
        return (
          (abstract && (await readOwnAbstract(context, abstract, organiser))) ?? nothing(reply)
        );
      },
    );
    app.get<{ Params: z.output<typeof FileKey> }>(
      '/own-sessions/:key/files/:id',
      { schema: { params: FileKey }, config },
      async ({ organiser, params: { key, id } }, reply) => {
        const context = await contextFor(organiser);
        const abstract = await findOwn(context, organiser, key);
        if (!abstract) return nothing(reply);
        return sendFile(context, { key: abstract.reference, id }, reply);
      },
    );

    const wanted = async ({ organiser }: FastifyRequest, request: unknown) => {
      const context = await contextFor(organiser);
      const { data } = Reference.safeParse(request);
      const abstract = data && (await findOwn(context, organiser, data.reference));
      if (!abstract) throw new ActionImpossible('There is nothing with this reference.');
      return { context, abstract };
    };
    await app.register(
      async (scope) =>
        planCalls(scope, {
          needs: act('Own sessions'),
          async planOf({ action, request: typed }, request) {
            if (action !== 'decide') throw new ActionImpossible(`There is no action "${action}".`);
            const { context, abstract } = await wanted(request, typed);
            const { reference } = abstract;
            const decide = decisionAbout(abstract, context.content);
            if (!('plan' in decide)) throw new ActionImpossible('This has no preview.');
            return decide.plan(context, { ...(typed as object), reference });
          },
          // The session may have been taken away since the plan was shown.
          async refuse({ request: typed }, request) {
            await wanted(request, typed);
          },
        }),
      { prefix: '/own-sessions' },
    );
  };
}

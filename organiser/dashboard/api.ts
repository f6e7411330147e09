import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import * as z from 'zod/mini';
import { ContentError } from '#server/content/content-error.ts';
import { SettingError } from '#server/config/env.ts';
import { features } from '#server/features.ts';
import { findAbstractStory } from '#server/reports/read-story.ts';
import { listingOf, listNames } from '#server/reports/lists.ts';
import { newId } from '#server/identity.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import { type CommandContext, CommandError } from '../command-context.ts';
import { actionNamed, formsOf } from './actions.ts';
import { make, MOST_UPLOADED, withFiles } from './files-of-forms.ts';
import { postCall } from '#server/http/post-call.ts';
import { createPendingPlans } from './pending-plans.ts';
import {
  readAbstract,
  readConference,
  readCharts,
  readOverview,
  readPerson,
  readThings,
} from './read-pages.ts';

declare module '#server/features.ts' {
  interface FeatureSections {
    /** Further calls of the dashboard's page. */
    calls?: (context: CommandContext) => FastifyPluginAsync;
  }
}

const Key = z.object({ key: z.string() });
const FileKey = z.extend(Key, { id: z.string() });
/** An action with the values of its form. */
const Typed = z.object({ action: z.string(), request: z.unknown() });
const ToPerform = z.object({ plan: z.string() });

/** A plan for the page to show before it is done. */
export type Planned = { plan: string; words: string[]; button: string | undefined };

/** The errors whose messages are sentences for the organiser. */
const EXPECTED = [ActionImpossible, CommandError, ContentError, SettingError];

/** The calls of the page. access.ts decides who may make them. */
export function apiRoutes(context: CommandContext): FastifyPluginAsync {
  const { latest } = context;

  return async (app) => {
    answerOrganiser(app);
    for (const { sections } of features()) {
      if (sections?.calls) await app.register(sections.calls(context));
    }
    readingCalls(app, latest);

    planCalls(app, async ({ action, request }) => {
      const command = actionNamed(action);
      const now = await latest();
      return withFiles(command, request, async (typed) => {
        if ('plan' in command) return command.plan(now, typed);
        throw new ActionImpossible(`${command.title} has no preview.`);
      });
    });
    postCall(app, '/make', Typed, async ({ action, request }, reply) => {
      const { text, file } = await make(await latest(), actionNamed(action), request);
      if (!file) return { text };
      return reply
        .type('application/octet-stream')
        .headers({
          'content-disposition': `attachment; filename="${file.name}"`,
          // A header cannot contain umlauts or line ends.
          'x-text': encodeURIComponent(text.slice(0, 1000)),
        })
        .send(file.stream);
    });
  };
}

/** The calls that show what is there. */
function readingCalls(app: FastifyInstance, latest: CommandContext['latest']): void {
  const Name = z.object({ name: z.enum(listNames()) });
  app.get('/conference', async () => readConference(await latest()));
  app.get('/forms', async () => formsOf((await latest()).content));
  app.get('/overview', async () => readOverview(await latest()));
  app.get('/charts', async () => readCharts(await latest()));
  app.get('/things', async () => readThings(await latest()));
  app.get<{ Params: z.output<typeof Name> }>(
    '/listings/:name',
    { schema: { params: Name } },
    async (request, reply) => {
      const now = await latest();
      const { head, rows } = listingOf(now, request.params.name);
      return sendLines(request, reply, lines(head, rows(now.payments.db)));
    },
  );
  app.get<{ Params: z.output<typeof Key> }>(
    '/people/:key',
    { schema: { params: Key } },
    async ({ params }, reply) => (await readPerson(await latest(), params.key)) ?? nothing(reply),
  );
  app.get<{ Params: z.output<typeof Key> }>(
    '/abstracts/:key',
    { schema: { params: Key } },
    async ({ params }, reply) => (await readAbstract(await latest(), params.key)) ?? nothing(reply),
  );
  app.get<{ Params: z.output<typeof FileKey> }>(
    '/abstracts/:key/files/:id',
    { schema: { params: FileKey } },
    async ({ params }, reply) => sendFile(await latest(), params, reply),
  );
}

/** The calls that make a plan, and perform it. */
export function planCalls(
  app: FastifyInstance,
  planOf: (typed: z.output<typeof Typed>) => Promise<Plan>,
): void {
  const plans = createPendingPlans(newId, () => performance.now());
  const tell = async (typed: z.output<typeof Typed>): Promise<Planned> => {
    const plan = await planOf(typed);
    return { plan: plans.keep(plan), words: plan.words, button: plan.button };
  };
  postCall(app, '/plan', Typed, tell, { bodyLimit: MOST_UPLOADED });
  postCall(app, '/perform', ToPerform, async ({ plan }) => ({ words: await plans.perform(plan) }));
}

/** Answers are not stored, and refusals are sentences. */
export function answerOrganiser(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  const answerOthers = app.errorHandler;
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isForTheOrganiser = EXPECTED.some((kind) => error instanceof kind);
    if (!isForTheOrganiser) return answerOthers(error, request, reply);
    const { message } = error;
    const remedy = error instanceof ActionImpossible ? error.remedy : undefined;
    return reply.code(422).send({ message, remedy });
  });
}

function nothing(reply: FastifyReply) {
  return reply.code(404).send({ message: 'There is nothing with this reference.' });
}

async function* lines(head: unknown, pages: AsyncGenerator<unknown>): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head)}\n`;
  for await (const page of pages) yield `${JSON.stringify(page)}\n`;
}

/** Compresses the lines, because the organiser may have a slow connection (ssh -L), and sends each line at once. */
function sendLines(request: FastifyRequest, reply: FastifyReply, all: AsyncGenerator<string>) {
  const source = Readable.from(all);
  void reply.type('application/x-ndjson; charset=utf-8');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(source);
  const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
  source.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => source.destroy());
  return reply.header('content-encoding', 'gzip').send(source.pipe(gzip));
}

/** Sends a version of an abstract's file. */
async function sendFile(
  context: CommandContext,
  { key, id }: z.output<typeof FileKey>,
  reply: FastifyReply,
) {
  const story = await findAbstractStory(context.payments.db, key.toUpperCase());
  const file = story?.versions.find((version) => version.id === id);
  if (!file) return nothing(reply);
  if (file.scan === 'INFECTED') {
    throw new ActionImpossible(
      `The file is infected (${file.scanFinding}) and is not shown. “Files of abstracts” saves it with the infected files.`,
    );
  }
  const store = await context.store();
  if (file.fileStore !== store.id) {
    throw new ActionImpossible(`The file is in another store: ${file.fileStore}.`);
  }
  return reply
    .type('application/octet-stream')
    .header('content-length', file.bytes)
    .send(await store.read(file.fileKey));
}

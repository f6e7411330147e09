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
import { amountWithCode, asCents } from '#contract/money.ts';
import { ContentError } from '#server/content/content-error.ts';
import { SettingError } from '#server/config/env.ts';
import { features } from '#server/features.ts';
import { findAbstractStory } from '#server/reports/read-story.ts';
import { listingOf, listNames, subjectOfList } from '#server/reports/lists.ts';
import { newId } from '#server/identity.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import { type CommandContext, CommandError } from '../command-context.ts';
import type { Command } from '../command.ts';
import type { Subject } from '#server/operations/subjects.ts';
import { may, mayPerform, mayUse, type Rights } from './rights.ts';
import {
  type Need,
  type Organiser,
  refuseWithoutRight,
  see,
  type Typed,
  WithoutRight,
} from './call-rights.ts';
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
    /** Further calls of the dashboard's page, each with the right that it needs. */
    calls?: (contextFor: ContextFor) => FastifyPluginAsync;
  }
}

/** The context with the present files, and with the organiser who asks as the actor. */
export type ContextFor = (organiser: Organiser) => Promise<CommandContext>;

const Key = z.object({ key: z.string() });
const FileKey = z.extend(Key, { id: z.string() });
const TypedBody = z.object({ action: z.string(), request: z.unknown() });
const ToPerform = z.object({ plan: z.string() });

/** A plan for the page to show before it is done. */
export type Planned = { plan: string; words: string[]; button: string | undefined };

/** The errors whose messages are sentences for the organiser. */
const EXPECTED = [ActionImpossible, CommandError, ContentError, SettingError];

/** The calls of the page. access.ts decides who may open it, and each call says which right it needs. */
export function apiRoutes({ latest }: CommandContext): FastifyPluginAsync {
  const contextFor: ContextFor = async ({ actor, rights }) => ({
    ...(await latest()),
    ...(actor !== undefined && { actor }),
    maySee: (subject) => may(rights, 'see', subject),
  });

  return async (app) => {
    answerOrganiser(app);
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.needs === undefined) throw new Error(`the call ${url} needs no right`);
    });
    app.addHook('onRequest', async (request) => refuseWithoutRight(request));
    for (const { sections } of features()) {
      if (sections?.calls) await app.register(sections.calls(contextFor));
    }
    readingCalls(app, contextFor);

    planCalls(app, {
      async planOf(typed, request) {
        const command = usable(typed, request);
        const now = await contextFor(request.organiser);
        return withFiles(command, typed.request, async (given) => {
          if ('plan' in command) return command.plan(now, given);
          throw new ActionImpossible(`${command.title} has no preview.`);
        });
      },
      async refuse(typed, request, plan) {
        await refusePlan(usable(typed, request), plan, request.organiser, contextFor);
      },
    });
    postCall(
      app,
      '/make',
      TypedBody,
      async (typed, reply) => {
        const command = usable(typed, reply.request);
        const { text, file } = await make(
          await contextFor(reply.request.organiser),
          command,
          typed.request,
        );
        if (!file) return { text };
        return reply
          .type('application/octet-stream')
          .headers({
            'content-disposition': `attachment; filename="${file.name}"`,
            // A header cannot contain umlauts or line ends.
            'x-text': encodeURIComponent(text.slice(0, 1000)),
          })
          .send(file.stream);
      },
      { config: { needs: 'anything' } },
    );
  };
}

/** The command of an action, if the organiser may use it. */
function usable({ action }: Typed, { organiser }: FastifyRequest) {
  const command = actionNamed(action);
  if (!mayUse(organiser.rights, command)) throw new WithoutRight();
  return command;
}

/** Refuses a plan that needs another right than its command. */
export async function refusePlan(
  command: Command,
  plan: Plan,
  organiser: Organiser,
  contextFor: ContextFor,
): Promise<void> {
  if (mayPerform(organiser.rights, command, plan)) return;
  const { cents = 0, changesPrices = false, needs = [] } = plan.weighs ?? {};
  if (changesPrices && !may(organiser.rights, 'act', 'Prices')) {
    throw new WithoutRight(
      'This changes prices or rules, and you have no right to them: a secretary or a chair does it.',
    );
  }
  const lacking = needs.find((subject) => !may(organiser.rights, 'act', subject));
  if (lacking !== undefined) {
    throw new WithoutRight(
      `This needs the right to ${lacking.toLowerCase()}, too: a colleague who has it does it, such as a chair.`,
    );
  }
  if (cents === 0) {
    throw new WithoutRight(
      'This gives no money back, so it needs the right to people: a secretary or a chair does it.',
    );
  }
  const { currency } = (await contextFor(organiser)).payments;
  throw new WithoutRight(
    `This gives ${amountWithCode(asCents(cents), currency)} back, so it needs the right to money: a treasurer or a chair does it.`,
  );
}

/** The calls that show what is there. */
function readingCalls(app: FastifyInstance, contextFor: ContextFor): void {
  const Name = z.object({ name: z.enum(listNames()) });
  const anything = { needs: 'anything' } as const;
  const figures = { needs: see(...NEEDED.people) };
  const abstracts = { needs: see(...NEEDED.abstracts) };
  app.get('/conference', { config: anything }, async ({ organiser }) =>
    readConference(await contextFor(organiser), organiser),
  );
  app.get('/forms', { config: anything }, async ({ organiser }) =>
    formsOf((await contextFor(organiser)).content, organiser.rights),
  );
  app.get('/overview', { config: figures }, async ({ organiser }) =>
    readOverview(await contextFor(organiser), organiser.rights),
  );
  app.get('/charts', { config: figures }, async ({ organiser }) =>
    readCharts(await contextFor(organiser)),
  );
  app.get('/things', { config: anything }, async ({ organiser }) =>
    readThings(await contextFor(organiser), organiser.rights),
  );
  app.get<{ Params: z.output<typeof Name> }>(
    '/listings/:name',
    { schema: { params: Name }, config: anything },
    async ({ organiser, params }, reply) => {
      const { name } = params;
      const { rights } = organiser;
      const isOfDesk = name === 'participants' && may(rights, 'act', 'Desk');
      const isWhole = may(rights, 'see', subjectOfList(name));
      if (!isWhole && !isOfDesk) throw new WithoutRight();
      const now = await contextFor(organiser);
      const { head, rows } = listingOf(now, name, isWhole ? undefined : COLUMNS_OF_DESK);
      // A name is no link to a page that is refused.
      const leadsTo = mayOpen(rights, head.leadsTo) ? head.leadsTo : undefined;
      return sendLines(reply, lines({ ...head, leadsTo }, rows(now.payments.db)));
    },
  );
  app.get<{ Params: z.output<typeof Key> }>(
    '/people/:key',
    { schema: { params: Key }, config: figures },
    async ({ organiser, params }, reply) =>
      (await readPerson(await contextFor(organiser), params.key, organiser.rights)) ??
      nothing(reply),
  );
  app.get<{ Params: z.output<typeof Key> }>(
    '/abstracts/:key',
    { schema: { params: Key }, config: abstracts },
    async ({ organiser, params }, reply) =>
      (await readAbstract(await contextFor(organiser), params.key, organiser.rights)) ??
      nothing(reply),
  );
  app.get<{ Params: z.output<typeof FileKey> }>(
    '/abstracts/:key/files/:id',
    { schema: { params: FileKey }, config: abstracts },
    async ({ organiser, params }, reply) => sendFile(await contextFor(organiser), params, reply),
  );
}

/** The subjects that are on the pages of a person and of an abstract. */
const NEEDED = {
  people: ['People', 'Money'],
  abstracts: ['Abstracts'],
} as const satisfies Record<string, readonly Subject[]>;

function mayOpen(rights: Rights, page: keyof typeof NEEDED | undefined): boolean {
  return page === undefined || NEEDED[page].every((subject) => may(rights, 'see', subject));
}

/** The desk finds people by these columns, without addresses and amounts. */
const COLUMNS_OF_DESK: readonly string[] = [
  'name',
  'institute',
  'type',
  'reference',
  'state',
  'checked-in',
];

type Planning = {
  planOf: (typed: Typed, request: FastifyRequest) => Promise<Plan>;
  /** Throws if the organiser may not do what the plan does, also if a right ended after the preview. */
  refuse?: (typed: Typed, request: FastifyRequest, plan: Plan) => unknown;
  /** The right without which no plan is made; whoever is logged in, if `planOf` and `refuse` decide. */
  needs?: Need;
  /** The organiser is the second person, so the act needs no other. */
  isSecond?: boolean;
};

/** The calls that make a plan, and perform it. */
export function planCalls(
  app: FastifyInstance,
  { planOf, refuse, needs = 'anything', isSecond = false }: Planning,
): void {
  const plans = createPendingPlans(newId, () => performance.now());
  const config = { needs };
  postCall(
    app,
    '/plan',
    TypedBody,
    async (typed, { request }): Promise<Planned> => {
      const plan = await planOf(typed, request);
      await refuse?.(typed, request, plan);
      const { organiser } = request;
      const id = plans.keep({ plan, typed, by: organiser.id });
      const waits = isSecond ? undefined : await organiser.whySecond?.(plan);
      const { words, button } = plan;
      if (waits === undefined || button === undefined) return { plan: id, words, button };
      return { plan: id, words: [...words, waits], button: `Ask a second person: ${button}` };
    },
    { bodyLimit: MOST_UPLOADED, config },
  );
  postCall(
    app,
    '/perform',
    ToPerform,
    async ({ plan: id }, { request }) => {
      const { organiser } = request;
      const words = await plans.perform(id, organiser.id, async ({ plan, typed }) => {
        await refuse?.(typed, request, plan);
        const asked = isSecond ? undefined : await organiser.asksSecond?.(plan, typed);
        return asked ?? plan.perform();
      });
      return { words };
    },
    { config },
  );
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
    return reply.code(error instanceof WithoutRight ? 403 : 422).send({ message, remedy });
  });
}

export function nothing(reply: FastifyReply) {
  return reply.code(404).send({ message: 'There is nothing with this reference.' });
}

async function* lines(head: unknown, pages: AsyncGenerator<unknown>): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head)}\n`;
  for await (const page of pages) yield `${JSON.stringify(page)}\n`;
}

/** Compresses the lines, because the organiser may have a slow connection (ssh -L), and sends each line at once. */
function sendLines(reply: FastifyReply, all: AsyncGenerator<string>) {
  const source = Readable.from(all);
  void reply.type('application/x-ndjson; charset=utf-8');
  if (!/\bgzip\b/.test(String(reply.request.headers['accept-encoding']))) return reply.send(source);
  const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
  source.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => source.destroy());
  return reply.header('content-encoding', 'gzip').send(source.pipe(gzip));
}

/** Sends a version of an abstract's file. */
export async function sendFile(
  context: CommandContext,
  { key, id }: { key: string; id: string },
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

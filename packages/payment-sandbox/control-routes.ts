import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { SandboxControl } from './control.ts';
import type { State } from './state.ts';

/**
 * The control over HTTP, for tests that use a server in another process. `POST /{name}` takes a JSON array of
 * arguments and answers with the function's result; `GET /{calls|ledger|payments|settings}` reads.
 */
export function controlRoutes(control: SandboxControl, state: State) {
  return async (app: FastifyInstance): Promise<void> => {
    // The control accepts only JSON: browsers send a preflight before JSON, but not before other types.
    app.removeContentTypeParser('text/plain');
    // A page of another origin may send a POST without a body and without a type.
    app.addHook('onRequest', async ({ headers }, reply) => {
      if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
      return reply.code(403).send({ message: 'The control answers no page of another origin.' });
    });
    app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const isUnreadable = error instanceof z.core.$ZodError;
      // All other errors are about actions that the current state forbids, such as a refund of an unpaid payment.
      const status = isUnreadable ? 400 : (error.statusCode ?? 409);
      const message = isUnreadable ? z.prettifyError(error) : error.message;
      return reply.code(status).send({ message });
    });

    for (const name of readings) app.get(`/${name}`, () => control[name]());
    for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
      app.post(`/${name}`, async (request, reply) => {
        const sent = z.parse(commands[name], request.body ?? []);
        const answer: unknown = await Reflect.apply(control[name], control, sent);
        await state.saved();
        return reply.type('application/json').send(JSON.stringify(answer ?? null));
      });
    }
  };
}

const readings = ['calls', 'ledger', 'payments', 'settings'] as const;

const provider = z.enum(['stripe', 'paypal']);
const id = z.string().check(z.minLength(1), z.maxLength(200));
const fault = z.union([
  z.enum(['reset-before', 'reset-after', 'hang', 'hang-after', 'malformed', 'unparsable']),
  z.strictObject({ status: z.literal([500, 409, 429]), remembered: z.optional(z.boolean()) }),
  z.strictObject({ delayMs: z.number().check(z.minimum(0), z.maximum(600_000)) }),
]);
const aim = z.strictObject({
  provider: z.optional(provider),
  purpose: z.optional(z.enum(['open', 'look', 'capture', 'refund'])),
  path: z.optional(z.string()),
});
const times = z.int().check(z.minimum(1), z.maximum(1000));

/** The arguments of each command. */
const commands = {
  webhooks: z.tuple([z.enum(['on', 'off', 'duplicate', 'forged', 'delayed'])]),
  releaseWebhooks: z.tuple([z.optional(z.enum(['as-made', 'reversed']))]),
  settled: z.tuple([]),
  failNext: z.tuple([fault, z.optional(times), z.optional(aim)]),
  nextPayment: z.tuple([provider, z.enum(['declined', 'pending'])]),
  clearFaults: z.tuple([]),
  advance: z.tuple([z.int()]),
  resolveAsync: z.tuple([id, z.enum(['succeeded', 'failed'])]),
  sendTransfer: z.tuple([
    id,
    z.optional(z.int().check(z.positive())),
    z.optional(z.enum(['known', 'unknown'])),
  ]),
  finishRefund: z.tuple([id]),
  resolvePending: z.tuple([id, z.enum(['completed', 'denied'])]),
  refund: z.tuple([id, z.optional(z.int().check(z.positive()))]),
  failRefund: z.tuple([id]),
  pendingRefunds: z.tuple([z.boolean()]),
  dispute: z.tuple([id, z.optional(z.int().check(z.positive()))]),
  closeDispute: z.tuple([id, z.enum(['won', 'lost'])]),
  warnOfFraud: z.tuple([id]),
  stripeEvents: z.tuple([z.enum(['snapshot', 'thin'])]),
  payout: z.tuple([provider]),
  failPayout: z.tuple([id]),
  fee: z.tuple([provider, z.int().check(z.positive()), z.optional(z.string())]),
  mayReport: z.tuple([provider, z.boolean()]),
  paypalReportDelay: z.tuple([z.int().check(z.minimum(0))]),
  paypalTokenLifetime: z.tuple([z.int()]),
} satisfies {
  [Name in Exclude<keyof SandboxControl, (typeof readings)[number]>]: z.ZodMiniType<
    Parameters<SandboxControl[Name]>
  >;
};

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { SandboxControl } from './sandbox-control.ts';
import type { State } from './state.ts';

/**
 * The control over HTTP, for tests that use a server in another process: `POST /{name}` with a JSON array of arguments,
 * answered with what the function returns; `GET /{calls|ledger|payments|settings}`.
 */
export function controlRoutes(control: SandboxControl, state: State) {
  return async (app: FastifyInstance): Promise<void> => {
    // Only JSON is accepted, because browsers send a preflight before it: any web page may send other types without one.
    app.removeContentTypeParser('text/plain');
    app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const isUnreadable = error instanceof z.core.$ZodError;
      // The rest is impossible in the current state, such as a refund of an unpaid payment.
      const status = isUnreadable ? 400 : (error.statusCode ?? 409);
      const message = isUnreadable ? z.prettifyError(error) : error.message;
      return reply.code(status).send({ message });
    });

    for (const name of ['calls', 'ledger', 'payments', 'settings'] as const) {
      app.get(`/${name}`, () => control[name]());
    }
    for (const [name, run] of Object.entries(commands)) {
      app.post(`/${name}`, async (request, reply) => {
        const answer: unknown = await run(control, request.body ?? []);
        await state.saved();
        return reply.type('application/json').send(JSON.stringify(answer ?? null));
      });
    }
  };
}

function command<Sent>(
  takes: z.ZodMiniType<Sent>,
  does: (control: SandboxControl, sent: Sent) => unknown,
) {
  return (control: SandboxControl, sent: unknown) => does(control, z.parse(takes, sent));
}

const provider = z.enum(['stripe', 'paypal']);
const id = z.string().check(z.minLength(1), z.maxLength(200));
const amount = z.optional(z.int().check(z.positive()));
const nothing = z.tuple([]);

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

const commands = {
  webhooks: command(
    z.tuple([z.enum(['on', 'off', 'duplicate', 'forged', 'delayed'])]),
    (control, [mode]) => control.webhooks(mode),
  ),
  releaseWebhooks: command(
    z.tuple([z.optional(z.enum(['as-made', 'reversed']))]),
    (control, [order]) => control.releaseWebhooks(order),
  ),
  settled: command(nothing, (control) => control.settled()),
  failNext: command(
    z.tuple([fault, z.optional(z.int().check(z.minimum(1), z.maximum(1000))), z.optional(aim)]),
    (control, [what, times, at]) => control.failNext(what, times, at),
  ),
  nextPayment: command(
    z.tuple([provider, z.enum(['declined', 'pending'])]),
    (control, [whose, outcome]) => control.nextPayment(whose, outcome),
  ),
  clearFaults: command(nothing, (control) => control.clearFaults()),
  advance: command(z.tuple([z.int()]), (control, [ms]) => control.advance(ms)),
  resolveAsync: command(
    z.tuple([id, z.enum(['succeeded', 'failed'])]),
    (control, [session, outcome]) => control.resolveAsync(session, outcome),
  ),
  resolvePending: command(
    z.tuple([id, z.enum(['completed', 'denied'])]),
    (control, [payment, outcome]) => control.resolvePending(payment, outcome),
  ),
  refund: command(z.tuple([id, amount]), (control, [payment, cents]) =>
    control.refund(payment, cents),
  ),
  failRefund: command(z.tuple([id]), (control, [refund]) => control.failRefund(refund)),
  reverse: command(z.tuple([id]), (control, [payment]) => control.reverse(payment)),
  dispute: command(z.tuple([id]), (control, [payment]) => control.dispute(payment)),
  paypalTokenLifetime: command(z.tuple([z.int()]), (control, [seconds]) =>
    control.paypalTokenLifetime(seconds),
  ),
} satisfies Record<
  Exclude<keyof SandboxControl, 'calls' | 'ledger' | 'payments' | 'settings'>,
  (control: SandboxControl, sent: unknown) => unknown
>;

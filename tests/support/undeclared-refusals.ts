import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { AppError } from '#server/errors.ts';
import { refusalsOf } from '#server/http/open-api.ts';

/** Fastify's message about a handler that threw. */
const Thrown = z.object({
  error: z.instanceof(AppError),
  route: z.object({ method: z.string(), url: z.string() }),
});

/**
 * Reports calls that answer with a refusal that their OpenAPI description does not have, which fails the test.
 */
export function reportUndeclaredRefusals(): void {
  subscribe('tracing:fastify.request.handler:error', (message) => {
    const { error, route } = Thrown.safeParse(message).data ?? {};
    if (!error) return;
    for (const [id, call] of Object.entries<Call>(calls)) {
      if (call.path !== route?.url || call.method !== route.method) continue;
      if (refusalsOf(id, call).includes(error.code)) continue;
      // oxlint-disable-next-line no-console -- scripts/console-guard.ts makes it a failure.
      console.error(`${id} answers ${error.code}: server/http/call-descriptions.ts lacks it`);
    }
  });
}

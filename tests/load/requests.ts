import autocannon, { type Options, type Request, type Result } from 'autocannon';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';

/** Pages and a call as visitors ask for them. */
export const reads = ['/', '/conference-registration', '/api/speakers/polymers'].map((path) => ({
  path,
}));

/** Sends requests; a bad answer is an error. The server closes a connection after its hundredth answer. */
export async function ask(options: Options): Promise<Result> {
  const result = await autocannon({ ...options, reconnectRate: 99 });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${options.url}: ${bad} bad answers`);
  return result;
}

/** The two requests of a new person: first the registration, then the checkout. */
export async function registerAndCheckOut(server: ServerProcess): Promise<Request[]> {
  const { path, body } = await aCheckout(server);
  const { presentationType, registrationType } = body;
  const choice = { presentationType, registrationType };
  return [
    {
      setupRequest: (request, context) => {
        const person = Object.assign(context, aPerson());
        return { ...request, ...jsonCall('/api/registration/register', { ...person, ...choice }) };
      },
    },
    {
      setupRequest: (request, context) => ({
        ...request,
        ...jsonCall(path, { ...body, ...context }),
      }),
    },
  ];
}

export function jsonCall(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST' as const, path, headers, body: JSON.stringify(body) };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';
import { Refusal } from './refusal.ts';

/** Answers addresses that no route has: JSON under /api, `page` elsewhere. */
export function answerUnknownAddresses(
  app: FastifyInstance,
  page: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });

  app.setNotFoundHandler((request, reply) => {
    const [address = ''] = request.url.split('?');
    // The router reads /%61pi as /api too.
    const path = address.split('/').map((part) => decodeURIComponent(part));
    if (!/^\/api(?:\/|$)/.test(path.join('/'))) {
      if (request.method === 'GET' || request.method === 'HEAD') return page(request, reply);
      return refuse(request, reply, new Refusal('not-found', 'There is nothing at this address.'));
    }
    const allowed = [...methodsOf].find(([pattern]) => matches(pattern, path))?.[1];
    if (!allowed) {
      return refuse(request, reply, new Refusal('not-found', 'There is no such call.'));
    }
    void reply.header('allow', [...allowed].join(', '));
    const only = `This call is made with ${[...allowed].join(' or ')}.`;
    return refuse(request, reply, new Refusal('method-not-allowed', only));
  });
}

function matches(pattern: string, given: string[]): boolean {
  const wanted = pattern.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  );
}

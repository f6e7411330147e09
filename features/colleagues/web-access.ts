import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rightsOf } from '#organiser/dashboard/rights.ts';
import { actorOf, type Deps } from './colleagues.ts';
import { cookieIn } from './cookies.ts';
import { asksSecond, type ProposalDeps, whySecond } from './proposals.ts';
import { findSession, type Session } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a colleague; undefined where a route is open. */
    colleagueSession?: Session | undefined;
  }
}

type Access = Deps & ProposalDeps & { origin: string };

/** Lets only colleagues who are logged in use the dashboard, at its own address alone. */
export function webGuard(access: Access): (app: FastifyInstance) => void {
  return (app) => {
    app.decorateRequest('colleagueSession');
    app.addHook('onRequest', async (request, reply) => {
      const { isOpen = false } = request.routeOptions.config;
      void reply.header('cache-control', 'no-store');
      if (!isFromItself(request, access.origin, isOpen)) {
        const message = `The dashboard answers at ${access.origin}, and only to its own pages.`;
        return reply.code(403).send({ message });
      }
      if (isOpen) return;
      const token = cookieIn(request, 'session');
      const session = token === '' ? undefined : await findSession(access, token);
      if (!session) return reply.code(401).send({ message: 'Please log in.' });
      const { colleague } = session;
      const { jobs, sessions, name, email } = colleague;
      request.colleagueSession = session;
      request.organiser = {
        actor: actorOf(colleague),
        id: colleague.id,
        rights: rightsOf(jobs),
        ...(jobs.includes('track-chair') && { tracks: { sessions, name, email } }),
        whySecond: (plan) => whySecond(access, plan),
        asksSecond: (plan, typed) => asksSecond(access, colleague, plan, typed),
      };
    });
  };
}

/**
 * Whether a request names this host, and no page of another origin sent it. The site may be a host of the same domain,
 * and SameSite would let its pages send the cookie, so a call has to be of the same origin. A link in a mail opens the
 * page itself.
 */
function isFromItself(
  { headers, method, routeOptions }: FastifyRequest,
  own: string,
  isOpen: boolean,
): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host !== new URL(own).host) return false;
  const isRead = method === 'GET' || method === 'HEAD';
  if (origin === undefined ? !isRead : origin !== own) return false;
  const isPage = isOpen && isRead && !routeOptions.url?.startsWith('/api/');
  return isPage || site === undefined || site === 'same-origin';
}

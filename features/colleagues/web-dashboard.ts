import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { limitRates } from '#server/http/rate-limit.ts';
import { apiRoutes } from '#organiser/dashboard/api.ts';
import { buildDashboard } from '#organiser/dashboard/app.ts';
import type { Bundle } from '#organiser/dashboard/bundle.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { enterCalls } from './enter-calls.ts';
import { createHouseLogin } from './house-login.ts';
import { webGuard } from './web-access.ts';

/** The dashboard for colleagues who log in. */
export function buildWebDashboard(
  context: CommandContext,
  { origin, bundle, logger }: { origin: string; bundle: Bundle; logger: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const { env, latest, payments, content } = context;
  const { db, clock, newId } = payments;
  const { ORGANISER_OIDC_ISSUER: issuer, ORGANISER_OIDC_CLIENT_ID: clientId = '' } = env;
  const { ORGANISER_OIDC_CLIENT_SECRET: clientSecret = '', ORGANISER_OIDC_GROUPS: groups } = env;
  const house =
    issuer === undefined
      ? undefined
      : createHouseLogin({ issuer, clientId, clientSecret, groups }, origin);
  const guard = webGuard({ db, clock, newId, latest, origin });
  const isLimited = env.RATE_LIMIT === 'on';
  return buildDashboard({
    async calls(app) {
      await app.register(enterCalls({ latest, origin, house, isLimited }));
      await app.register(apiRoutes(context));
    },
    palette: content.conference.looks.palette,
    bundle,
    logger,
    guard(app) {
      if (isLimited) limitRates(app);
      guard(app);
    },
    isHttps: origin.startsWith('https:'),
    trustedProxies: env.TRUSTED_PROXIES,
  });
}

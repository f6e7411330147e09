import type { ConcernKind } from '#server/operations/concern.ts';
import { stateOfEndpoints } from './webhook-messages.ts';

/** Endpoints that get nothing: without an address, or after all tries. */
export const stoppedWebhooks: ConcernKind = {
  about: 'webhooks',
  subject: 'Server',
  title: 'Webhooks that do not arrive',
  find: async ({ db }) =>
    (await stateOfEndpoints(db)).flatMap(({ name, trouble, firstDeadAt }) => [
      ...(trouble === undefined
        ? []
        : [
            {
              id: `${name}: setting`,
              words: `the webhook “${name}” sends nothing: ${trouble}`,
              command: 'docs/settings.md describes WEBHOOK_ENDPOINTS',
            },
          ]),
      ...(firstDeadAt === undefined
        ? []
        : [
            {
              id: `${name}: given up`,
              words: `messages to the webhook “${name}” were given up, the first ${firstDeadAt}`,
              page: '/webhooks?state=given+up',
              command: `organiser webhooks --retry ${name}`,
            },
          ]),
    ]),
};

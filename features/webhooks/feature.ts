import { HOUR } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { syncEndpoints } from './endpoints.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { webhooksTexts } from './shape.ts';
import { webhookTables } from './tables.ts';
import { stoppedWebhooks } from './webhook-concerns.ts';
import { forgetOldWebhooks } from './webhook-messages.ts';
import { webhooksList } from './webhooks-list.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  texts: webhooksTexts,
  commands: () => import('./commands.ts'),
  data: { tables: webhookTables },
  watch: {
    concerns: [stoppedWebhooks],
    lists: [webhooksList],
    jobs: [
      {
        name: 'webhooks',
        everyMs: 5000,
        isNeeded: ({ content }) => content.conference.webhooks.length > 0,
        run: sendWebhooks,
        failed: 'webhooks could not be sent; the next round tries again',
      },
      {
        name: 'old-webhooks',
        everyMs: HOUR,
        async run({ context: { db, clock }, content, env }) {
          // The last endpoint may have gone from the folder.
          await syncEndpoints(db, content, env);
          await forgetOldWebhooks(db, clock());
        },
        failed: 'old messages to webhooks could not be removed',
      },
    ],
  },
};

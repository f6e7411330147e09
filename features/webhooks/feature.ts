import { HOUR } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
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
        run: sendWebhooks,
        failed: 'webhooks could not be sent; the next round tries again',
      },
      {
        name: 'old-webhooks',
        everyMs: HOUR,
        run: ({ context: { db, clock } }) => forgetOldWebhooks(db, clock()),
        failed: 'old messages to webhooks could not be removed',
      },
    ],
  },
};

import { defineList, reference } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { type ListedWebhook, listWebhooks } from './webhook-messages.ts';

export const webhooksList: ListOfFeature = {
  name: 'webhooks',
  isUsed: ({ content }) => content.conference.webhooks.length > 0,
  subject: 'Server',
  rows: 'messages to other programs',
  list: () =>
    defineList({
      heading: 'Webhooks',
      ...inOnePage(listWebhooks, (row) => row.happened_at ?? undefined),
      date: 'happened',
      key: ({ id }) => id,
      fields: (add) => [
        reference,
        add.text('endpoint', 'Endpoint', (row) => row.endpoint, 20),
        add.text('event', 'Event', (row) => row.type, 12),
        add.text('state', 'State', stateOf, 12),
        add.time('happened', 'Happened at', (row) => row.happened_at),
        add.time('sent', 'Sent at', (row) => row.sent_at),
        add.number('tries', 'Tries', (row) => row.attempts),
        add.text('trouble', 'Last trouble', (row) => row.trouble),
        add.text('message', 'Message', (row) => row.id, 34),
      ],
      shown: ['event', 'state', 'reference', 'endpoint', 'happened', 'sent', 'trouble'],
      filters: ['event', 'state', 'endpoint'],
    }),
};

function stateOf({ sent_at: sentAt, dead_at: deadAt }: ListedWebhook): string {
  if (sentAt !== null) return 'sent';
  return deadAt === null ? 'waiting' : 'given up';
}

import { defineList, reference } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { bounceWords, listBounces } from './bounces.ts';

export const bouncesList: ListOfFeature = {
  name: 'bounces',
  isUsed: ({ env }) => env.BOUNCE_ADDRESS !== undefined,
  subject: 'Mails',
  rows: 'mails that came back',
  list: () =>
    defineList({
      heading: 'Returned mails',
      ...inOnePage(listBounces, ({ at }) => at),
      date: 'returned',
      key: (row) => row.message_id,
      fields: (add) => [
        reference,
        add.text('email', 'Email', ({ email }) => email),
        add.text('trouble', 'Trouble', bounceWords, 40),
        add.text('mail', 'Mail', ({ mail }) => mail, 20),
        add.time('returned', 'Returned at', ({ at }) => at),
        add.time('lifted', 'Works again since', (row) => row.lifted_at),
      ],
      shown: ['email', 'trouble', 'reference', 'mail', 'returned', 'lifted'],
      narrow: 2,
      filters: ['trouble', 'mail'],
    }),
};

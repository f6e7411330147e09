import { listAgreed } from '#server/mail/consents.ts';
import { defineList } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';

export const consentsList: ListOfFeature = {
  name: 'consents',
  isUsed: ({ content }) => content.conference.invitesAgain === true,
  subject: 'Mails',
  rows: 'addresses that agreed to be invited again',
  list: () =>
    defineList({
      heading: 'Consents',
      ...inOnePage(listAgreed, ({ answeredAt }) => answeredAt),
      date: 'agreed',
      key: (row) => row.email,
      fields: (add) => [
        add.text('email', 'Email', (row) => row.email),
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('language', 'Language', (row) => row.language, 9),
        add.time('agreed', 'Agreed at', (row) => row.answeredAt),
      ],
      shown: ['name', 'email', 'language', 'agreed'],
      narrow: 2,
      filters: ['language'],
    }),
};

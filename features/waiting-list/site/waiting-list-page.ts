import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';

export const waitingListPage: PageOfFeature = {
  path: 'waiting-list',
  words: 'Waiting list',
  before: 'mails',
};

import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';

export const programmePage: PageOfFeature = {
  path: 'programme',
  words: 'Programme',
  before: 'waiting-list',
};

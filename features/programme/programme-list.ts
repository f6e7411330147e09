import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { abstractState } from './decisions.ts';
import type { Db } from '#server/database/database.ts';
import { type AcceptedContribution, acceptedContributions } from './accepted-contributions.ts';
import { defineList } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import type { Paging } from '#server/reports/pages.ts';

/** The programme for session chairs: accepted contributions by time and room, also those that were withdrawn. */
export const programmeList: ListOfFeature = {
  name: 'programme',
  isUsed: ({ content }) => content.sessions.sessions.length > 0,
  subject: 'Programme',
  before: 'waiting-list',
  rows: 'contributions',
  list: ({ content }) =>
    defineList({
      heading: 'Programme',
      leadsTo: 'abstracts',
      count: async (db) => (await acceptedContributions(db)).length,
      pages: programmeIn,
      date: 'day',
      key: ({ abstract }) => abstract.reference,
      fields: (add) => [
        add.text('day', 'Day', ({ decision }) => decision.day, 12),
        add.text('start', 'Start', ({ decision }) => decision.starts, 8),
        add.text('end', 'End', ({ decision }) => decision.ends, 8),
        add.text('room', 'Room', ({ decision }) => decision.room, 16),
        add.text('track', 'Track', ({ decision }) => decision.track, 20),
        add.text('chair', 'Chair', ({ decision }) => decision.chair, 20),
        add.text('number', 'Number', ({ decision }) => decision.number, 9),
        add.text('contribution', 'Contribution', ({ title }) => title, 50),
        add.text('presenter', 'Presenting author', presentersIn, 26),
        add.text('email', 'Email', ({ abstract }) => abstract.email),
        add.state('state', 'State', ({ abstract, decision }) => abstractState(abstract, decision)),
        add.text('presentation', 'Presented as', ({ decision }) => decision.presentation, 14),
        add.text('session', 'Session', ({ abstract }) => titlesOf(content, abstract).session),
        add.text('slot', 'Slot', ({ decision }) => decision.slot, 20),
        add.text('reference', 'Reference', ({ abstract }) => abstract.reference, 16),
      ],
      shown: ['contribution', 'day', 'start', 'room', 'number', 'presenter', 'state', 'session'],
      narrow: 2,
      filters: ['day', 'room', 'track', 'chair', 'state', 'presentation', 'session'],
    }),
};

/** The whole programme is one page in the order of its hours, also in the dashboard. */
async function* programmeIn(
  db: Db,
  { range }: Paging,
): AsyncGenerator<AcceptedContribution[], void> {
  const all = await acceptedContributions(db);
  yield all.filter(({ decision: { day } }) => {
    return !range || (day !== undefined && day >= range.first && day <= range.last);
  });
}

function presentersIn({ presenters }: AcceptedContribution): string {
  return presenters.map(({ name }) => name).join(', ');
}

import type { Db } from '#server/database/database.ts';
import { limitsOf } from '#server/orders/sell/place-limits.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { defineList, rowsOf } from '#server/reports/define-list.ts';
import { countOf } from '#server/reports/list-participants.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inPages, type Paging } from '#server/reports/pages.ts';
import { extraColumn, extrasCounted } from '#server/reports/people-lists.ts';
import { readEntries } from './waiting-list.ts';
import type { FeatureWatch } from '#server/features.ts';

export const waitingPeople: ListOfFeature = {
  name: 'waiting-list',
  subject: 'People',
  before: 'answers',
  isUsed: ({ content: { prices } }) => Object.keys(limitsOf(prices)).length > 0,
  rows: 'people on the waiting list',
  list: ({ content: { prices } }) =>
    defineList({
      heading: 'Waiting list',
      count: rowsOf('waiting_list'),
      pages: waitingEntriesIn,
      date: 'joined',
      key: (row) => row.id,
      fields: (add) => [
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.state('state', 'State', (row) => row.state),
        add.text('type', 'Presentation type', ({ choice }) => labelOf(prices, choice.presentation)),
        add.yes('room', 'Room', ({ choice }) => choice.registration === 'stay'),
        add.number('nights', 'Nights', ({ choice }) => choice.nights),
        add.number('guests', 'Guests', ({ choice }) => choice.guests),
        ...extrasCounted(prices).map(({ id, label }) =>
          add.number(extraColumn(id), label, ({ choice: { extras } }) =>
            countOf(
              Object.entries(extras).map(([name, count]) => ({ id: name, count })),
              id,
            ),
          ),
        ),
        add.time('joined', 'Joined at', (row) => row.createdAt),
        add.time('confirmed', 'Confirmed at', (row) => row.confirmedAt),
        add.time('until', 'Kept until', (row) => row.offeredUntil),
        add.yes('has-place', 'Has a place', (row) => row.participantId !== undefined),
      ],
      shown: ['name', 'state', 'type', 'email', 'confirmed', 'until'],
      narrow: 2,
      filters: ['state', 'has-place', 'type', 'room'],
    }),
};

/** Everybody who is or was on the waiting list. */
export async function* waitingEntriesIn(db: Db, paging: Paging = {}) {
  const query = db.selectFrom('waiting_list').selectAll();
  const pages = inPages(query, ['waiting_list.created_at', 'waiting_list.id'], paging);
  for await (const page of pages) yield readEntries(db, page);
}

/** The people who wait or have an offer, for the search of organisers. */
export const findWaiting: NonNullable<FeatureWatch['search']> = async (db, hasText) => {
  const waiting = await db
    .selectFrom('waiting_list')
    .select(['name', 'email', 'state'])
    .where('state', 'in', ['WAITING', 'OFFERED'])
    .where(hasText)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return waiting.map((person) => ({
    ...person,
    kind: 'waiting' as const,
    reference: undefined,
    phone: '',
    institute: '',
    country: '',
  }));
};

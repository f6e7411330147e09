import { lastMinute } from '#contract/content/moments.ts';
import { timestamp } from '#server/identity.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { defineList } from '#server/reports/define-list.ts';
import type { ListContext, ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { listInvitations, stateOfInvitation } from './invitations.ts';

/** The personal links with their present states. */
export async function listLinks({
  payments: { db, clock },
  content: { prices },
}: Pick<ListContext, 'payments' | 'content'>) {
  const now = timestamp(clock());
  return (await listInvitations(db)).map((one) => ({
    ...one,
    type: labelOf(prices, one.presentation),
    state: stateOfInvitation(one, now),
  }));
}

export const invitationsList: ListOfFeature = {
  name: 'personal-links',
  subject: 'People',
  rows: 'personal links',
  list: (context) =>
    defineList({
      heading: 'Personal links',
      ...inOnePage(
        () => listLinks(context),
        ({ createdAt }) => createdAt,
      ),
      date: 'invited',
      key: (row) => row.id,
      currency: () => context.payments.currency,
      fields: (add) => [
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('type', 'Presentation type', (row) => row.type, 18),
        add.money('price', 'Price', (row) => row.unitCents),
        add.state('state', 'State', (row) => row.state, 10),
        add.time('invited', 'Invited at', (row) => row.createdAt),
        add.time('until', 'Open until', ({ lapsesAt }) =>
          lastMinute(lapsesAt, context.content.conference.dates.timezone),
        ),
        add.text('note', 'Note', (row) => row.note, 40),
        add.text('by', 'Invited by', (row) => row.invitedBy, 16),
      ],
      shown: ['name', 'state', 'type', 'price', 'email', 'until'],
      narrow: 2,
      filters: ['state', 'type', 'by'],
    }),
};

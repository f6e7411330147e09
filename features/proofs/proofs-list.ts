import { lastMinute } from '#contract/content/moments.ts';
import { defineList, reference } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { listNeededProofs, type ListedProof } from './decide-proofs.ts';

export const claimWords: Record<NonNullable<ListedProof['claim']>, string> = {
  proposed: 'difference claimed, not paid',
  made: 'difference paid',
  withdrawn: 'claim withdrawn',
  lapsed: 'claim not paid in time',
};

export const proofsList: ListOfFeature = {
  name: 'proofs',
  isUsed: ({ content }) => content.prices.presentationTypes.some(({ proof }) => proof),
  subject: 'People',
  rows: 'proofs of prices',
  list: ({ content }) =>
    defineList({
      heading: 'Proofs',
      leadsTo: 'people',
      ...inOnePage(
        (db) => listNeededProofs(db, content),
        ({ sentAt }) => sentAt,
      ),
      date: 'sent',
      key: (row) => row.key,
      fields: (add) => [
        reference,
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.state('state', 'State', (row) => row.state),
        add.text('file', 'File', (row) => row.fileName),
        add.state('scan', 'Virus scan', (row) => row.scan, 12),
        add.text('active', 'Active content', (row) => row.activeContent, 16),
        add.time('sent', 'Sent at', (row) => row.sentAt),
        add.time('until', 'Wanted until', ({ until }) =>
          until === '' ? undefined : lastMinute(until, content.conference.dates.timezone),
        ),
        add.text('reason', 'Reason', (row) => row.reason, 40),
        add.time('claimed', 'Difference claimed at', (row) => row.claimedAt, 20),
        add.text('claim', 'Claim', ({ claim }) => claim && claimWords[claim]),
      ],
      shown: ['name', 'state', 'reference', 'file', 'sent', 'until', 'claim'],
      narrow: 2,
      filters: ['state', 'scan', 'claim'],
    }),
};

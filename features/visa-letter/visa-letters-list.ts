import { defineList, reference } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { listVisaLetters } from './decide-visa-request.ts';
import type { VisaState } from './visa-letter.ts';

export const visaStateWords: Record<VisaState['is'], string> = {
  // The reason was deleted with the data.
  none: 'declined',
  requested: 'waits for you',
  issued: 'issued',
  declined: 'declined',
  void: 'void: the registration has changed',
  deleted: 'issued, data deleted',
  deletedUndecided: 'not decided in time, data deleted',
};

export const visaLettersList: ListOfFeature = {
  name: 'visa-letters',
  isUsed: ({ content }) => content.yourRegistration.visaLetter !== undefined,
  subject: 'People',
  rows: 'requests for visa letters',
  list: () =>
    defineList({
      heading: 'Visa letters',
      leadsTo: 'people',
      ...inOnePage(listVisaLetters, ({ requestedAt }) => requestedAt),
      date: 'requested',
      key: (row) => row.key,
      fields: (add) => [
        reference,
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('state', 'State', ({ state }) => visaStateWords[state]),
        add.text('letter', 'Letter', (row) => row.letter, 20),
        add.time('requested', 'Requested at', (row) => row.requestedAt),
        add.time('decided', 'Decided at', (row) => row.decidedAt),
      ],
      shown: ['name', 'state', 'reference', 'letter', 'requested', 'decided'],
      narrow: 2,
      filters: ['state'],
    }),
};

import type { Content } from '#contract/content.ts';
import { answerWords } from '#features/questions/questions.ts';
import type { Db } from '#server/database/database.ts';
import { defineList } from '#server/reports/define-list.ts';
import {
  type ListedParticipant,
  participantKey,
  participantsIn,
} from '#server/reports/list-participants.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import type { Companion } from './companions.ts';
import { hostWith } from './name-companions.ts';
import { questionsAbout } from './places.ts';

/** A place for a companion, or a name for which there is no place. */
type Row = {
  host: ListedParticipant;
  companion: Companion | undefined;
  state: 'NAMED' | 'NOT_NAMED' | 'NO_PLACE';
};

export async function listRows(db: Db, content: Content): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of participantsIn(db)) {
    for (const host of page) {
      for (const { companion, hasPlace } of hostWith(content, host, host.companions ?? []).seats) {
        const state = companion === undefined ? 'NOT_NAMED' : hasPlace ? 'NAMED' : 'NO_PLACE';
        rows.push({ host, companion, state });
      }
    }
  }
  return rows;
}

export const companionsList: ListOfFeature = {
  name: 'companions',
  isUsed: ({ content }) => content.conference.companions !== undefined,
  subject: 'People',
  before: 'answers',
  list: ({ content }) =>
    defineList<Row>({
      heading: 'Companions',
      leadsTo: 'people',
      ...inOnePage(
        (db) => (content.conference.companions ? listRows(db, content) : Promise.resolve([])),
        ({ companion }) => companion?.createdAt,
      ),
      date: 'named',
      key: ({ host }) => participantKey(host),
      fields: (add) => [
        add.text('badge', 'Badge', ({ companion }) => companion?.reference, 16),
        add.text('name', 'Name', ({ companion }) => companion?.name ?? '', 26),
        add.state('state', 'State', (row) => row.state, 12),
        add.text('with', 'With', ({ host }) => host.name, 26),
        add.text('reference', 'Reference', ({ host }) => host.reference, 16),
        add.text('email', 'Email of the participant', ({ host }) => host.email),
        ...questionsAbout(content).map((question) =>
          add.text(`question-${question.id}`, question.label, ({ companion }) => {
            const answer = companion?.answers[question.id];
            return answer === undefined ? undefined : answerWords(question, answer);
          }),
        ),
        add.time('named', 'Named at', ({ companion }) => companion?.namedAt),
        add.time('checked-in', 'Checked in', ({ companion }) => companion?.checkedInAt),
      ],
      shown: ['name', 'state', 'with', 'reference', 'checked-in'],
      narrow: 3,
      filters: ['state'],
    }),
};

import { cutoffAfter, endOf } from '#server/privacy/cutoff.ts';
import type { Feature } from '#server/features.ts';
import { answerRecords } from './answer-records.ts';
import { eraseAnswers, peopleWithAnswers } from './answers.ts';
import { listOfAnswers } from './answers-sheet.ts';
import { aboutPeople } from './person-answers.ts';

export const questions: Feature = {
  name: 'questions',
  commands: () => import('./commands.ts'),
  data: {
    demo: () => import('./demo.ts'),
    recordsOfPeople: answerRecords,
    keeps: ({ db, now, content: { conference, privacy } }) => [
      {
        what: 'people with answers to questions',
        before: cutoffAfter(endOf(conference.dates.end), now, privacy.periods.answers),
        due: (before, most) => peopleWithAnswers(db, before, most),
        remove: async (tx, ids, before) => {
          await eraseAnswers(tx, ids, before);
          return ids.length;
        },
      },
    ],
  },
  orders: {
    personReplaced: async (tx, id, { isAnother }) => isAnother && eraseAnswers(tx, [id]),
    erased: (tx, ids) => eraseAnswers(tx, ids),
  },
  watch: { people: aboutPeople, lists: [listOfAnswers] },
};

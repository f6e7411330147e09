import { cutoffAfter, endOf } from '#server/privacy/cutoff.ts';
import type { Feature } from '#server/features.ts';
import { answerRecords, aboutPeople } from './person-answers.ts';
import { eraseAnswers, peopleWithAnswers } from './answers.ts';
import { listOfAnswers } from './answers-sheet.ts';
import { peopleOnPage } from './answer-questions.ts';
import { questionsRoutes } from './questions-routes.ts';
import { questionsSection } from './questions-section.ts';
import { hasOpenQuestions } from './questions.ts';
import { questionTables } from './tables.ts';

export const questions: Feature = {
  name: 'questions',
  commands: () => import('./commands.ts'),
  data: {
    tables: questionTables,
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
  pages: { ownPages: questionsRoutes },
  sections: {
    async ownPage({ context: { db }, content }, owner, { now, people: listed }) {
      const people = await peopleOnPage(db, owner, listed);
      const asked = questionsSection(content, owner, people, now);
      if (!asked) return [];
      const { part, left } = asked;
      return [left > 0 ? { place: 'to-do', rank: 30, part } : { place: 'folded', rank: 10, part }];
    },
  },
  mails: {
    toAnswer: ({ conference, words }, { items }, now) => {
      const type = items.find(({ kind }) => kind === 'registration')?.item;
      const isOpen = hasOpenQuestions(conference.questions, type, now);
      return isOpen ? words.questionsToAnswer : undefined;
    },
  },
  orders: {
    personReplaced: async (tx, id, { isAnother }) => isAnother && eraseAnswers(tx, [id]),
    erased: (tx, ids) => eraseAnswers(tx, ids),
  },
  watch: { people: aboutPeople, lists: [listOfAnswers] },
};

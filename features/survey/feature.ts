import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { cutoffAfter, endOf } from '#server/privacy/cutoff.ts';
import { HOUR } from '#contract/time-spans.ts';
import { mixSurveyAnswers } from './survey-answers.ts';
import { surveyMailKinds } from './mails.ts';
import { surveyTexts } from './shape.ts';
import { eraseFromSurvey, renewSurveyLink } from './survey-links.ts';
import { surveyRecords } from './survey-records.ts';
import { surveySheet } from './survey-results.ts';
import { surveyRoutes } from './survey-routes.ts';
import { surveySection, wordsSection } from './survey-sections.ts';
import { surveyTables } from './tables.ts';

export const survey: Feature = {
  name: 'survey',
  needs: ['author-page', 'letters', 'programme'],
  texts: surveyTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: surveyTables,
    demo: () => import('./demo.ts'),
    recordsOfPeople: surveyRecords,
    keeps({ now, content: { conference, privacy }, rows }) {
      // An answer has no time, so all of them end with the period after the conference.
      const before = cutoffAfter(endOf(conference.dates.end), now, privacy.periods.survey);
      const all = () => sql`true`;
      return [
        { what: 'answers to the survey', before, ...rows('survey_answers', all) },
        { what: 'links to the survey', before, ...rows('survey_links', all, 'participant_id') },
        { what: 'words to speakers', before, ...rows('talk_words', all) },
      ];
    },
  },
  mails: { kinds: surveyMailKinds },
  orders: {
    personReplaced: (tx, id, { isAnother }) =>
      isAnother ? eraseFromSurvey(tx, [id]) : renewSurveyLink(tx, id),
    erased: eraseFromSurvey,
  },
  pages: {
    behindLinks: surveyRoutes,
    tokens: { survey: [['survey_links', 'token']] },
  },
  sections: {
    async ownPage({ context: { db }, content }, _, { person, now }) {
      const part = person && (await surveySection(db, content, { id: person.id, now }));
      return [{ place: 'to-do', rank: 40, part }];
    },
    ownAbstract: ({ db, content }, { abstract }) => wordsSection(db, content, abstract),
  },
  watch: {
    lists: [surveySheet],
    jobs: [
      {
        name: 'survey-answers',
        everyMs: HOUR,
        run: ({ context: { db } }) => mixSurveyAnswers(db),
        failed: 'the answers to the survey could not be mixed',
      },
    ],
  },
};

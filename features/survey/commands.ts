import { type Command, command, field } from '#organiser/command.ts';
import { ABSTRACT } from '#organiser/fields.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { planSurveyInvitation, planSurveyReminder } from './invite-to-survey.ts';
import { hiddenWords, type QuestionResult, surveyResults } from './survey-results.ts';
import { planTakingAway } from './take-words-away.ts';
import { countTalkWords } from './talk-words.ts';

const results = command({
  name: 'survey',
  id: 'survey-results',
  before: 'report',
  title: 'Results of the survey',
  summary:
    'Shows the results of the survey: how many people gave each answer, means and texts. Of an anonymous survey after its end, and each question with at least five answers.',
  subject: 'Lists and files',
  async report({ payments: { db, clock }, content }) {
    const facts = await surveyResults(db, content, clock());
    if (!facts) return { facts: {}, lines: [], none: 'This conference has no survey.' };
    return {
      facts,
      lines: [
        `${facts.answered} of ${facts.invited} people have answered.`,
        ...facts.questions.flatMap(linesOf),
      ],
    };
  },
});

function linesOf(result: QuestionResult): string[] {
  const { label, answered, mean, counts, texts } = result;
  const hidden = hiddenWords(result);
  const facts = [
    `${answered} answers`,
    ...(mean === undefined ? [] : [`mean ${mean}`]),
    ...(hidden === undefined ? [] : [hidden]),
  ];
  return [
    `${label}: ${facts.join(', ')}`,
    ...counts.map(({ answer, people }) => `  ${people}  ${answer}`),
    ...texts.map((text) => `  - ${text.replaceAll('\n', '\n    ')}`),
  ];
}

const invite = command({
  name: 'survey',
  when: '--invite',
  id: 'survey-invite',
  title: 'Invite to the survey',
  summary:
    'Mails everybody who was checked in a link to the survey; if nobody was, everybody with a paid place. Nobody gets a second link.',
  subject: 'Mails',
  fields: {
    isForAll: field('flag', '--all', 'Also to people who were not checked in'),
  },
  asksProviders: false,
  plan: (context, { isForAll }) => planSurveyInvitation(context, { isForAll }),
  confirm: '--send',
});

const remind = command({
  name: 'survey',
  when: '--remind',
  id: 'survey-remind',
  title: 'Remind of the survey',
  summary: 'Reminds everybody who has a link and has not answered the survey, each once.',
  subject: 'Mails',
  asksProviders: false,
  plan: (context) => planSurveyReminder(context),
  confirm: '--send',
});

const words = command({
  name: 'survey',
  when: '--words',
  id: 'talk-words',
  title: 'Words to speakers',
  summary:
    'Counts the words that participants have written to the speakers of contributions. Only the speakers read them.',
  subject: 'Lists and files',
  async report({ payments: { db } }) {
    const counts = new Map((await countTalkWords(db)).map((each) => [each.abstractId, each]));
    const facts = (await listAbstracts(db)).flatMap(({ id, reference, title }) => {
      const count = counts.get(id);
      return count
        ? [{ reference, title, written: count.written, takenAway: count.takenAway }]
        : [];
    });
    return {
      facts,
      lines: facts.map(({ reference, title = '', written, takenAway }) => {
        const gone = takenAway > 0 ? `, ${takenAway} of them taken away` : '';
        return `${reference}  ${written}${gone}  ${title}`;
      }),
      none: 'Nobody has written to a speaker.',
    };
  },
});

const takeAway = command({
  name: 'survey',
  when: '--take-away',
  id: 'take-words-away',
  isEnding: true,
  title: 'Take away words to a speaker',
  summary:
    'Deletes words that somebody has misused, by the number that the speaker quotes. The writer reads your reason.',
  subject: 'Abstracts',
  fields: {
    reference: ABSTRACT,
    number: field('number', '--take-away NUMBER', 'Number of the words'),
    reason: field('text', '--reason "SENTENCE"', 'Reason, which the writer reads'),
  },
  asksProviders: false,
  plan: planTakingAway,
});

export const commands: readonly Command[] = [results, invite, remind, words, takeAway];

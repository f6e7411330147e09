import type { FastifyInstance } from 'fastify';
import { readForms } from '#server/http/form-body.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import {
  answerSurvey,
  spokenContributions,
  stateNow,
  type SurveyDeps,
  writeToSpeaker,
} from './answer-survey.ts';
import { entriesIn, LONGEST_TEXT } from './read-survey.ts';
import { findSurveyLink, markDeclined, pathOfSurvey, type SurveyLink } from './survey-links.ts';
import { type Shown, surveyPage, type SurveyNotice, wordsWithMail } from './survey-page.ts';
import { talkWordsBy } from './talk-words.ts';

/** The bytes of a letter in most scripts, percent-encoded, and of the other entries of a form. */
const OF_A_LETTER = 9;
const OTHERS = 32 * 1024;

type SurveyRoutes = SurveyDeps & { frame: PageFrame; isLimited: boolean };

/** The page of the survey, behind the link in the mail. */
export async function surveyRoutes(
  app: FastifyInstance,
  { frame, isLimited, ...deps }: SurveyRoutes,
): Promise<void> {
  const { content, context } = deps;
  const { db } = context;
  const { survey: said } = content.yourRegistration;
  const questions = content.conference.survey?.questions.length ?? 0;
  readForms(app, (questions + 1) * LONGEST_TEXT * OF_A_LETTER + OTHERS);
  if (isLimited) limitLinks(app);
  const { get, post } = linkPages<SurveyLink>(app, {
    frame,
    words: content,
    title: said.title,
    find: async (token) => (stateNow(deps) ? findSurveyLink(db, token) : undefined),
    notFound: () => ({ main: wordsWithMail(content, said.notFound), formEndsAt: false }),
    limits: { GET: 'read', POST: 'write' },
  });

  get('/survey/:token', (link, _, { query: { notice } }) =>
    show(deps, link, { notice: isNotice(notice) ? notice : undefined }),
  );

  post('/survey/:token', async (link, form) => {
    const asked = stateNow(deps);
    if (asked?.state !== 'open') return show(deps, link, {}, 409);
    // A second form changes nothing, and its sender reads the same thanks.
    if (link.state === 'ANSWERED') return back(link);
    const typed = entriesIn(asked.survey, form);
    const mistakes = await answerSurvey(deps, link, typed);
    return mistakes ? show(deps, link, { refused: { typed, mistakes } }, 400) : back(link);
  });

  post('/survey/:token/word', async (link, form) => {
    const asked = stateNow(deps);
    if (asked?.state !== 'open' || !asked.survey.talkWords) return show(deps, link, {}, 409);
    const { contribution = '', words = '', sign } = form;
    const typed = { contribution, words, isSigned: sign === 'yes' };
    const mistakes = await writeToSpeaker(deps, link, typed);
    return mistakes
      ? show(deps, link, { refusedWords: { typed, mistakes } }, 400)
      : back(link, 'sent');
  });

  post('/survey/:token/decline', async (link) => {
    await markDeclined(db, link);
    return back(link, 'declined');
  });
}

async function show(
  deps: SurveyDeps,
  link: SurveyLink,
  about: Pick<Shown, 'notice' | 'refused' | 'refusedWords'>,
  status = 200,
): Promise<LinkPage | undefined> {
  const { content, context } = deps;
  const asked = stateNow(deps);
  if (!asked) return undefined;
  const contributions =
    asked.state === 'open' && asked.survey.talkWords ? await spokenContributions(deps) : [];
  const speaking =
    contributions.length === 0
      ? undefined
      : { contributions, own: await talkWordsBy(context.db, link.participantId) };
  return { main: surveyPage(content, { link, asked, speaking, ...about }), status };
}

function back(link: SurveyLink, notice?: SurveyNotice) {
  return { location: pathOfSurvey(link) + (notice ? `?notice=${notice}` : '') };
}

function isNotice(name: unknown): name is SurveyNotice {
  return name === 'sent' || name === 'declined';
}

import type { FastifyInstance } from 'fastify';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { openingIn } from '#contract/content/moments.ts';
import { stateOf } from '#contract/content/opening.ts';
import { inTransaction } from '#server/database/database.ts';
import type { LinkPageDeps } from '#server/feature-pages.ts';
import { readForms } from '#server/http/form-body.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { timestamp } from '#server/identity.ts';
import {
  findJudge,
  judgedPosters,
  judgePath,
  lockJudges,
  type PosterJudge,
  postersGivenBack,
  putJudgeLanguage,
} from './judges.ts';
import {
  judgePage,
  noJudgePage,
  type OwnPoster,
  type ShownJudging,
  strangerPage,
} from './judge-page.ts';
import { listScores } from './poster-scores.ts';
import { postersToJudge } from './posters-to-judge.ts';
import { giveBack, readScores, refuseLink, saveScores } from './save-scores.ts';

const dones = ['saved', 'emptied', 'givenBack', 'takenBack'] as const;
const LONGEST_FORM = 8 * 1024;

/** The pages of judges, behind the link in their mails. */
export async function judgeRoutes(
  app: FastifyInstance,
  { frame, context, content, languages }: LinkPageDeps,
): Promise<void> {
  const { db, clock, newId } = context;
  const { judging: said } = content.yourAbstract;
  const { judging } = content.conference.abstracts.posters ?? {};
  if (!judging) return;
  const { criteria } = judging;
  const opening = openingIn(content.conference.dates, judging);
  readForms(app, LONGEST_FORM);
  const { get, post } = linkPages<PosterJudge>(app, {
    frame,
    words: content,
    title: said.title,
    find: (token) => findJudge(db, token),
    notFound: () => ({ main: noJudgePage(content, said.notFound), formEndsAt: false }),
    // Many judges may save in one hall behind one address.
    limits: { GET: 'read', POST: 'read' },
  });

  async function ownPosters({ id, name }: PosterJudge): Promise<OwnPoster[]> {
    const own = (await judgedPosters(db)).get(id) ?? new Set();
    const left = (await postersGivenBack(db)).get(id) ?? new Set();
    const scores = (await listScores(db)).filter(({ judge }) => judge === name);
    return (await postersToJudge(db, content))
      .filter(({ abstractId }) => own.has(abstractId) || left.has(abstractId))
      .map((poster) => ({
        poster,
        isGivenBack: left.has(poster.abstractId),
        scores: scores.find(({ abstractId }) => abstractId === poster.abstractId)?.scores,
      }));
  }

  type About = Pick<ShownJudging, 'notice' | 'trouble'> & { all?: OwnPoster[] };
  async function page(judge: PosterJudge, { all, ...about }: About = {}): Promise<LinkPage> {
    const shown = all ?? (await ownPosters(judge));
    const now = timestamp(clock());
    return {
      main: judgePage(content, { judge, languages, criteria, opening, now, all: shown, ...about }),
    };
  }

  get('/judge/:token', async (judge, _, { query: { done, poster } }) => {
    const all = await ownPosters(judge);
    const number = all.find((own) => own.poster.abstractId === poster)?.poster.number;
    const words = dones.find((each) => each === done);
    return page(judge, {
      all,
      notice: words && number && fillPlaceholders(said.done[words], { number }),
    });
  });

  post('/judge/:token', async (judge, typed) => {
    if (stateOf(opening, timestamp(clock())) !== 'open') {
      return { ...(await page(judge)), isClosed: true };
    }
    const { poster: abstractId = '', seen = '' } = typed;
    const all = await ownPosters(judge);
    if (!all.some(({ poster }) => poster.abstractId === abstractId)) {
      return { ...(await page(judge, { all, trouble: said.gone })), status: 409 };
    }
    const read = readScores(typed, criteria);
    if ('mistakes' in read) {
      const { mistakes } = read;
      const refused = all.map((own) =>
        own.poster.abstractId === abstractId ? { ...own, refused: { typed, mistakes } } : own,
      );
      const about = { all: refused, trouble: content.yourAbstract.mistakes };
      return { ...(await page(judge, about)), status: 400 };
    }
    const saved = await saveScores({ db, clock, newId }, judge, {
      abstractId,
      seen,
      scores: read.scores,
      criteria,
    });
    if (saved === 'saved' || saved === 'emptied') {
      return { location: `${judgePath(judge)}?done=${saved}&poster=${abstractId}` };
    }
    return { ...(await page(judge, { trouble: said[saved] })), status: 409 };
  });

  for (const [path, done] of [
    ['give-back', 'givenBack'],
    ['take-back', 'takenBack'],
  ] as const) {
    post(`/judge/:token/${path}`, async (judge, { poster: abstractId = '', reason }) => {
      if (stateOf(opening, timestamp(clock())) === 'over') {
        return { ...(await page(judge)), isClosed: true };
      }
      const why = reason === 'field' ? 'FIELD' : 'CONFLICT';
      const isGivenBack = await giveBack({ db, clock, newId }, judge, {
        abstractId,
        reason: path === 'give-back' ? why : undefined,
      });
      if (!isGivenBack) return { ...(await page(judge, { trouble: said.gone })), status: 409 };
      return { location: `${judgePath(judge)}?done=${done}&poster=${abstractId}` };
    });
  }

  post('/judge/:token/language', async (judge, { language = '' }) => {
    if (!languages.includes(language)) return undefined;
    await inTransaction(db, async (tx) => {
      await lockJudges(tx);
      await putJudgeLanguage(tx, judge, language);
    });
    return { location: judgePath(judge) };
  });

  get('/judge/:token/stranger', (judge) => ({ main: strangerPage(content, judge) }));

  post('/judge/:token/stranger', async (judge) => {
    await refuseLink({ db, clock, newId }, judge);
    return { main: noJudgePage(content, said.stranger.done), formEndsAt: false };
  });
}

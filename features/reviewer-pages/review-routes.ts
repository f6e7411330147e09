import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { inTransaction } from '#server/database/database.ts';
import type { LinkPageDeps } from '#server/feature-pages.ts';
import { readForms } from '#server/http/form-body.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { putAnswer } from '#features/peer-review/reviewers.ts';
import { LONGEST_COMMENT } from '#features/peer-review/review-workbook.ts';
import { type Discussion, readDiscussion, readNote, writeNote } from './discussion.ts';
import { discussionPart, type RefusedNote } from './discussion-part.ts';
import { isOpen, type OwnReview, ownReviews, revisionOf } from './own-reviews.ts';
import { type CopyDeps, reviewCopy, reviewFile } from './review-copies.ts';
import {
  pathOfReview,
  reviewListPage,
  stateWords,
  strangerPage,
  wordsToChair,
} from './review-list-page.ts';
import { reviewPage, type ShownReview } from './review-page.ts';
import { reviewStateNow, reviewTimes } from './review-times.ts';
import {
  findEndedLink,
  findOwnPage,
  markPage,
  type OwnPage,
  pathOfReviews,
  renewLink,
} from './reviewer-links.ts';
import { declineReview, saveReview } from './save-review.ts';
import { asksForWishes, readWishes, saveWishes } from './wishes.ts';
import { groupAfter, wishesLink, wishesPage } from './wishes-page.ts';

/** The bytes of a letter in most scripts, percent-encoded; two comments, and the other entries. */
const LONGEST_FORM = 2 * LONGEST_COMMENT * 4 * 9 + 32 * 1024;

const withoutComments = (script: string) => script.replaceAll(/^\s*(?:\/\/.*)?\n/gm, '');
const SCRIPT = withoutComments(readFileSync(new URL('page-script.js', import.meta.url), 'utf8'));
const WISHES_SCRIPT = withoutComments(
  readFileSync(new URL('wishes-script.js', import.meta.url), 'utf8'),
);

const dones = ['saved', 'submitted', 'declined', 'back', 'written', 'topics'] as const;
type Done = (typeof dones)[number];

/** The pages of reviewers, behind the link in their mails. */
export async function reviewRoutes(
  app: FastifyInstance,
  { frame, context, content, languages, files, hasScanner }: LinkPageDeps,
): Promise<void> {
  const { db, clock, newId } = context;
  const { reviews: said } = content.yourAbstract;
  const copies: CopyDeps = { db, clock, content, store: files.store, hasScanner };
  const saving = { db, clock, content };
  readForms(app, LONGEST_FORM);
  const { get, post } = linkPages<OwnPage>(app, {
    frame,
    words: content,
    title: said.title,
    find: async (token) => (reviewTimes(content) ? findOwnPage(db, token) : undefined),
    async notFound({ params: { token } }) {
      const ended = reviewTimes(content) && (await findEndedLink(db, token));
      const words = ended === 'RENEWED' ? said.renewed : ended ? said.strangerEnded : said.notFound;
      return { main: wordsToChair(content, words), formEndsAt: false, status: ended ? 410 : 404 };
    },
    // A page saves itself every few seconds, and a committee may sit in one room: the limit is for floods only.
    limits: { GET: 'read', POST: 'read' },
  });
  const url = '/review/:token';
  const one = `${url}/:reference`;

  async function listPage(own: OwnPage, notice?: string): Promise<LinkPage | undefined> {
    const found = shownNow();
    if (!found) return undefined;
    const all = await ownReviews(db, content, own.reviewer.id);
    const more = found.state === 'over' ? undefined : wishesLink(content, own);
    return { main: reviewListPage(content, { own, languages, all, notice, more, ...found }) };
  }

  function shownNow() {
    const times = reviewTimes(content);
    const now = timestamp(clock());
    return times && { times, now, state: reviewStateNow(times, now) };
  }

  type About = Pick<ShownReview, 'notice' | 'refused'> & { refusedNote?: RefusedNote };

  /** The page of one abstract; undefined if it is not the reader's. */
  async function onePage(
    own: OwnPage,
    reference: string | undefined,
    { refusedNote, ...about }: About = {},
    status = 200,
  ): Promise<LinkPage | undefined> {
    const found = shownNow();
    const all = await ownReviews(db, content, own.reviewer.id);
    const review = all.find(({ abstract }) => abstract.reference === reference);
    if (!found || !review || own.reviewer.answer === 'NO') return undefined;
    const { abstract } = review;
    const isOver = review.state === 'WITHDRAWN' || review.state === 'CONFLICT';
    const copy = isOver
      ? { text: undefined, isMasked: false, file: undefined, reason: undefined }
      : await reviewCopy(copies, abstract);
    const entered = await authorsByAbstract(db, [abstract.id]);
    const discussion = await discussionOf(review);
    const shown = {
      ...found,
      ...about,
      own,
      all,
      review,
      copy,
      authors: authorsOf(abstract, entered),
      discussion:
        discussion &&
        discussionPart(content, {
          own,
          review,
          discussion,
          canWrite: !review.isDecided,
          refused: refusedNote,
        }),
    };
    return {
      title: abstract.title ?? abstract.reference,
      main: reviewPage(content, shown),
      status,
      script: SCRIPT,
    };
  }

  async function discussionOf(review: OwnReview): Promise<Discussion | undefined> {
    if (!content.conference.abstracts.reviewerPages?.discussion) return undefined;
    if (review.state !== 'SUBMITTED' && !isOpen(review)) return undefined;
    return readDiscussion(db, content, review.review);
  }

  /** The reader's own assignment, if it can be changed now. */
  async function changeable(own: OwnPage, reference: string | undefined) {
    const all = await ownReviews(db, content, own.reviewer.id);
    const review = all.find(({ abstract }) => abstract.reference === reference);
    const isOver = review?.isDecided || review?.state === 'WITHDRAWN';
    const isNow = shownNow()?.state === 'open' && !isOver && own.reviewer.answer !== 'NO';
    return { review, isNow };
  }

  get(url, (own, _, { query: { done } }) => listPage(own, wordsOfDone(done)));

  function wordsOfDone(done: unknown): string | undefined {
    const known = dones.find((each) => each === done);
    return known && said.done[known];
  }

  for (const [path, answer] of [
    ['yes', 'YES'],
    ['no', 'NO'],
  ] as const) {
    post(`${url}/${path}`, async ({ page, reviewer }) => {
      const now = timestamp(clock());
      await inTransaction(db, (tx) => putAnswer(tx, reviewer.id, answer, now));
      return { location: pathOfReviews(page) };
    });
  }

  post(`${url}/language`, async ({ page }, { language = '' }) => {
    if (!languages.includes(language)) return undefined;
    await inTransaction(db, (tx) => markPage(tx, page.reviewerId, { language }));
    return { location: pathOfReviews(page) };
  });

  get(`${url}/stranger`, (own) => ({ main: strangerPage(content, own) }));

  post(`${url}/stranger`, async ({ page }) => {
    const about = { next: newId(), reason: 'STRANGER', now: timestamp(clock()) } as const;
    await inTransaction(db, (tx) => renewLink(tx, page, about));
    return { main: wordsToChair(content, said.strangerDone), formEndsAt: false };
  });

  get(`${url}/wishes`, async (own, _, { query: { done, group } }) => {
    if (!takesWishes(own)) return undefined;
    const wishes = await readWishes(db, content, own.reviewer);
    const ids = wishes.abstracts.map(({ abstract }) => abstract.id);
    const authors = await authorsByAbstract(db, ids);
    const opened = typeof group === 'string' ? group : undefined;
    const shown = { wishes, authors, group: opened, notice: wordsOfDone(done) };
    return {
      main: wishesPage(content, own, shown),
      title: said.wishes.heading,
      script: WISHES_SCRIPT,
    };
  });

  post(`${url}/wishes`, async (own, typed) => {
    const isAuto = typed['act'] === 'autosave';
    if (!takesWishes(own)) return isAuto ? refusal(409) : undefined;
    const wishes = await saveWishes(saving, own.reviewer, typed);
    if (isAuto) return async (reply) => keptPrivate(reply).send({});
    const next = groupAfter(content, wishes, typed['group'] ?? '');
    const path = pathOfReviews(own.page);
    return {
      location:
        next === undefined
          ? `${path}?done=topics`
          : `${path}/wishes?done=topics&group=${next}#${next}`,
    };
  });

  function takesWishes({ reviewer }: OwnPage): boolean {
    return asksForWishes(content) && reviewer.answer !== 'NO' && shownNow()?.state !== 'over';
  }

  get(one, (own, _, { params, query: { done } }) =>
    // Somebody who has said no can take that back on the list.
    own.reviewer.answer === 'NO'
      ? { location: pathOfReviews(own.page) }
      : onePage(own, params['reference'], { notice: wordsOfDone(done) }),
  );

  post(one, async (own, typed, { params }) => {
    const { reference } = params;
    const { review, isNow } = await changeable(own, reference);
    if (!review) return undefined;
    const { act } = typed;
    const isAuto = act === 'autosave';
    if (!isNow || review.review.isDeclined) {
      return isAuto ? refusal(409) : onePage(own, reference, {}, 409);
    }
    const isDraft = act !== 'submit';
    // A page from before the revised version is no second look at it. The page that answers says so above the form.
    if (!isDraft && typed['revised'] !== revisionOf(review) && review.state === 'AGAIN') {
      return onePage(own, reference, { refused: { typed, mistakes: {} } }, 409);
    }
    const version = Number(typed['version']);
    const saved = await saveReview(saving, review.review, {
      typed,
      version,
      isDraft,
      isAgain: review.state === 'AGAIN',
    });
    if ('saved' in saved) {
      const all = await ownReviews(db, content, own.reviewer.id);
      const after = all.find((each) => each.abstract.id === review.abstract.id) ?? review;
      if (isAuto) return savedAnswer(saved.saved.version, stateWords(said, after.state));
      const done = after.state === 'SUBMITTED' ? 'submitted' : 'saved';
      return back(own, review, done);
    }
    if (isAuto) return refusal('mistakes' in saved ? 400 : 409);
    if ('mistakes' in saved) {
      return onePage(own, reference, { refused: { typed, mistakes: saved.mistakes } }, 400);
    }
    return onePage(own, reference, { refused: { typed, overtaken: saved.overtaken } }, 409);
  });

  for (const [path, done] of [
    ['give-back', 'declined'],
    ['take-back', 'back'],
  ] as const) {
    post(`${one}/${path}`, async (own, { reason }, { params }) => {
      const { review, isNow } = await changeable(own, params['reference']);
      if (!review) return undefined;
      if (!isNow) return onePage(own, params['reference'], {}, 409);
      const given = reason === 'field' ? 'FIELD' : 'CONFLICT';
      const isGivenBack = path === 'give-back';
      if (review.review.isDeclined !== isGivenBack) {
        await declineReview(saving, review.review, isGivenBack ? given : undefined);
      }
      return back(own, review, done);
    });
  }

  post(
    `${one}/note`,
    async (own, { note: typed = '' }, { params: { reference } }) => {
      const { review } = await changeable(own, reference);
      if (!review || !content.conference.abstracts.reviewerPages?.discussion) return undefined;
      const takesPart = review.state === 'SUBMITTED' && own.reviewer.answer !== 'NO';
      if (!takesPart || review.isDecided) return onePage(own, reference, {}, 409);
      const note = readNote(typed);
      if ('mistake' in note) {
        return onePage(own, reference, { refusedNote: { typed, mistake: note.mistake } }, 400);
      }
      const { abstractId, reviewerId } = review.review;
      const isWritten = await writeNote(
        { db, clock, newId },
        { abstractId, reviewerId, text: note.text },
      );
      return isWritten ? back(own, review, 'written') : onePage(own, reference, {}, 409);
    },
    { limit: 'write' },
  );

  for (const [path, isShown] of [
    ['file', true],
    ['download', false],
  ] as const) {
    get(`${one}/${path}`, async (own, _, { params: { reference } }) => {
      const all = await ownReviews(db, content, own.reviewer.id);
      const review = all.find(({ abstract }) => abstract.reference === reference);
      const isGone = review?.state === 'WITHDRAWN' || review?.state === 'CONFLICT';
      if (!review || isGone || own.reviewer.answer === 'NO') return undefined;
      const file = await reviewFile(copies, review.abstract);
      return file && ((reply) => sendFile(reply, file, isShown && file.isPdf));
    });
  }
}

function back({ page }: OwnPage, { abstract }: OwnReview, done: Done) {
  const part = done === 'written' ? '#discussion' : '';
  return { location: `${pathOfReview(page, abstract)}?done=${done}${part}` };
}

/** The answer to the script of the page. */
function savedAnswer(version: number, state: string) {
  return async (reply: FastifyReply) => keptPrivate(reply).send({ version, state });
}

function refusal(status: number) {
  return async (reply: FastifyReply) => keptPrivate(reply).code(status).send({});
}

/** Sends a file, whose policy runs nothing. Browsers show a PDF only without a sandbox. */
async function sendFile(
  reply: FastifyReply,
  { name, isPdf, bytes }: { name: string; isPdf: boolean; bytes: Buffer },
  isShown: boolean,
): Promise<FastifyReply> {
  const policy = isShown
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "sandbox; default-src 'none'; frame-ancestors 'none'";
  return keptPrivate(reply)
    .type(isPdf ? 'application/pdf' : 'application/octet-stream')
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`)
    .header('content-security-policy', policy)
    .header('x-frame-options', isShown ? 'SAMEORIGIN' : 'DENY')
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}

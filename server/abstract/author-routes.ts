import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { localTime } from '#contract/content/moments.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { html } from '#server/markup.ts';
import { answerDecision, findLinked } from './answer-decision.ts';
import { authorPage } from './author-page.ts';

type AuthorRoutes = {
  deps: Parameters<typeof answerDecision>[0];
  content: Pick<Content, 'conference' | 'mails' | 'sessions'>;
  frame: PageFrame;
};
type Link = { Params: { token: string } };

const ANSWERS = { present: 'CONFIRMED', withdraw: 'WITHDRAWN' } as const;

/** The page behind the link in the mail about a decision: the decision, and two buttons until the conference begins. */
export function authorRoutes(app: FastifyInstance, { deps, content, frame }: AuthorRoutes): void {
  const { dates } = content.conference;
  const beginsAt = Date.parse(localTime(dates.start, '00:00', dates.timezone));
  const words = content.mails.authorPage;

  app.get<Link>('/abstract/:token', { config: { limit: 'receipt' } }, async (request, reply) => {
    const found = await linkedTo(request);
    if (!found) return notFound(reply);
    const isOpen = deps.clock().getTime() < beginsAt;
    const main = authorPage(content, found, {
      isOpen,
      address: `/abstract/${found.abstract.token}`,
    });
    return sendPrivatePage(reply, frame, { title: words.title, main, formEndsAt: [] });
  });

  for (const [path, answer] of Object.entries(ANSWERS)) {
    app.post<Link>(
      `/abstract/:token/${path}`,
      { config: { limit: 'write' } },
      async (request, reply) => {
        const found = await linkedTo(request);
        if (!found) return notFound(reply);
        const { token } = found.abstract;
        if (deps.clock().getTime() < beginsAt) await answerDecision(deps, token, answer);
        return keptPrivate(reply).redirect(`/abstract/${token}`, 303);
      },
    );
  }

  async function linkedTo({ params: { token } }: FastifyRequest<Link>) {
    return TOKEN.test(token) ? findLinked(deps.db, token) : undefined;
  }

  function notFound(reply: FastifyReply) {
    const main = html`<article class="receipt">
      <h1>${words.title}</h1>
      <p class="receipt-words">${words.notFound}</p>
    </article>`;
    return sendPrivatePage(reply, frame, { title: words.title, main, status: 404 });
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/conference-shape.ts';
import { timestamp } from '#server/identity.ts';
import type { Typed } from '#server/http/person-fields.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { type ActForm, readActForm } from './act-form.ts';
import { actPage, titleFor } from './act-page.ts';
import { closedWords } from './closed-acts.ts';
import { type Notice, withNotice } from './notices.ts';
import { organisingFor } from './organising-for.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';
import { pageOf, type Subject, subjectOf } from './subject.ts';

/** The answer to a form: a page, or a notice on the page of the registration. */
export type ActAnswer = { page: Markup; status?: 400 | 409 | 429 } | { notice: Notice };

/** An act of a participant about the entries of a person. */
export type PersonAct = {
  /** The end of its address. */
  path: string;
  /** The act that has to be open. */
  needs: OwnAct;
  title: (said: Content['yourRegistration']) => { title: string; titleOf: string };
  /** Throws `ActionImpossible` if the act is not possible for this person. */
  refuse: (organising: Organising, subject: Subject) => Promise<void>;
  /** The form, with the typed entries if it was filled in before. */
  form: (content: Content, subject: Subject, typed?: Typed) => Markup;
  /** Answers the form. Without `confirm` it changes nothing, and says what would happen. */
  answer: (organising: Organising, subject: Subject, form: ActForm) => Promise<ActAnswer>;
};

type Link = { token: string; participantId?: string };

/** The routes of an act: on the own page, and on the page of a group's payer for each of its people. */
export function actRoutes(app: FastifyInstance, deps: SelfServiceRoutes, act: PersonAct): void {
  const { context, content, frame } = deps;
  const { yourRegistration: said } = content;

  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    const address = `${page}/${act.path}`;

    app.get<{ Params: Link }>(address, { config: { limit: 'receipt' } }, async (request, reply) => {
      const subject = await subjectFor(request.params);
      if (!subject) return notFound(reply);
      const closed = closedNow();
      if (closed) return refused(reply, subject, closed, 200);
      return orRefused(reply, subject, async () => {
        await act.refuse(organisingFor(deps, request), subject);
        return send(reply, act.form(content, subject));
      });
    });

    app.post<{ Params: Link }>(address, { config: { limit: 'write' } }, async (request, reply) => {
      const subject = await subjectFor(request.params);
      if (!subject) return notFound(reply);
      const closed = closedNow();
      if (closed) return refused(reply, subject, closed, 409);
      return orRefused(reply, subject, async () => {
        const organising = organisingFor(deps, request);
        await act.refuse(organising, subject);
        const form = readActForm(request.body);
        if (form.edit !== undefined) return send(reply, act.form(content, subject, form));
        const answer = await act.answer(organising, subject, form);
        return 'notice' in answer
          ? keptPrivate(reply).redirect(withNotice(pageOf(subject), answer.notice), 303)
          : send(reply, answer.page, answer.status);
      });
    });
  }

  async function subjectFor({ participantId, ...link }: Link): Promise<Subject | undefined> {
    const owner = await findOwner(context.db, link);
    return owner && subjectOf(owner, participantId);
  }

  function closedNow(): Markup | undefined {
    return closedWords(content, act.needs, timestamp(context.clock()));
  }

  async function orRefused(
    reply: FastifyReply,
    subject: Subject,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') {
        return keptPrivate(reply).redirect(withNotice(pageOf(subject), 'changedMeanwhile'), 303);
      }
      return refused(reply, subject, html`${said.refusals[error.reason]}`, 409);
    }
  }

  function refused(reply: FastifyReply, subject: Subject, words: Markup, status: number) {
    const title = titleFor(subject, act.title(said));
    const main = html`<p class="receipt-words" role="alert">${words}</p>`;
    return send(reply, actPage(content, subject, { title, main }), status);
  }

  function send(reply: FastifyReply, main: Markup, status = 200): FastifyReply {
    const { title } = act.title(said);
    return sendPrivatePage(reply, frame, { title, main, status, formEndsAt: [] });
  }

  function notFound(reply: FastifyReply): FastifyReply {
    const { title } = said;
    return sendPrivatePage(reply, frame, { title, main: noRegistration(content), status: 404 });
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OwnAct } from '#contract/content/conference-shape.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { actPage } from './act-page.ts';
import { closedWords } from './closed-acts.ts';
import { type Notice, withNotice } from './notices.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';
import { pageOf, paidSubject, type Subject } from './subject.ts';

type Params = { token: string; participantId?: string };
export type ActRequest = FastifyRequest<{ Params: Params; Body: unknown }>;

/** The answer to a request: a page, a notice on the page of the registration, or another address of this site. */
export type ActAnswer =
  | { main: Markup; trouble?: string | undefined; status?: number }
  | { notice: Notice }
  | { location: string };

/** An act of a payer about an order: for the payer, for somebody of a group, or for the whole group. */
export type PayerAct = {
  /** The act that has to be open, and the end of its address. */
  act: OwnAct;
  path: string;
  title: (subject: Subject) => Markup;
  /** The first page. */
  show: (request: ActRequest, subject: Subject) => Promise<ActAnswer>;
  /** Answers a form. It changes nothing before the reader has agreed to the effect. */
  answer: (request: ActRequest, subject: Subject) => Promise<ActAnswer>;
  /** The answer about a person who is not in the order any more; undefined if the person never was. */
  gone?: (request: ActRequest, subject: Subject) => Promise<ActAnswer | undefined>;
};

/** The routes of an act. A closed act is refused with the date that passed, and a refusal says its reason. */
export function payerActRoutes(
  app: FastifyInstance,
  deps: SelfServiceRoutes,
  { act, path, title, show, answer, gone }: PayerAct,
): void {
  const { context, content, frame } = deps;
  const { yourRegistration: said } = content;

  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    app.get<{ Params: Params; Body: unknown }>(
      `${page}/${path}`,
      { config: { limit: 'receipt' } },
      (request, reply) => respond(request, reply, show),
    );
    app.post<{ Params: Params; Body: unknown }>(
      `${page}/${path}`,
      { config: { limit: 'write' } },
      (request, reply) => respond(request, reply, answer),
    );
  }

  async function respond(
    request: ActRequest,
    reply: FastifyReply,
    work: PayerAct['answer'],
  ): Promise<FastifyReply> {
    const { token, participantId } = request.params;
    const owner = await findOwner(context.db, { token });
    const subject = owner && paidSubject(owner, participantId);
    if (!subject) {
      const payer = owner && paidSubject(owner);
      const answered = payer && (await gone?.(request, payer));
      return answered && payer ? send(reply, payer, answered) : notFound(reply);
    }
    const closed = closedWords(content, act, timestamp(context.clock()));
    if (closed) {
      const main = html`<p class="receipt-words" role="alert">${closed}</p>`;
      return send(reply, subject, { main, status: request.method === 'GET' ? 200 : 409 });
    }
    try {
      return send(reply, subject, await work(request, subject));
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return send(reply, subject, { notice: 'changedMeanwhile' });
      return send(reply, subject, {
        main: html``,
        trouble: refusalWords(said, error),
        status: 409,
      });
    }
  }

  function send(reply: FastifyReply, subject: Subject, answered: ActAnswer): FastifyReply {
    if ('notice' in answered) {
      const location = withNotice(pageOf(subject), answered.notice);
      return keptPrivate(reply).redirect(location, 303);
    }
    if ('location' in answered) return keptPrivate(reply).redirect(answered.location, 303);
    const { main, trouble, status = 200 } = answered;
    return sendPrivatePage(reply, frame, {
      title: said.title,
      main: actPage(content, subject, {
        title: title(subject),
        trouble,
        main: trouble === undefined ? main : html`${main} ${contact()}`,
      }),
      status,
      formEndsAt: [],
    });
  }

  function contact(): Markup {
    const { email } = content.conference.secretary;
    return html`<p class="receipt-words">
      ${said.contact} <a href="mailto:${email}">${email}</a>.
    </p>`;
  }

  function notFound(reply: FastifyReply): FastifyReply {
    const { title: heading } = said;
    return sendPrivatePage(reply, frame, {
      title: heading,
      main: noRegistration(content),
      status: 404,
    });
  }
}

/** The sentence of a refusal for participants. */
export function refusalWords(
  { refusals }: SelfServiceRoutes['content']['yourRegistration'],
  { reason, forVisitor }: ActionImpossible,
): string {
  return forVisitor ?? refusals[reason];
}

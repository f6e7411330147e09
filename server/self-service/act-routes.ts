import { sentenceOf } from '#server/errors.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/shapes/conference-shape.ts';
import type { LinkAnswer, LinkPage, LinkRequest } from '#server/http/link-pages.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { type ActTitle, actPage } from './act-page.ts';
import type { Notice } from './notices.ts';
import { closedWords } from './open-acts.ts';
import { organisingFor } from './organising-for.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { cancelledSubject, type Subject, type subjectOf } from './subject.ts';

/** A page of an act: what went wrong, and the form or the check. */
export type ActPage = { main?: Markup; trouble?: string | undefined; status?: number };
/** The answer to a form: a page, a notice on the page of the registration, or another address of this site. */
export type ActAnswer = ActPage | { notice: Notice } | { location: string };

/** An act about the registration of a person, or of a whole group. */
export type Act<Form> = {
  /** The act of `self_service` that has to be open. */
  needs: OwnAct;
  /** The end of its address. */
  path: string;
  title: (said: Content['yourRegistration'], subject: Subject) => ActTitle;
  /** Finds the person; undefined if this page cannot do the act for them. */
  subject: typeof subjectOf;
  /** The schema of its forms. */
  form: z.ZodMiniType<Form>;
  /** The first page. `show` and `answer` throw `ActionImpossible` if the act is not possible. */
  show: (organising: Organising, subject: Subject) => Promise<ActPage>;
  /** Answers a form. It changes nothing before the reader has agreed to the effect. */
  answer: (organising: Organising, subject: Subject, form: Form) => Promise<ActAnswer>;
  /** The notice about a person who is not in the order any more; undefined if the person never was. */
  gone?: (
    organising: Organising,
    order: Order,
    participantId: string,
    form: Form | undefined,
  ) => Promise<Notice | undefined>;
};

/**
 * The routes of an act: on the own page, and on the page of a group's payer for each of its people. A closed act is
 * refused with the date that passed, and a refusal says its reason.
 */
export function actRoutes<Form>(
  app: FastifyInstance,
  deps: SelfServiceRoutes,
  act: Act<Form>,
): void {
  const { context, content } = deps;
  const { yourRegistration: said } = content;
  const { get, post } = ownPages(app, deps);

  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    const address = `${page}/${act.path}`;
    get(address, (owner, _, request) => respond(owner, request, act.show));
    post(address, (owner, _, request) =>
      respond(owner, request, (organising, subject) => answer(organising, subject, request.body)),
    );
  }

  async function answer(
    organising: Organising,
    subject: Subject,
    body: unknown,
  ): Promise<ActAnswer> {
    const form = act.form.safeParse(body).data;
    if (form !== undefined) return act.answer(organising, subject, form);
    const shown = await act.show(organising, subject);
    return { ...shown, trouble: shown.trouble ?? said.refusals.unreadable, status: 400 };
  }

  async function respond(
    owner: PageOwner,
    request: LinkRequest,
    work: (organising: Organising, subject: Subject) => Promise<ActAnswer>,
  ): Promise<LinkAnswer> {
    const subject = act.subject(owner, request.params.participantId);
    if (!subject) return backFromGone(deps, act, owner, request);
    const closed = closedWords(content, act.needs, timestamp(context.clock()));
    if (closed) {
      const main = html`<p class="receipt-words" role="alert">${closed}</p>`;
      return pageOfAct(content, act, subject, { main, isClosed: true });
    }
    try {
      const answered = await work(organisingFor(deps, request), subject);
      if ('notice' in answered) return backToPage(owner, answered.notice);
      return 'location' in answered ? answered : pageOfAct(content, act, subject, answered);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      if (error.reason === 'changed') return backToPage(owner, 'changedMeanwhile');
      return pageOfAct(content, act, subject, {
        trouble: refusalWords(content, error),
        status: 409,
      });
    }
  }
}

/** Leads back from the page of somebody who is not in the order any more. */
async function backFromGone<Form>(
  deps: SelfServiceRoutes,
  act: Act<Form>,
  owner: PageOwner,
  request: LinkRequest,
): Promise<LinkAnswer> {
  const { participantId } = request.params;
  const cancelled = cancelledSubject(owner, participantId);
  if (cancelled)
    return pageOfCancelled(
      deps.content,
      cancelled,
      act.title(deps.content.yourRegistration, cancelled),
    );
  const order = act.subject(owner)?.order;
  if (!order || participantId === undefined) return undefined;
  const form = act.form.safeParse(request.body).data;
  const notice = await act.gone?.(organisingFor(deps, request), order, participantId, form);
  return notice ? backToPage(owner, notice) : undefined;
}

/** The page of an act on a registration that is cancelled. */
export function pageOfCancelled(content: Content, subject: Subject, title: ActTitle): LinkPage {
  const trouble = content.yourRegistration.refusals.cancelled;
  return { title: title.title, main: actPage(content, subject, { title, trouble }), status: 409 };
}

function pageOfAct<Form>(
  content: Content,
  act: Act<Form>,
  subject: Subject,
  { main, trouble, ...how }: ActPage & { isClosed?: boolean },
): LinkPage {
  const title = act.title(content.yourRegistration, subject);
  return {
    title: title.title,
    main: actPage(content, subject, { title, trouble, main }),
    ...how,
  };
}

/** The sentence of a refusal for participants. */
export function refusalWords(content: Content, { reason, forVisitor }: ActionImpossible): string {
  return forVisitor ? sentenceOf(forVisitor, content) : content.yourRegistration.refusals[reason];
}

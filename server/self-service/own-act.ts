import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/conference-shape.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { Db } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { endText } from '#server/orders/order-facts.ts';
import { type Order, registrationPath } from '#server/orders/orders.ts';
import type { PageOwner } from '#server/orders/page-owners.ts';
import type { Participant } from '#server/orders/participants.ts';
import { PARTICIPANT } from '#server/orders/record-act.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';

export type OwnActDeps = SelfServiceRoutes & { mailLayout: MailLayout };

/** The parameters of an act's address: the payer of a group acts for a person by id. */
export type ActParams = { token: string; participantId?: string };

/** The order and the person of an act that concerns money. Its page is a payer's. */
export type Target = {
  owner: PageOwner;
  order: Order;
  /** Absent if the payer of a group acts for the whole group. */
  person: Participant | undefined;
  /** Whether the payer of a group acts for one of its people. */
  isOfGroup: boolean;
  /** The path of the act's addresses. */
  path: string;
};

/** The target of a request; undefined for an unknown link, for a member of a group, and for a person of another order. */
export async function findTarget(
  db: Db,
  { token, participantId }: ActParams,
): Promise<Target | undefined> {
  const owner = await findOwner(db, { token });
  if (!owner?.order || !owner.isPayer) return undefined;
  const { order, participant, people } = owner;
  const path = registrationPath({ pageToken: token });
  if (participantId === undefined) {
    return { owner, order, person: participant, isOfGroup: false, path };
  }
  const person = participant ? undefined : people.find(({ id }) => id === participantId);
  if (!person) return undefined;
  return { owner, order, person, isOfGroup: true, path: `${path}/people/${person.id}` };
}

/** The dependencies of a service that a participant runs: the same service as the organiser's. */
export function organisingFor(deps: OwnActDeps, request: FastifyRequest): Organising {
  const { context: payments, content, mailLayout, receipts, originOf } = deps;
  const origin = originOf(request);
  if (origin === undefined) {
    throw new AppError('foreign-address', 'The address of this site could not be read.');
  }
  return { payments, content, mailLayout, receipts, origin, actor: PARTICIPANT };
}

/** The sentence of an act that participants cannot do now; undefined if it is open. The address of the office follows. */
export function closedAct(
  { context: { clock }, content }: OwnActDeps,
  act: OwnAct,
): string | undefined {
  const { closed, notOpen } = content.yourRegistration;
  const opening: Opening | undefined = content.conference.selfService[act];
  if (!opening) return notOpen;
  if (stateOf(opening, timestamp(clock())) === 'open' || !opening.until) return undefined;
  return fillPlaceholders(closed, { until: endText(opening.until) });
}

/** A page of an act, with a way back. `trouble` is a sentence about a refusal. */
export function actPage(
  { yourRegistration: said, conference }: Content,
  { owner }: Target,
  { title, trouble, main }: { title: string; trouble?: string | undefined; main?: Markup },
): Markup {
  const { email } = conference.secretary;
  return html`<article class="receipt">
    <h1>${title}</h1>
    ${trouble === undefined ? undefined : html`<p class="receipt-words" role="alert">${trouble}</p>`}
    ${main}
    <p class="receipt-words">
      <a href="${registrationPath({ pageToken: owner.token })}">${said.back}</a>
    </p>
    <p class="receipt-words">${said.contact} <a href="mailto:${email}">${email}</a>.</p>
  </article>`;
}

/** The sentence of a refusal for participants. */
export function refusalWords(
  { yourRegistration: said }: Content,
  { reason, forVisitor }: ActionImpossible,
): string {
  return forVisitor ?? said.refusals[reason];
}

export function sendAct(
  reply: FastifyReply,
  { frame }: OwnActDeps,
  { title, main, status = 200 }: { title: string; main: Markup; status?: number },
): FastifyReply {
  return sendPrivatePage(reply, frame, { title, main, status, formEndsAt: [] });
}

export type Notice =
  | 'changedMeanwhile'
  | 'changeMade'
  | 'changeMadeWithRefund'
  | 'changeTakenBack'
  | 'personCancelled';

/** Leads to the page of the registration, with a sentence. */
export function backToPage(reply: FastifyReply, { owner }: Target, notice: Notice): FastifyReply {
  const path = registrationPath({ pageToken: owner.token });
  return keptPrivate(reply).redirect(`${path}?notice=${notice}`, 303);
}

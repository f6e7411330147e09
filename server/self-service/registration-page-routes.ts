import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { type OwnAct, ownActs } from '#contract/content/conference-shape.ts';
import { type Opening, stateOf as stateOfOpening } from '#contract/content/opening.ts';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { linkStateNow } from '#server/orders/link-state.ts';
import { changesOf, type OrderChange } from '#server/orders/order-changes.ts';
import {
  isCancelled,
  isDiscount,
  type Order,
  payingPayments,
  stateOf,
} from '#server/orders/orders.ts';
import { findPageOwner, type PageOwner } from '#server/orders/page-owners.ts';
import { HOSTED } from '#server/orders/payment-link-routes.ts';
import {
  findPaymentLink,
  isOffered,
  linkOfChange,
  linkOrNext,
} from '#server/orders/payment-links.ts';
import { readWithdrawn } from '#server/orders/withdrawn-payables.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { type Payment, paymentsOfOrder } from '#server/payments/payments.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { emblemSection } from './emblem-section.ts';
import { letterSections } from './letter-sections.ts';
import { noticeOf } from './notices.ts';
import { questionsSection } from './questions-section.ts';
import {
  noRegistration,
  type PageState,
  registrationPage,
  type Shown,
} from './registration-page.ts';
import { subjectOf } from './subject.ts';
import { waitingRequests, waitingSection } from './waiting-requests.ts';

export type SelfServiceRoutes = {
  context: PaymentContext;
  content: Content;
  receipts: ReceiptDeps;
  frame: PageFrame;
  /** The origin of the site as the visitor reached it. */
  originOf: (request: FastifyRequest) => string | undefined;
};

type Link = { token: string };

/**
 * The page of a participant or of a group's payer, behind the link in the mails. Whoever has the link can act for its
 * owner, so logs, caches, other sites and search engines must not learn it. A GET changes nothing, because mail
 * scanners open links.
 */
export function registrationPageRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, receipts, frame, originOf } = deps;
  const { db } = context;
  const reading = { config: { limit: 'receipt' } } as const;
  const { yourRegistration: said } = content;

  app.get<{ Params: Link; Querystring: { notice?: unknown } }>(
    '/registration/:token',
    reading,
    async ({ params, query }, reply) => {
      const owner = await findOwner(db, params);
      if (!owner) return notFound(reply);
      const facts = await factsOf(deps, owner);
      const isConfirmed = facts.state.is === 'confirmed';
      const waiting = await waitingRequests(db, owner, context.clock());
      const shown = {
        ...facts,
        notice: noticeOf(content, query.notice),
        waiting: waitingSection(content, waiting),
        sections: [
          await questionsOn(deps, owner),
          ...(await letterSections(deps, owner)),
          isConfirmed ? emblemSection(content, owner) : undefined,
        ],
      };
      const main = registrationPage(content, owner, shown);
      return sendPrivatePage(reply, frame, { title: said.title, main, formEndsAt: HOSTED });
    },
  );

  app.get<{ Params: Link }>(
    '/registration/:token/calendar.ics',
    reading,
    async (request, reply) => {
      const owner = await findOwner(db, request.params);
      const [person] = owner?.people ?? [];
      const origin = originOf(request);
      const hasLeft = owner?.participant?.cancelledAt !== undefined;
      if (!owner?.order || !person || hasLeft || origin === undefined) return notFound(reply);
      if ((await stateOf(db, owner.order.id)) !== 'CONFIRMED') return notFound(reply);
      const registrationId = owner.participant ? person.id : '';
      const file = receipts.calendar(owner.order, { registrationId, origin });
      return keptPrivate(reply)
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.fileName}"`)
        .send(file.content);
    },
  );

  function notFound(reply: FastifyReply): FastifyReply {
    return sendPrivatePage(reply, frame, {
      title: said.title,
      main: noRegistration(content),
      status: 404,
    });
  }
}

async function questionsOn({ context, content }: SelfServiceRoutes, owner: PageOwner) {
  const ids = owner.people.map(({ id }) => id);
  const people = await readParticipants(context.db, ids);
  return questionsSection(content, owner, people, timestamp(context.clock()));
}

/** The owner of the page of a request; undefined for an unknown or replaced token. */
export async function findOwner(db: Db, { token }: Link): Promise<PageOwner | undefined> {
  return TOKEN.test(token) ? findPageOwner(db, token) : undefined;
}

async function factsOf({ context, content }: SelfServiceRoutes, owner: PageOwner) {
  const { db } = context;
  const { order, isPayer } = owner;
  const payments = order && isPayer ? await paymentsOfOrder(db, order.id) : [];
  const came = payments.filter(({ state }) => isMoneyState(state));
  const sumOf = (cents: readonly number[]) => asCents(cents.reduce((sum, each) => sum + each, 0));
  const state = await pageStateOf(context, owner);
  const changes = order && isPayer ? await changesOf(db, order.id) : [];
  return {
    state,
    paidCents: sumOf(came.map(({ amountCents }) => amountCents)),
    refundedCents: sumOf(came.map(({ refundedCents }) => refundedCents)),
    keptCents: order && isPayer ? await keptOf(db, order, payments) : asCents(0),
    withdrawnMoney:
      order && isPayer && isCancelled(order) ? (await readWithdrawn(db, { order })).money : [],
    openChanges: await openOf(context, order, changes),
    hasDocuments: order !== undefined && isPayer && (await documentsOf(db, order.id)).length > 0,
    isTest: context.mode !== 'live',
    acts: openActs(content, owner, { state, now: timestamp(context.clock()) }),
  };
}

/** The changes that wait for their payment, each with its state. */
async function openOf(
  context: PaymentContext,
  order: Order | undefined,
  changes: readonly OrderChange[],
): Promise<Shown['openChanges']> {
  const open: { change: OrderChange; isChecking: boolean }[] = [];
  for (const change of changes) {
    if (!order || change.state !== 'proposed' || change.token === undefined) continue;
    const linked = { payable: { order, change }, link: linkOfChange(change) };
    open.push({ change, isChecking: (await linkStateNow(context, linked)).is === 'checking' });
  }
  return open;
}

/**
 * The part of the payments of a paid order that the rules keep: neither refunded, nor the price of what is booked. It is
 * known once the requested refunds are sent; a payment that did not pay the order is still to be decided about.
 */
async function keptOf(db: Db, order: Order, payments: readonly Payment[]): Promise<Cents> {
  const paying = await payingPayments(db, order);
  const refunds = await Promise.all(paying.map((id) => refundsOf(db, id)));
  if (refunds.flat().some(({ state }) => state !== 'SENT' && state !== 'CANCELLED')) {
    return asCents(0);
  }
  const paid = payments
    .filter(({ id }) => paying.includes(id))
    .reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0);
  const isOver = isCancelled(order) || order.state === 'REFUNDED';
  return asCents(Math.max(0, paid - (isOver ? 0 : order.amountCents)));
}

/** The acts that the page offers at a moment, each with its end. Only the payer acts where money may move. */
function openActs(
  { conference: { selfService, cancellation } }: Content,
  owner: PageOwner,
  { state, now }: { state: PageState; now: string },
): Partial<Record<OwnAct, Opening>> {
  const { order, isPayer } = owner;
  const isPaid = state.is === 'confirmed';
  const isPossible: Record<OwnAct, boolean> = {
    correct: subjectOf(owner) !== undefined,
    change: isPaid && isPayer && order !== undefined && !isDiscount(order),
    // Without rules the conference office decides about each refund.
    cancel: isPayer && (isPaid ? cancellation !== undefined : state.is === 'open'),
    handOver: isPaid && isPayer,
  };
  return Object.fromEntries(
    ownActs.flatMap((act) => {
      const opening = selfService[act];
      const isOpen = opening && isPossible[act] && stateOfOpening(opening, now) === 'open';
      return isOpen ? [[act, opening]] : [];
    }),
  );
}

const STATES: Record<string, Exclude<PageState['is'], 'open'>> = {
  CONFIRMED: 'confirmed',
  WAITS_FOR_AGREEMENT: 'waitsForAgreement',
  REFUNDED: 'refunded',
  CANCELLED: 'cancelled',
};

async function pageStateOf(
  context: PaymentContext,
  { participant, order }: PageOwner,
): Promise<PageState> {
  if (participant?.cancelledAt !== undefined) return { is: 'cancelled' };
  if (!order) return { is: 'registered' };
  const known = STATES[await stateOf(context.db, order.id)];
  return known ? { is: known } : unpaidState(context, order);
}

async function unpaidState(context: PaymentContext, order: Order): Promise<PageState> {
  const link = isOffered({ order })
    ? await findPaymentLink(context.db, order.id)
    : await linkOrNext(context.db, context, order);
  if (!link) return { is: 'lapsed' };
  const payable = { order };
  const state = await linkStateNow(context, { payable, link });
  switch (state.is) {
    case 'open':
    case 'checking':
    case 'lapsed':
    case 'paidByAnother':
      return state;
    case 'missed':
      return { ...state, is: 'open' };
    case 'paid':
      return { is: 'confirmed' };
  }
}

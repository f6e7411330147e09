import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { explained } from '#server/http/errors.ts';
import { ownOrigin } from '#server/http/origin.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import type { Markup } from '#server/markup.ts';
import { waitForOther } from '#server/payments/capture-payment.ts';
import { checkout, checkoutOptions } from '#server/payments/checkout.ts';
import { isCancelled, type Order, registrationPath } from './orders.ts';
import { isWithdrawn, readWithdrawn } from './withdrawn-payables.ts';
import { isWay, type Linked, linkStateNow, newerAttempt, PROVIDERS } from './link-state.ts';
import { findChange, type OrderChange } from './order-changes.ts';
import { findPageOwner } from './page-owners.ts';
import { amountDue, getPayable, paidBy, type Payable } from './payables.ts';
import {
  type CheckPayment,
  inTimeOrPending,
  paymentChecker,
  statusOf,
} from '#server/payments/payment-checker.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  findLinked,
  findPaymentLink,
  goodLinkOf,
  isOffered,
  linkOfChange,
  pathOf,
  pathOfOwnChange,
  type PaymentLink,
} from './payment-links.ts';
import { findPaymentByRef, latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { CHECKOUT_ID } from '#server/payments/provider.ts';
import {
  type LinkState,
  nothingToPay,
  stateAlone,
  paymentLinkPage,
  withdrawnPage,
  type WayToPay,
} from './payment-link-page.ts';

type PaymentLinkRoutes = {
  context: PaymentContext;
  content: Content;
  frame: PageFrame;
  publicBaseUrl: string | undefined;
};

type Link = { token: string };
type OwnChange = Link & { changeId: string };
type ReturnQuery = { session_id?: unknown; token?: unknown };

/** A change on the own page of its payer; a link to pay may be passed on, so it leads to no own page. */
const OWN_CHANGE = '/registration/:token/changes/:changeId';

/** The hosts of the providers' pages, to which a form leads. */
export const HOSTED = [
  'https://checkout.stripe.com',
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
];

/**
 * The page behind a link to pay. The link is a secret: logs, caches, other sites and search engines must not learn it,
 * as with the link of a receipt. The server believes nothing that the browser sends: our tables have the amount, and
 * the provider says whether it is paid.
 */
export function paymentLinkRoutes(app: FastifyInstance, deps: PaymentLinkRoutes): void {
  const { context, content, frame, publicBaseUrl } = deps;
  const { db } = context;
  const check = paymentChecker(context);
  const reading = { config: { limit: 'read' } } as const;
  const paying = { config: { limit: 'payment' } } as const;

  app.get<{ Params: Link }>('/pay/:token', reading, async ({ params }, reply) => {
    const linked = await linkedBy(params);
    if (!linked) return nothingHere(reply, params);
    const state = await linkStateNow(context, linked);
    const newer = state.is === 'open' && (await newerAttempt(db, linked.payable));
    if (newer) return keptPrivate(reply).redirect(pathOf(newer), 303);
    return show(reply, linked, state);
  });

  app.get<{ Params: Link; Querystring: ReturnQuery }>(
    '/pay/:token/return',
    reading,
    async ({ params, query }, reply) => {
      const linked = await linkedBy(params);
      if (!linked) return backAtOldLink(reply, params, query);
      const payment = await checked(context, check, linked.payable, query);
      const { order, change } = linked.payable;
      const payable = await getPayable(db, { orderId: order.id, changeId: change?.id });
      const now = { ...linked, payable };
      return show(reply, now, await linkStateNow(context, now, { payment }));
    },
  );

  for (const way of Object.keys(PROVIDERS).filter(isWay)) {
    app.post<{ Params: Link }>(`/pay/:token/${way}`, paying, async (request, reply) => {
      const linked = await linkedBy(request.params);
      return linked ? pay(request, reply, linked, way) : nothingHere(reply, request.params);
    });

    app.post<{ Params: Link }>(
      `/registration/:token/pay/${way}`,
      paying,
      async (request, reply) => {
        const order = await orderOfPage(request.params);
        const link = order && (await linkToPay({ order }));
        if (!order || !link) return toOwnPage(reply, request.params);
        const page = registrationPath({ pageToken: request.params.token });
        return pay(request, reply, { payable: { order }, link }, way, page);
      },
    );

    app.post<{ Params: OwnChange }>(`${OWN_CHANGE}/${way}`, paying, async (request, reply) => {
      const payable = await changeOfPage(request.params);
      if (payable?.change.state !== 'proposed') return showChange(reply, request.params);
      const page = pathOfOwnChange(request.params.token, payable.change);
      return pay(request, reply, { payable, link: linkOfChange(payable.change) }, way, page);
    });
  }

  app.get<{ Params: Link; Querystring: ReturnQuery }>(
    '/registration/:token/return',
    reading,
    async ({ params, query }, reply) => {
      const order = await orderOfPage(params);
      if (order) await checked(context, check, { order }, query);
      return toOwnPage(reply, params);
    },
  );

  app.get<{ Params: OwnChange }>(OWN_CHANGE, reading, ({ params }, reply) =>
    showChange(reply, params),
  );

  app.get<{ Params: OwnChange; Querystring: ReturnQuery }>(
    `${OWN_CHANGE}/return`,
    reading,
    async ({ params, query }, reply) => {
      const payable = await changeOfPage(params);
      const payment = payable && (await checked(context, check, payable, query));
      return showChange(reply, params, { payment });
    },
  );

  /** The page of an unpaid change, whose reader came from the own page, or returns from a payment that was `seen`. */
  async function showChange(
    reply: FastifyReply,
    link: OwnChange,
    seen?: { payment: PaymentState | undefined },
  ): Promise<FastifyReply> {
    const payable = await changeOfPage(link);
    if (payable && isWithdrawn(payable)) {
      return send(reply, 404, withdrawnPage(content, await readWithdrawn(db, payable)));
    }
    if (payable?.change.state !== 'proposed') return toOwnPage(reply, link, payable?.change);
    const linked = { payable, link: linkOfChange(payable.change) };
    const address = pathOfOwnChange(link.token, payable.change);
    return show(reply, linked, await linkStateNow(context, linked, seen), { address });
  }

  /** A change of the order that the payer's own page is about. */
  async function changeOfPage({ token, changeId }: OwnChange) {
    const order = await orderOfPage({ token });
    const change = await findChange(db, changeId);
    return order && change?.orderId === order.id ? { order, change } : undefined;
  }

  /**
   * Leads back to an own page, which says if a change is paid. No redirect is made from an address that no token has.
   */
  function toOwnPage(reply: FastifyReply, { token }: Link, change?: OrderChange): FastifyReply {
    if (!TOKEN.test(token)) return send(reply, 404, nothingToPay(content.mails));
    const isPaid = change?.state === 'made' && change.paidPaymentId !== undefined;
    const notice = isPaid ? '?notice=changePaid' : '';
    return keptPrivate(reply).redirect(`${registrationPath({ pageToken: token })}${notice}`, 303);
  }

  /** The order that the payer's own page is about. */
  async function orderOfPage({ token }: Link): Promise<Order | undefined> {
    const owner = TOKEN.test(token) ? await findPageOwner(db, token) : undefined;
    return owner?.isPayer === true ? owner.order : undefined;
  }

  /** The link of an unpaid order; a form's order gets it here. */
  async function linkToPay(payable: Payable): Promise<PaymentLink | undefined> {
    const { order } = payable;
    if (paidBy(payable) !== undefined || isCancelled(order)) return undefined;
    if (isOffered(payable)) return findPaymentLink(db, order.id);
    return inTransaction(db, (tx) => goodLinkOf(tx, context, order));
  }

  /** Leads to the provider's page; `page` is the path of ours, to which the payer returns. */
  async function pay(
    request: FastifyRequest,
    reply: FastifyReply,
    linked: Linked,
    way: WayToPay,
    page = pathOf(linked.link),
  ): Promise<FastifyReply> {
    const { payable } = linked;
    const now = await linkStateNow(context, linked, { payment: undefined, isBack: false });
    // The order is paid, its link has lapsed, or a newer attempt replaces it: the page says which.
    const isOpen = now.is === 'open' && now.ways.includes(way);
    if (!isOpen || (await newerAttempt(db, payable))) {
      return keptPrivate(reply).redirect(page, 303);
    }
    try {
      const returns = returnsOf(way, page, request, publicBaseUrl);
      const wanted = { provider: PROVIDERS[way], returns, address: request.ip };
      const options = checkoutOptions(context, amountDue(payable), wanted);
      const { url } = await checkout(context, payable, undefined, options);
      return keptPrivate(reply).redirect(url, 303);
    } catch (error) {
      const { message: trouble, status } = explained(request, reply, error);
      const address = payable.change ? page : undefined;
      return show(reply, linked, { ...now, trouble }, { address, status });
    }
  }

  async function linkedBy(link: Link): Promise<Linked | undefined> {
    const linked = await knownBy(link);
    return linked && !isWithdrawn(linked.payable) ? linked : undefined;
  }

  async function knownBy({ token }: Link): Promise<Linked | undefined> {
    return TOKEN.test(token) ? findLinked(db, token) : undefined;
  }

  async function nothingHere(reply: FastifyReply, link: Link): Promise<FastifyReply> {
    const known = await knownBy(link);
    if (!known) return send(reply, 404, nothingToPay(content.mails));
    return send(reply, 404, withdrawnPage(content, await readWithdrawn(db, known.payable)));
  }

  /**
   * Answers a payer who returns by an old link: an organiser corrected the payer's address while the payment page was
   * open, and so the link has changed. The page tells this payer about the payment, but not about the order, which
   * may be somebody else's now.
   */
  async function backAtOldLink(reply: FastifyReply, { token }: Link, query: ReturnQuery) {
    const payment = await namedPayment(db, query);
    if (!payment?.request.successUrl.includes(`/pay/${token}/return`)) {
      return nothingHere(reply, { token });
    }
    const state = await checked(context, check, await getPayable(db, payment), query);
    const payable = await getPayable(db, payment);
    const { reference } = payable.order;
    const paidPaymentId = paidBy(payable);
    const isPending = state !== undefined && statusOf(state) === 'pending';
    if (isWithdrawn(payable) || (paidPaymentId === undefined && !isPending)) {
      return nothingHere(reply, { token });
    }
    const is = paidPaymentId === undefined ? 'checking' : 'paid';
    return send(
      reply,
      200,
      stateAlone(content.mails, reference, { is, isTest: context.mode !== 'live' }),
    );
  }

  function show(
    reply: FastifyReply,
    { payable, link }: Linked,
    state: LinkState,
    {
      address = pathOf(link),
      status = 200,
    }: { address?: string | undefined; status?: number } = {},
  ): FastifyReply {
    const isTest = context.mode !== 'live';
    const page = paymentLinkPage(content, address, payable, { state, isTest });
    return send(reply, status, page);
  }

  function send(reply: FastifyReply, status: number, main: Markup): FastifyReply {
    const { title } = content.mails.paymentLink;
    return sendPrivatePage(reply, frame, { title, main, status, formEndsAt: HOSTED });
  }
}

/** The payment whose id the provider has added to the return address. */
async function namedPayment(
  db: Db,
  { session_id: session, token }: ReturnQuery,
): Promise<Payment | undefined> {
  const named = typeof session === 'string' ? session : token;
  return typeof named === 'string' ? findPaymentByRef(db, named) : undefined;
}

/** Asks the provider about the payment that the return address names, or else about the latest payment. */
async function checked(
  context: PaymentContext,
  check: CheckPayment,
  { order, change }: Payable,
  query: ReturnQuery,
): Promise<PaymentState | undefined> {
  const found = await namedPayment(context.db, query);
  const isOfThis = found?.orderId === order.id && found.changeId === change?.id;
  const payment = isOfThis ? found : await latestPaymentOf(context.db, order.id, change?.id);
  if (!payment) return undefined;
  try {
    const state = await inTimeOrPending(context, check(payment, 'capture'));
    // The webhook often comes at the same moment as the payer.
    return state === 'CAPTURING' ? await waitForOther(context, payment.id) : state;
  } catch (error) {
    if (error instanceof AppError) return 'PENDING';
    throw error;
  }
}

function returnsOf(
  way: WayToPay,
  path: string,
  request: FastifyRequest,
  publicBaseUrl: string | undefined,
) {
  const origin = ownOrigin(request, publicBaseUrl);
  const page = `${origin}${path}`;
  const paid = `${page}/return?session_id=${CHECKOUT_ID}`;
  // PayPal adds its id itself.
  return { origin, success: way === 'paypal' ? `${page}/return` : paid, paid, cancel: page };
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import { dayOf } from '#contract/content/calendar-days.ts';
import { keptPrivate, sendPrivateFile, TOKEN } from '#server/http/private-page.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { paymentChecker, statusOf } from '#server/payments/payment-checker.ts';
import { recipientOfInvoice } from '#server/orders/rows/invoice-recipients.ts';
import { isWay, type Linked, linkStateNow, newerAttempt } from './link-state.ts';
import { itemsOfChange } from '#server/orders/rows/order-items.ts';
import { getPayable, paidBy } from '#server/orders/rows/payables.ts';
import { nothingToPay, stateAlone, withdrawnPage } from './payment-link-page.ts';
import { findLinked, pathOf } from '#server/orders/rows/payment-links.ts';
import {
  checkReturn,
  leadToProvider,
  namedPayment,
  type PaymentPages,
  type ReturnQuery,
  sendPaymentPage,
  showPayable,
} from './payment-pages.ts';
import type { Issuer } from '#server/receipts/receipt-document.ts';
import { makeProForma } from '#server/receipts/pro-forma-sheet.ts';
import { PRO_FORMA } from './transfer-facts.ts';
import { isWithdrawn, readWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';

type Link = { token: string };

/**
 * The page behind a link to pay. The link is a secret: logs, caches, other sites and search engines must not learn it,
 * as with the link of a receipt. It may be passed on, so it leads to no own page. The server believes nothing that the
 * browser sends: our tables have the amount, and the provider says whether it is paid.
 */
export function paymentLinkRoutes(app: FastifyInstance, deps: PaymentPages): void {
  const { context, content } = deps;
  const { db } = context;
  const issuer: Issuer = {
    conference: content.conference,
    words: content.mails,
    labels: content.labels,
    language: content.language,
    taxExemption: content.prices.taxExemption,
    isTest: context.mode !== 'live',
  };
  const check = paymentChecker(context);
  const reading = { config: { limit: 'read' } } as const;
  const paying = { config: { limit: 'payment' } } as const;

  app.get<{ Params: Link }>('/pay/:token', reading, async ({ params }, reply) => {
    const linked = await linkedBy(params);
    if (!linked) return nothingHere(reply, params);
    const state = await linkStateNow(context, linked);
    const newer = state.is === 'open' && (await newerAttempt(db, linked.payable));
    if (newer) return keptPrivate(reply).redirect(pathOf(newer), 303);
    return showPayable(reply, deps, linked, state);
  });

  app.get<{ Params: Link; Querystring: ReturnQuery }>(
    '/pay/:token/return',
    reading,
    async ({ params, query }, reply) => {
      const linked = await linkedBy(params);
      if (!linked) return backAtOldLink(reply, params, query);
      const payment = await checkReturn(context, check, linked.payable, query);
      const { order, change } = linked.payable;
      const payable = await getPayable(db, { orderId: order.id, changeId: change?.id });
      const now = { ...linked, payable };
      return showPayable(reply, deps, now, await linkStateNow(context, now, { payment }));
    },
  );

  app.get<{ Params: Link }>(
    `/pay/:token/${PRO_FORMA}`,
    { config: { limit: 'receipt' } },
    async ({ params }, reply) => {
      const linked = await linkedBy(params);
      const state = linked && (await linkStateNow(context, linked));
      const transfer = state && 'transfer' in state ? state.transfer : undefined;
      if (!linked || !transfer || !content.conference.bankTransfer) {
        return nothingHere(reply, params);
      }
      const { payable } = linked;
      const items = payable.change && (await itemsOfChange(db, payable.change.id));
      const recipient = await recipientOfInvoice(content.conference, db, payable.order.id);
      const today = dayOf(context.clock(), content.conference.dates.timezone);
      const file = await makeProForma(issuer, { payable, items, transfer, recipient }, today);
      const fileName = `${linked.payable.order.reference}-${PRO_FORMA}`;
      return sendPrivateFile(reply, { type: 'application/pdf', fileName, content: file });
    },
  );

  for (const way of Object.keys(PROVIDERS).filter(isWay)) {
    app.post<{ Params: Link }>(`/pay/:token/${way}`, paying, async (request, reply) => {
      const linked = await linkedBy(request.params);
      if (!linked) return nothingHere(reply, request.params);
      return leadToProvider(request, reply, deps, { linked, way });
    });
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
    const main = known
      ? withdrawnPage(content, await readWithdrawn(db, known.payable))
      : nothingToPay(content.mails);
    return sendPaymentPage(reply, deps, 404, main);
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
    const state = await checkReturn(context, check, await getPayable(db, payment), query);
    const payable = await getPayable(db, payment);
    const { reference } = payable.order;
    const paidPaymentId = paidBy(payable);
    const isPending = state !== undefined && statusOf(state) === 'pending';
    if (isWithdrawn(payable) || (paidPaymentId === undefined && !isPending)) {
      return nothingHere(reply, { token });
    }
    const is = paidPaymentId === undefined ? 'checking' : 'paid';
    const isTest = context.mode !== 'live';
    return sendPaymentPage(reply, deps, 200, stateAlone(content, reference, { is, isTest }));
  }
}

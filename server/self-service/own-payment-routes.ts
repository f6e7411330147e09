import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTransaction } from '#server/database/database.ts';
import { isWay, linkStateNow } from '#server/orders/sell/link-state.ts';
import { findChange } from '#server/orders/rows/order-changes.ts';
import { isCancelled, type Order, registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { withdrawnPage } from '#server/orders/sell/payment-link-page.ts';
import {
  findPaymentLink,
  goodLinkOf,
  isOffered,
  linkOfChange,
  type PaymentLink,
} from '#server/orders/rows/payment-links.ts';
import {
  checkReturn,
  leadToProvider,
  type ReturnQuery,
  sendPaymentPage,
  showPayable,
} from '#server/orders/sell/payment-pages.ts';
import { isWithdrawn, readWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { paymentChecker } from '#server/payments/payment-checker.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import {
  changePath,
  findOwner,
  returnToPage,
  type SelfServiceRoutes,
  sendNotFound,
} from './own-pages.ts';

type Link = { token: string };
type ChangeLink = Link & { changeId: string };

const CHANGE = '/registration/:token/changes/:changeId';

/** The payment of an order, or of a change of it, from the payer's own page, to which the payer returns. */
export function ownPaymentRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db } = context;
  const check = paymentChecker(context);
  const reading = { config: { limit: 'read' } } as const;
  const paying = { config: { limit: 'payment' } } as const;

  for (const way of Object.keys(PROVIDERS).filter(isWay)) {
    app.post<{ Params: Link }>(
      `/registration/:token/pay/${way}`,
      paying,
      async (request, reply) => {
        const owner = await findOwner(db, request.params);
        if (!owner) return sendNotFound(reply, deps);
        const order = orderOf(owner);
        const link = order && (await linkToPay(order));
        if (!link) return returnToPage(reply, owner);
        const page = registrationPath(owner);
        return leadToProvider(request, reply, deps, {
          linked: { payable: { order }, link },
          way,
          page,
        });
      },
    );

    app.post<{ Params: ChangeLink }>(`${CHANGE}/${way}`, paying, async (request, reply) => {
      const owner = await findOwner(db, request.params);
      const payable = owner && (await changeOf(owner, request.params.changeId));
      if (!owner || payable?.change.state !== 'proposed') return showChange(reply, request.params);
      const linked = { payable, link: linkOfChange(payable.change) };
      const page = changePath(owner, payable.change);
      return leadToProvider(request, reply, deps, { linked, way, page });
    });
  }

  app.get<{ Params: Link; Querystring: ReturnQuery }>(
    '/registration/:token/return',
    reading,
    async ({ params, query }, reply) => {
      const owner = await findOwner(db, params);
      if (!owner) return sendNotFound(reply, deps);
      const order = orderOf(owner);
      if (order) await checkReturn(context, check, { order }, query);
      return returnToPage(reply, owner);
    },
  );

  app.get<{ Params: ChangeLink }>(CHANGE, reading, ({ params }, reply) =>
    showChange(reply, params),
  );

  app.get<{ Params: ChangeLink; Querystring: ReturnQuery }>(
    `${CHANGE}/return`,
    reading,
    async ({ params, query }, reply) => {
      const owner = await findOwner(db, params);
      const payable = owner && (await changeOf(owner, params.changeId));
      const payment = payable && (await checkReturn(context, check, payable, query));
      return showChange(reply, params, { payment });
    },
  );

  /** The page of an unpaid change, whose reader came from the own page, or returns from a payment that was `seen`. */
  async function showChange(
    reply: FastifyReply,
    link: ChangeLink,
    seen?: { payment: PaymentState | undefined },
  ): Promise<FastifyReply> {
    const owner = await findOwner(db, link);
    if (!owner) return sendNotFound(reply, deps);
    const payable = await changeOf(owner, link.changeId);
    if (payable && isWithdrawn(payable)) {
      const main = withdrawnPage(content, await readWithdrawn(db, payable));
      return sendPaymentPage(reply, deps, 404, main);
    }
    if (payable?.change.state !== 'proposed') {
      const isPaid = payable?.change.state === 'made' && payable.change.paidPaymentId !== undefined;
      return returnToPage(reply, owner, isPaid ? 'changePaid' : undefined);
    }
    const linked = { payable, link: linkOfChange(payable.change) };
    const address = changePath(owner, payable.change);
    return showPayable(reply, deps, linked, await linkStateNow(context, linked, seen), { address });
  }

  /** A change of the order that the payer's own page is about. */
  async function changeOf(owner: PageOwner, changeId: string) {
    const order = orderOf(owner);
    const change = await findChange(db, changeId);
    return order && change?.orderId === order.id ? { order, change } : undefined;
  }

  /** The link of an unpaid order; a form's order gets it here. */
  async function linkToPay(order: Order): Promise<PaymentLink | undefined> {
    if (order.paidPaymentId !== undefined || isCancelled(order)) return undefined;
    if (isOffered({ order })) return findPaymentLink(db, order.id);
    return inTransaction(db, (tx) => goodLinkOf(tx, context, order));
  }
}

/** The order that the reader of a page pays. */
function orderOf({ isPayer, order }: PageOwner): Order | undefined {
  return isPayer ? order : undefined;
}

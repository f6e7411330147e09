import type { FastifyInstance } from 'fastify';
import { type Db, inTransaction } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { LinkAnswer, LinkRequest } from '#server/http/link-pages.ts';
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
  paymentPage,
  showPayable,
} from '#server/orders/sell/payment-pages.ts';
import { isWithdrawn, readWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { paymentChecker } from '#server/payments/payment-checker.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { backToPage, changePath, ownPages, type SelfServiceRoutes } from './own-pages.ts';

const CHANGE = '/registration/:token/changes/:changeId';

/** The payment of an order, or of a change of it, from the payer's own page, to which the payer returns. */
export function ownPaymentRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context } = deps;
  const { db } = context;
  const check = paymentChecker(context);
  const { get, post } = ownPages(app, deps);
  const reading = { limit: 'read' } as const;
  const paying = { limit: 'payment' } as const;

  for (const way of Object.keys(PROVIDERS).filter(isWay)) {
    post(
      `/registration/:token/pay/${way}`,
      async (owner, _, request, reply) => {
        const order = orderOf(owner);
        const link = order && (await linkToPay(context, order));
        if (!link) return backToPage(owner);
        const linked = { payable: { order }, link };
        return leadToProvider(request, reply, deps, { linked, way, page: registrationPath(owner) });
      },
      paying,
    );

    post(
      `${CHANGE}/${way}`,
      async (owner, _, request, reply) => {
        const payable = await changeOf(db, owner, request);
        if (payable?.change.state !== 'proposed') return showChange(deps, owner, request);
        const linked = { payable, link: linkOfChange(payable.change) };
        const page = changePath(owner, payable.change);
        return leadToProvider(request, reply, deps, { linked, way, page });
      },
      paying,
    );
  }

  get(
    '/registration/:token/return',
    async (owner, _, { query }) => {
      const order = orderOf(owner);
      if (order) await checkReturn(context, check, { order }, query);
      return backToPage(owner);
    },
    reading,
  );

  get(CHANGE, (owner, _, request) => showChange(deps, owner, request), reading);

  get(
    `${CHANGE}/return`,
    async (owner, _, request) => {
      const payable = await changeOf(db, owner, request);
      const payment = payable && (await checkReturn(context, check, payable, request.query));
      return showChange(deps, owner, request, { payment });
    },
    reading,
  );
}

/** The page of an unpaid change, whose reader came from the own page, or returns from a payment that was `seen`. */
async function showChange(
  deps: SelfServiceRoutes,
  owner: PageOwner,
  request: LinkRequest,
  seen?: { payment: PaymentState | undefined },
): Promise<LinkAnswer> {
  const { context, content } = deps;
  const { db } = context;
  const payable = await changeOf(db, owner, request);
  if (payable && isWithdrawn(payable)) {
    const main = withdrawnPage(content, await readWithdrawn(db, payable));
    return paymentPage(content, main, 404);
  }
  if (payable?.change.state !== 'proposed') {
    const isPaid = payable?.change.state === 'made' && payable.change.paidPaymentId !== undefined;
    return backToPage(owner, isPaid ? 'changePaid' : undefined);
  }
  const linked = { payable, link: linkOfChange(payable.change) };
  const address = changePath(owner, payable.change);
  return showPayable(deps, linked, await linkStateNow(context, linked, seen), { address });
}

/** A change of the order that the payer's own page is about. */
async function changeOf(db: Db, owner: PageOwner, { params }: LinkRequest) {
  const order = orderOf(owner);
  const change = await findChange(db, params['changeId'] ?? '');
  return order && change?.orderId === order.id ? { order, change } : undefined;
}

/** The link of an unpaid order; a form's order gets it here. */
async function linkToPay(context: PaymentContext, order: Order): Promise<PaymentLink | undefined> {
  const { db } = context;
  if (order.paidPaymentId !== undefined || isCancelled(order)) return undefined;
  if (isOffered({ order })) return findPaymentLink(db, order.id);
  return inTransaction(db, (tx) => goodLinkOf(tx, context, order));
}

/** The order that the reader of a page pays. */
function orderOf({ isPayer, order }: PageOwner): Order | undefined {
  return isPayer ? order : undefined;
}

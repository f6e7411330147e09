import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { NextOutcomes } from '../faults.ts';
import { sendPage, sendPaymentNotice, takeForms } from '../pages/page.ts';
import type { State } from '../state.ts';
import { MOST_DECLINES } from './captures.ts';
import { checkoutPage } from './checkout-page.ts';
import { approve, hasLapsed } from './orders.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';

const PATH = '/sandbox/paypal/checkoutnow';
const provider = 'PayPal';

/** The payer's page. Its address is the order's link `approve` or `payer-action`. */
export function checkoutRoutes(account: PayPalAccount, state: State, outcomes: NextOutcomes) {
  const whenPayable =
    (handle: PayableHandler) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const order = account.orders.get(z.parse(addressParameters, request.query ?? {}).token);
      if (!order) return sendPaymentNotice(reply, provider, 'unknown');
      const [done, cancel] = [returnAddress(order), cancelAddress(order)];
      if (order.status === 'COMPLETED') return sendPaymentNotice(reply, provider, 'complete', done);
      if (hasLapsed(account, order)) return sendPaymentNotice(reply, provider, 'expired', cancel);
      return order.declines >= MOST_DECLINES
        ? sendPaymentNotice(reply, provider, 'too-often', cancel)
        : handle(order, request, reply);
    };

  return async (app: FastifyInstance): Promise<void> => {
    takeForms(app, provider);

    const showPage = whenPayable((order, _request, reply) =>
      sendPage(reply, {
        status: 200,
        title: 'Payment · Test mode',
        provider,
        body: checkoutPage(order),
        formTargets: [order.returnUrl, order.cancelUrl],
      }),
    );
    app.get(PATH, showPage);

    const takeChoice = whenPayable(async (order, request, reply) => {
      const { choice } = z.parse(form, request.body ?? {});
      if (choice === 'none') return reply.redirect(`${PATH}?token=${order.id}`, 303);
      if (choice === 'cancel') return reply.redirect(cancelAddress(order), 303);
      const ordered = outcomes.take('paypal');
      approve(account, order, ordered ? CHOICES[ordered] : choice);
      await state.saved();
      return reply.redirect(returnAddress(order), 303);
    });
    app.post(PATH, takeChoice);
  };
}

/** The outcome that replaces the buyer's choice when a tester has ordered one. */
const CHOICES = { declined: 'is-declined', pending: 'stays-pending' } as const;

const addressParameters = z.object({ token: z.catch(z.string(), '') });
const form = z.object({
  choice: z.catch(z.enum(['pays', 'is-declined', 'stays-pending', 'cancel', 'none']), 'none'),
});

type PayableHandler = (
  order: OrderRow,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function returnAddress({ returnUrl, id }: OrderRow): string {
  return withQuery(returnUrl, `token=${id}&PayerID=SANDBXBUYER23`);
}

function cancelAddress({ cancelUrl, id }: OrderRow): string {
  return withQuery(cancelUrl, `token=${id}`);
}

/** The existing query is extended as text, because URLSearchParams would rewrite it. */
function withQuery(address: string, query: string): string {
  const url = new URL(address);
  url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url.href;
}

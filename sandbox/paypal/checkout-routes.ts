import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { takeForms } from '../form-pages.ts';
import type { NextOutcomes } from '../next-outcomes.ts';
import { sendNotice, sendPage } from '../page-frame.ts';
import type { State } from '../state.ts';
import { approve } from './approve.ts';
import { MOST_DECLINES } from './capture-order.ts';
import { checkoutPage } from './checkout-page.ts';
import { hasLapsed } from './orders.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';
import { payer } from './people.ts';

const PATH = '/sandbox/paypal/checkoutnow';
const provider = 'PayPal';

/** The page a payer sees. Its address is the order's link `approve` or `payer-action`. */
export function checkoutRoutes(account: PayPalAccount, state: State, outcomes: NextOutcomes) {
  return async (app: FastifyInstance): Promise<void> => {
    takeForms(app, provider);

    app.get(
      PATH,
      whenPayable(account, (order, _request, reply) =>
        sendPage(reply, {
          status: 200,
          title: 'Payment · Test mode',
          provider,
          body: checkoutPage(order),
          formTargets: [order.returnUrl, order.cancelUrl].filter((url) => url !== null),
        }),
      ),
    );

    app.post(
      PATH,
      whenPayable(account, async (order, request, reply) => {
        const { choice } = z.parse(form, request.body ?? {});
        if (choice === 'none') return reply.redirect(`${PATH}?token=${order.id}`, 303);
        if (choice === 'cancel') return leave(reply, order, { wasApproved: false });
        const ordered = outcomes.take('paypal');
        approve(account, order, ordered ? CHOICES[ordered] : choice);
        await state.saved();
        return leave(reply, order, { wasApproved: true });
      }),
    );
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

function whenPayable(account: PayPalAccount, handle: PayableHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const order = account.orders.get(z.parse(addressParameters, request.query ?? {}).token);
    if (!order)
      return sendNotice(reply, {
        status: 404,
        provider,
        heading: 'Unknown payment',
        text: 'There is no payment at this address.',
      });
    if (order.status === 'COMPLETED')
      return sendNotice(reply, {
        status: 409,
        provider,
        heading: 'Already complete',
        text: 'You have already completed this payment.',
        back: returnAddress(order),
      });
    if (hasLapsed(account, order))
      return sendNotice(reply, {
        status: 410,
        provider,
        heading: 'Expired',
        text: 'This payment page has expired. You were not charged.',
        back: cancelAddress(order),
      });
    if (order.declines >= MOST_DECLINES)
      return sendNotice(reply, {
        status: 409,
        provider,
        heading: 'Too many attempts',
        text: 'This payment was declined too often. You were not charged.',
        back: cancelAddress(order),
      });
    return handle(order, request, reply);
  };
}

function leave(
  reply: FastifyReply,
  order: OrderRow,
  { wasApproved }: { wasApproved: boolean },
): FastifyReply {
  const address = wasApproved ? returnAddress(order) : cancelAddress(order);
  if (address !== undefined) return reply.redirect(address, 303);
  return sendNotice(reply, {
    status: 200,
    provider,
    heading: wasApproved ? 'Payment approved' : 'Payment cancelled',
    text: 'The site gave no address to go back to. You can close this page.',
  });
}

function returnAddress({ returnUrl, id }: OrderRow): string | undefined {
  return returnUrl === null
    ? undefined
    : withQuery(returnUrl, `token=${id}&PayerID=${payer.payer_id}`);
}

function cancelAddress({ cancelUrl, id }: OrderRow): string | undefined {
  return cancelUrl === null ? undefined : withQuery(cancelUrl, `token=${id}`);
}

/** The existing query stays as it is written: URLSearchParams would rewrite it. */
function withQuery(address: string, query: string): string {
  const url = new URL(address);
  url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url.href;
}

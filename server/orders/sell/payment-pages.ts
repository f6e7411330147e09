import type { FastifyReply } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { explained } from '#server/http/errors.ts';
import type { LinkAnswer, LinkPage, LinkRequest } from '#server/http/link-pages.ts';
import { knownOrigin, type OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import type { Markup } from '#server/markup.ts';
import { waitForOther } from '#server/payments/capture-payment.ts';
import { checkout, checkoutOptions } from '#server/payments/checkout.ts';
import { type CheckPayment, inTimeOrPending } from '#server/payments/payment-checker.ts';
import { PROVIDERS, type WayToPay } from '#server/payments/offered-ways.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { findPaymentByRef, latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import { CHECKOUT_ID } from '#server/payments/provider.ts';
import { type Linked, linkStateNow, newerAttempt } from './link-state.ts';
import { amountDue, type Payable } from '#server/orders/rows/payables.ts';
import { type InvoiceOnPage, type LinkState, paymentLinkPage } from './payment-link-page.ts';
import { pathOf } from '#server/orders/rows/payment-links.ts';

/** The dependencies of the routes that show something to pay and lead to the provider. */
export type PaymentPages = {
  context: PaymentContext;
  content: Content;
  frame: PageFrame;
  originOf: OriginOf;
};

/** The part of a return address that the provider has added: the id of the payment. */
export type ReturnQuery = { session_id?: unknown; token?: unknown };

/** The hosts of the providers' pages, to which a form leads. */
export const HOSTED = [
  'https://checkout.stripe.com',
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
];

/** A page about something to pay, whose buttons may lead to a provider. */
export function paymentPage({ mails }: Pick<Content, 'mails'>, main: Markup, status = 200) {
  return { title: mails.paymentLink.title, main, status, formEndsAt: HOSTED };
}

type ShownPayable = {
  address?: string | undefined;
  status?: number;
  invoice?: InvoiceOnPage | undefined;
};

/** Shows a payable; `address` is the path of the page. */
export function showPayable(
  { context, content }: Pick<PaymentPages, 'context' | 'content'>,
  { payable, link }: Linked,
  state: LinkState,
  { address = pathOf(link), status = 200, invoice }: ShownPayable = {},
): LinkPage {
  const isTest = context.mode !== 'live';
  const page = paymentLinkPage(content, address, payable, { state, isTest, invoice });
  return paymentPage(content, page, status);
}

/**
 * Leads to the provider's page; `page` is the path of ours, on which the payer pressed the button. The payer returns to
 * the page of the link to pay, because the provider, its dashboard and its logs must not learn the address of a page
 * that can do more than pay.
 */
export async function leadToProvider(
  request: LinkRequest,
  reply: FastifyReply,
  deps: PaymentPages,
  { linked, way, page = pathOf(linked.link) }: { linked: Linked; way: WayToPay; page?: string },
): Promise<LinkAnswer> {
  const { context } = deps;
  const { payable, link } = linked;
  const now = await linkStateNow(context, linked, { payment: undefined, isBack: false });
  // The order is paid, its link has lapsed, or a newer attempt replaces it: the page says which.
  const isOpen = now.is === 'open' && now.ways.includes(way);
  if (!isOpen || (await newerAttempt(context.db, payable))) {
    return { location: page };
  }
  try {
    const returns = returnsOf(way, pathOf(link), knownOrigin(deps.originOf(request)));
    const wanted = { provider: PROVIDERS[way], returns, address: request.ip };
    const options = checkoutOptions(context, amountDue(payable), wanted);
    const { url, receipt } = await checkout(context, payable, undefined, options);
    // The page of a transfer is the one on which the payer has pressed the button: the payer of an earlier press may
    // have been on another, which this reader must not see.
    const isToTransfer = way === 'transfer' && receipt !== undefined;
    // No provider is between this page and the page that says that nothing is left to pay.
    const here = `${returns.origin}${pathOf(link)}`;
    const next = url.startsWith(here) ? `${returns.origin}${page}${url.slice(here.length)}` : url;
    return { location: isToTransfer ? `${page}#transfer` : next };
  } catch (error) {
    const { message: trouble, status } = explained(request, reply, error, deps.content);
    const address = payable.change ? page : undefined;
    return showPayable(deps, linked, { ...now, trouble }, { address, status });
  }
}

function returnsOf(way: WayToPay, path: string, origin: string) {
  const page = `${origin}${path}`;
  const paid = `${page}/return?session_id=${CHECKOUT_ID}`;
  // PayPal adds its id itself, and a transfer has no page of a provider.
  const success = { card: paid, paypal: `${page}/return`, transfer: page, free: paid }[way];
  return { origin, success, paid, cancel: page };
}

/** The payment whose id the provider has added to the return address. */
export async function namedPayment(
  db: Db,
  { session_id: session, token }: ReturnQuery,
): Promise<Payment | undefined> {
  const named = typeof session === 'string' ? session : token;
  return typeof named === 'string' ? findPaymentByRef(db, named) : undefined;
}

/** Asks the provider about the payment that the return address names, or else about the latest payment. */
export async function checkReturn(
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

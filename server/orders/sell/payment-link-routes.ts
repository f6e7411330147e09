import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { type LinkPage, linkPages, type LinkRequest } from '#server/http/link-pages.ts';
import { pageOfLostLink } from '#server/http/page-parts.ts';
import { TOKEN } from '#server/http/private-page.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { paymentChecker, statusOf } from '#server/payments/payment-checker.ts';
import { recipientOfInvoice } from '#server/orders/rows/invoice-recipients.ts';
import { invoiceOfLink } from './order-invoice.ts';
import { isWay, type Linked, linkStateNow, newerAttempt } from './link-state.ts';
import { itemsOfChange } from '#server/orders/rows/order-items.ts';
import { getPayable, paidBy } from '#server/orders/rows/payables.ts';
import { type LinkState, stateAlone, withdrawnPage } from './payment-link-page.ts';
import { findLinked, pathOf } from '#server/orders/rows/payment-links.ts';
import {
  checkReturn,
  leadToProvider,
  namedPayment,
  paymentPage,
  type PaymentPages,
  type ReturnQuery,
  showPayable,
} from './payment-pages.ts';
import type { Issuer } from '#server/receipts/receipt-document.ts';
import { makeProForma } from '#server/receipts/pro-forma-sheet.ts';
import { PRO_FORMA } from './transfer-facts.ts';
import { isWithdrawn, readWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';

const RETURN = '/pay/:token/return';

/**
 * The page behind a link to pay. It may be passed on, so it leads to no own page. The server believes nothing that the
 * browser sends: our tables have the amount, and the provider says whether it is paid.
 */
export function paymentLinkRoutes(app: FastifyInstance, deps: PaymentPages): void {
  const { context, content, frame } = deps;
  const { db } = context;
  const check = paymentChecker(context);
  const { get, post } = linkPages<Linked>(app, {
    frame,
    words: content,
    title: content.mails.paymentLink.title,
    find: async (token) => {
      const linked = await findLinked(db, token);
      return linked && !isWithdrawn(linked.payable) ? linked : undefined;
    },
    notFound: (request) => notFound(deps, check, request),
    limits: { GET: 'read', POST: 'payment' },
  });

  get('/pay/:token', async (linked, _, { query }) => {
    const state = await linkStateNow(context, linked);
    const newer = state.is === 'open' && (await newerAttempt(db, linked.payable));
    return newer ? { location: pathOf(newer) } : show(deps, linked, state, query);
  });

  get(RETURN, async (linked, _, { query }) => {
    const payment = await checkReturn(context, check, linked.payable, query);
    const { order, change } = linked.payable;
    const payable = await getPayable(db, { orderId: order.id, changeId: change?.id });
    const now = { ...linked, payable };
    return show(deps, now, await linkStateNow(context, now, { payment }), query);
  });

  get(
    `/pay/:token/${PRO_FORMA}`,
    async (linked) => {
      const state = await linkStateNow(context, linked);
      const transfer = 'transfer' in state ? state.transfer : undefined;
      if (!transfer || !content.conference.bankTransfer) return undefined;
      const { payable } = linked;
      const items = payable.change && (await itemsOfChange(db, payable.change.id));
      const recipient = await recipientOfInvoice(content.conference, db, payable.order.id);
      const today = dayOf(context.clock(), content.conference.dates.timezone);
      const file = await makeProForma(
        issuerOf(deps),
        { payable, items, transfer, recipient },
        today,
      );
      const fileName = `${linked.payable.order.reference}-${PRO_FORMA}`;
      return { type: 'application/pdf', fileName, content: file };
    },
    { limit: 'receipt' },
  );

  for (const way of Object.keys(PROVIDERS).filter(isWay)) {
    post(`/pay/:token/${way}`, (linked, _, request, reply) =>
      leadToProvider(request, reply, deps, { linked, way }),
    );
  }
}

/** The page of a payable, with the link to the invoice of a payer who has no other page. */
async function show(
  deps: PaymentPages,
  linked: Linked,
  state: LinkState,
  query: LinkRequest['query'],
): Promise<LinkPage> {
  const found = await invoiceOfLink(deps, linked, state);
  const notice = noticeOf(deps.content.yourRegistration, query);
  const invoice = found?.canAsk
    ? { hasRecipient: found.recipient !== undefined, notice }
    : undefined;
  return showPayable(deps, linked, state, { invoice });
}

/** The sentence after the form of an invoice was sent. */
function noticeOf(
  { invoice: said, changedMeanwhile }: Content['yourRegistration'],
  { notice }: LinkRequest['query'],
): string | undefined {
  switch (notice) {
    case 'invoiceIssued':
      return said.done;
    case 'invoiceSaved':
      return said.saved;
    case 'invoiceUnchanged':
      return said.unchanged;
    case 'changedMeanwhile':
      return changedMeanwhile;
    default:
      return undefined;
  }
}

type Checker = ReturnType<typeof paymentChecker>;

function issuerOf({ content, context }: PaymentPages): Issuer {
  return {
    conference: content.conference,
    words: content.mails,
    labels: content.labels,
    language: content.language,
    taxExemption: content.prices.taxExemption,
    isTest: context.mode !== 'live',
  };
}

async function notFound(
  deps: PaymentPages,
  check: Checker,
  { params: { token }, query, routeOptions }: LinkRequest,
) {
  const { content, context } = deps;
  const { db } = context;
  const back =
    routeOptions.url === RETURN ? await backAtOldLink(deps, check, { token, query }) : undefined;
  if (back) return back;
  const known = TOKEN.test(token) ? await findLinked(db, token) : undefined;
  const main = known
    ? withdrawnPage(content, await readWithdrawn(db, known.payable))
    : pageOfLostLink(content, content.mails.paymentLink);
  return paymentPage(content, main, 404);
}

/**
 * Answers a payer who returns by an old link: an organiser corrected the payer's address while the payment page was
 * open, and so the link has changed. The page tells this payer about the payment, but not about the order, which
 * may be somebody else's now.
 */
async function backAtOldLink(
  { content, context }: PaymentPages,
  check: Checker,
  { token, query }: { token: string; query: ReturnQuery },
): Promise<LinkPage | undefined> {
  const { db } = context;
  const payment = await namedPayment(db, query);
  if (!payment?.request.successUrl.includes(`/pay/${token}/return`)) return undefined;
  const state = await checkReturn(context, check, await getPayable(db, payment), query);
  const payable = await getPayable(db, payment);
  const { reference } = payable.order;
  const paidPaymentId = paidBy(payable);
  const isPending = state !== undefined && statusOf(state) === 'pending';
  if (isWithdrawn(payable) || (paidPaymentId === undefined && !isPending)) return undefined;
  const is = paidPaymentId === undefined ? 'checking' : 'paid';
  const isTest = context.mode !== 'live';
  return paymentPage(content, stateAlone(content, reference, { is, isTest }));
}

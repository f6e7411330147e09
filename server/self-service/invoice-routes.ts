import type { FastifyInstance } from 'fastify';
import { asksForAddress } from '#contract/content/e-invoice-settings.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { pageOfLostLink, pageOfWords, writeTo } from '#server/http/page-parts.ts';
import { html } from '#server/markup.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import {
  type InvoiceField,
  invoiceFields,
  readRecipient,
  typedInvoice,
  type TypedInvoice,
} from '#server/orders/rows/invoice-entries.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findLinked, pathOf } from '#server/orders/rows/payment-links.ts';
import { isWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import { type Linked, linkStateNow } from '#server/orders/sell/link-state.ts';
import { invoiceOf, invoiceOfLink, type OrderInvoice } from '#server/orders/sell/order-invoice.ts';
import { paymentPage } from '#server/orders/sell/payment-pages.ts';
import { number } from './act-form.ts';
import { refusalWords } from './act-routes.ts';
import { invoicePage } from './invoice-page.ts';
import { type Notice, withNotice } from './notices.ts';
import { organisingFor } from './organising-for.ts';
import { ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { pageStateOf } from './page-facts.ts';
import type { PageFacts } from './registration-page.ts';

/**
 * The form with which the payer of an order asks for an invoice; a member of a group cannot. Whoever pays by a link
 * alone finds it below the link.
 */
export function invoiceRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, frame } = deps;
  if (!content.conference.documents) return;
  formBelow(deps, ownPages(app, deps), '/registration/:token/invoice', {
    pathOf: registrationPath,
    invoiceOf: (owner) => ownInvoice(deps, owner),
  });
  const linked = linkPages<Linked>(app, {
    frame,
    words: content,
    title: content.yourRegistration.invoice.title,
    find: async (token) => {
      const found = await findLinked(context.db, token);
      return found && !isWithdrawn(found.payable) ? found : undefined;
    },
    notFound: () => paymentPage(content, pageOfLostLink(content, content.mails.paymentLink), 404),
  });
  formBelow(deps, linked, '/pay/:token/invoice', {
    pathOf: ({ link }) => pathOf(link),
    invoiceOf: async (found) => invoiceOfLink(deps, found, await linkStateNow(context, found)),
  });
}

/** The form below the pages of one kind: their path, and the invoice of their reader. */
type InvoiceForm<Owner> = {
  pathOf: (owner: Owner) => string;
  invoiceOf: (owner: Owner) => Promise<OrderInvoice | undefined>;
};

function formBelow<Owner>(
  deps: SelfServiceRoutes,
  { get, post }: ReturnType<typeof linkPages<Owner>>,
  address: string,
  { pathOf: pathOfOwner, invoiceOf: invoiceOfOwner }: InvoiceForm<Owner>,
): void {
  const { content } = deps;
  const { invoice: said } = content.yourRegistration;
  const { title } = said;

  get(address, async (owner) => {
    const invoice = await invoiceOfOwner(owner);
    if (!invoice?.canAsk) return invoice && closed();
    const { order, recipient } = invoice;
    const typed = { country: order.customer.country, ...typedInvoice(recipient) };
    return form(owner, invoice, { typed, mistakes: [] });
  });

  post(address, async (owner, entries, request) => {
    const invoice = await invoiceOfOwner(owner);
    if (!invoice?.canAsk) return invoice && closed();
    const typed = Object.fromEntries(
      invoiceFields.map((name) => [name, entries[name] ?? keptOf(invoice, name)]),
    );
    const { mistakes } = readRecipient(typed);
    if (mistakes.length > 0) return form(owner, invoice, { typed, mistakes });
    const version = number.safeParse(entries['version']).data ?? -1;
    const { order } = invoice;
    const organising = organisingFor(deps, request);
    const asked = { ...typed, reference: order.reference };
    const back = (notice: Notice) => ({ location: withNotice(pathOfOwner(owner), notice) });
    try {
      await (await planInvoice(organising, { ...asked, version })).perform();
      return back(order.paidPaymentId === undefined ? 'invoiceSaved' : 'invoiceIssued');
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      // The first click of two may have recorded it meanwhile.
      const reason = error.reason === 'changed' ? await reasonNow(organising, asked) : error.reason;
      const notice = NOTICES[reason];
      if (notice) return back(notice);
      return { title, main: pageOfWords(title, [refusalWords(content, error)]), status: 409 };
    }
  });

  /** A field that the form does not have keeps what an organiser typed. */
  function keptOf({ recipient }: OrderInvoice, name: InvoiceField): string {
    const isHidden =
      (name === 'leitwegId' || name === 'peppolId') &&
      !asksForAddress(content.conference.documents?.eInvoiceFiles ?? [])[name];
    return isHidden ? (recipient?.[name] ?? '') : '';
  }

  function form(
    owner: Owner,
    invoice: OrderInvoice,
    filled: { typed: TypedInvoice; mistakes: ReturnType<typeof readRecipient>['mistakes'] },
  ): LinkPage {
    const main = invoicePage(content, pathOfOwner(owner), invoice, filled);
    return { title, main, status: filled.mistakes.length === 0 ? 200 : 400 };
  }

  function closed(): LinkPage {
    const words = html`<p class="receipt-words">${writeTo(said.closed, content.conference)}</p>`;
    return { title, main: pageOfWords(title, [], words), isClosed: true };
  }
}

/** The reason against the same form on the present order: `unchanged` if the invoice says all of it already. */
async function reasonNow(
  organising: Organising,
  asked: Parameters<typeof planInvoice>[1],
): Promise<ActionImpossible['reason']> {
  try {
    await planInvoice(organising, asked);
    return 'changed';
  } catch (error) {
    if (!(error instanceof ActionImpossible)) throw error;
    return error.reason === 'unchanged' ? 'unchanged' : 'changed';
  }
}

const NOTICES: Partial<Record<ActionImpossible['reason'], Notice>> = {
  unchanged: 'invoiceUnchanged',
  changed: 'changedMeanwhile',
};

/** The states of a page on which its payer has ordered something that is, or can be, paid. */
const ORDERED = new Set(['open', 'checking', 'confirmed', 'waitsForAgreement', 'waitsForPayer']);

/**
 * The invoice of the order that a page shows to its payer; undefined if there can be none. `known` is what the page has
 * read already.
 */
export async function ownInvoice(
  { context, content }: Pick<SelfServiceRoutes, 'context' | 'content'>,
  owner: PageOwner,
  known?: Pick<PageFacts, 'documents' | 'state'>,
): Promise<OrderInvoice | undefined> {
  const { order, isPayer } = owner;
  if (!content.conference.documents || !order || !isPayer || order.amountCents === 0) {
    return undefined;
  }
  const isOrdered = ORDERED.has((known?.state ?? (await pageStateOf(context, owner))).is);
  return invoiceOf({ context, content }, order, {
    isOrdered,
    ...(known && { documents: known.documents }),
  });
}

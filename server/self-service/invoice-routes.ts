import type { FastifyInstance } from 'fastify';
import { asksForAddress } from '#contract/content/e-invoice-settings.ts';
import type { LinkPage } from '#server/http/link-pages.ts';
import { writeTo, pageOfWords } from '#server/http/page-parts.ts';
import { timestamp } from '#server/identity.ts';
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
import { isCancelled } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { invoiceUntil } from '#server/receipts/receipt-document.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { number } from './act-form.ts';
import { refusalWords } from './act-routes.ts';
import { invoicePage, type OwnInvoice } from './invoice-page.ts';
import type { Notice } from './notices.ts';
import { organisingFor } from './organising-for.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { pageStateOf } from './page-facts.ts';
import type { PageFacts } from './registration-page.ts';

/** The form with which the payer of an order asks for an invoice; a member of a group cannot. */
export function invoiceRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { content } = deps;
  const { invoice: said } = content.yourRegistration;
  if (!content.conference.documents) return;

  const { get, post } = ownPages(app, deps);
  const address = '/registration/:token/invoice';
  const { title } = said;

  get(address, async (owner) => {
    const invoice = await ownInvoice(deps, owner);
    if (!invoice?.canAsk) return invoice && closed();
    const { order, recipient } = invoice;
    const typed = { country: order.customer.country, ...typedInvoice(recipient) };
    return form(owner, invoice, { typed, mistakes: [] });
  });

  post(address, async (owner, entries, request) => {
    const invoice = await ownInvoice(deps, owner);
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
    try {
      await (await planInvoice(organising, { ...asked, version })).perform();
      return backToPage(
        owner,
        order.paidPaymentId === undefined ? 'invoiceSaved' : 'invoiceIssued',
      );
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      // The first click of two may have recorded it meanwhile.
      const reason = error.reason === 'changed' ? await reasonNow(organising, asked) : error.reason;
      const notice = NOTICES[reason];
      if (notice) return backToPage(owner, notice);
      return { title, main: pageOfWords(title, [refusalWords(content, error)]), status: 409 };
    }
  });

  /** A field that the form does not have keeps what an organiser typed. */
  function keptOf({ recipient }: OwnInvoice, name: InvoiceField): string {
    const isHidden =
      (name === 'leitwegId' || name === 'peppolId') &&
      !asksForAddress(content.conference.documents?.eInvoiceFiles ?? [])[name];
    return isHidden ? (recipient?.[name] ?? '') : '';
  }

  function form(
    owner: PageOwner,
    invoice: OwnInvoice,
    filled: { typed: TypedInvoice; mistakes: ReturnType<typeof readRecipient>['mistakes'] },
  ): LinkPage {
    const main = invoicePage(content, owner, invoice, filled);
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
): Promise<OwnInvoice | undefined> {
  const { conference } = content;
  const { order, isPayer } = owner;
  if (!conference.documents || !order || !isPayer || order.amountCents === 0) return undefined;
  const [first] = known?.documents ?? (await documentsOf(context.db, order.id));
  const until = first && invoiceUntil(conference, first);
  const isInTime = first ? until !== undefined && timestamp(context.clock()) < until.at : true;
  const isOrdered = ORDERED.has((known?.state ?? (await pageStateOf(context, owner))).is);
  return {
    order,
    recipient: await findRecipient(context.db, order.id),
    until,
    canAsk: isInTime && isOrdered && !isCancelled(order),
  };
}

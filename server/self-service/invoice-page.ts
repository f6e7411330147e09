import { inOneLine, inBrackets } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { asksForAddress } from '#contract/content/e-invoice-settings.ts';
import {
  countryField,
  type FormField,
  hiddenFields,
  lineField,
  linesField,
} from '#server/http/form-field.ts';
import { alert, fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  invoiceCountries,
  type InvoiceField,
  invoiceLengths,
  MOST_ADDRESS_LINES,
  type TypedInvoice,
} from '#server/orders/rows/invoice-entries.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { OrderInvoice } from '#server/orders/sell/order-invoice.ts';

/** The part of the page that offers an invoice, or shows to whom it is addressed. */
export function invoiceSection(
  content: Content,
  owner: PageOwner,
  { order, recipient, until, canAsk }: OrderInvoice,
): Markup | undefined {
  if (!recipient && !canAsk) return undefined;
  const { invoice: said } = content.yourRegistration;
  const isPaid = order.paidPaymentId !== undefined;
  const link = html`<li>
    <a href="${registrationPath(owner)}/invoice">${recipient ? said.correct : said.add}</a>
    ${until && html`<span class="receipt-note">${said.until} ${untilText(content, until)}</span>`}
  </li>`;
  return fold(
    { id: 'invoice', heading: said.heading, note: recipient?.legalName },
    html`<p class="receipt-words">
        ${recipient ? (isPaid ? said.issued : said.asked) : said.offer}
        ${recipient && html`<bdi>${recipient.legalName}</bdi>`}
      </p>
      ${
        canAsk
          ? html`<ul>
              ${link}
            </ul>`
          : undefined
      }`,
  );
}

/**
 * The page with the form, below the page at `path`. Its mistakes stand beside the fields, and the entries stay.
 */
export function invoicePage(
  content: Content,
  path: string,
  { order, recipient }: OrderInvoice,
  { typed, mistakes }: { typed: TypedInvoice; mistakes: readonly InvoiceField[] },
): Markup {
  const { yourRegistration, mails, conference } = content;
  const { invoice: said, back } = yourRegistration;
  const isPaid = order.paidPaymentId !== undefined;
  const asked = asksForAddress(conference.documents?.eInvoiceFiles ?? []);
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">
      ${mails.labels.reference} ${inOneLine([order.reference, conference.name], content.language)}
    </p>
    ${alert(mistakes.length === 0 ? undefined : said.mistakes)}
    <p class="receipt-words">${said.intro}</p>
    <p class="receipt-words">
      ${isPaid ? (recipient ? said.corrects : said.replaces) : said.before}
    </p>
    <form method="post" action="${path}/invoice" class="receipt-form">
      ${hiddenFields({ version: order.version })}
      ${lineField(
        field('legalName', { note: said.hints.legalName, autocomplete: 'organization' }),
        {
          most: invoiceLengths.legalName,
        },
      )}
      ${linesField(field('address', { note: said.hints.address, autocomplete: 'street-address' }), {
        most: invoiceLengths.address,
        lines: MOST_ADDRESS_LINES,
      })}
      ${countryField(field('country', { autocomplete: 'country-name' }), said.choose, content, invoiceCountries)}
      ${lineField(optional('vatId', said.hints.vatId), { most: invoiceLengths.vatId, isCode: true })}
      ${
        asked.leitwegId
          ? lineField(optional('leitwegId', said.hints.leitwegId), {
              most: invoiceLengths.leitwegId,
              isCode: true,
            })
          : undefined
      }
      ${
        asked.peppolId
          ? lineField(optional('peppolId', said.hints.peppolId), {
              most: invoiceLengths.peppolId,
              isCode: true,
            })
          : undefined
      }
      ${lineField(optional('purchaseOrder', said.hints.purchaseOrder), {
        most: invoiceLengths.purchaseOrder,
      })}
      <button class="receipt-download" type="submit">
        ${isPaid ? said.button : said.buttonBefore}
      </button>
    </form>
    <p class="receipt-words"><a href="${path}">${back}</a></p>
  </article>`;

  function optional(
    name: Exclude<InvoiceField, 'legalName' | 'address' | 'country'>,
    note: string,
  ): FormField {
    return field(name, {
      note,
      label: inBrackets(said.labels[name], said.optional, content.language),
      isRequired: false,
    });
  }

  function field(name: InvoiceField, more: Partial<FormField> = {}): FormField {
    return {
      name,
      label: said.labels[name],
      mistake: mistakes.includes(name) ? said.messages[name] : undefined,
      value: typed[name],
      isRequired: true,
      ...more,
    };
  }
}

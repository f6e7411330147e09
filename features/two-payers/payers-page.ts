import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { asksForAddress } from '#contract/content/e-invoice-settings.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { personLengths } from '#contract/person.ts';
import {
  checkField,
  countryField,
  hiddenFields,
  lineField,
  linesField,
} from '#server/http/form-field.ts';
import { alert, fold, privacyNote, small } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  invoiceCountries,
  type InvoiceField,
  invoiceLengths,
  MOST_ADDRESS_LINES,
} from '#server/orders/rows/invoice-entries.ts';
import { lineParts } from '#server/orders/rows/item-words.ts';
import { isCancelled, type Order, registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { sentence } from '#server/http/sentence.ts';
import { linesToDivide } from './divide-registration.ts';
import { canTakeOver } from './take-over-part.ts';

export type PayerField = 'name' | 'email';
export type Typed = Readonly<Record<string, string | undefined>>;
/** The form as typed: the ids of the chosen lines, the entries, and what is wrong. */
export type FilledDivision = {
  typed: Typed;
  trouble?: string | undefined;
  payer: Partial<Record<PayerField, string>>;
  invoice: readonly InvoiceField[];
};

/** The name of the field of a line. */
export function lineName(id: string): string {
  return `line-${id}`;
}

/** The form on which a person chooses the items that somebody else pays. */
export function divisionPage(
  content: Content,
  owner: PageOwner,
  order: Order,
  { typed, trouble, payer, invoice }: FilledDivision,
): Markup {
  const { yourRegistration, mails, conference } = content;
  const { twoPayers: said, invoice: ofInvoice, back } = yourRegistration;
  const asked = asksForAddress(conference.documents?.eInvoiceFiles ?? []);
  const field = (name: string, label: string, mistake: string | undefined) => ({
    name,
    label,
    mistake,
    value: typed[name],
  });
  const invoiceField = (name: InvoiceField) => ({
    ...field(
      name,
      ofInvoice.labels[name],
      invoice.includes(name) ? ofInvoice.messages[name] : undefined,
    ),
    isRequired: false,
  });
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">
      ${mails.labels.reference}
      ${inOneLine([order.reference, conference.name], conference.language)}
    </p>
    ${alert(trouble)}
    <p class="receipt-words">${said.intro}</p>
    <form method="post" action="${registrationPath(owner)}/payers" class="receipt-form">
      ${hiddenFields({ version: order.version })}
      <fieldset>
        <legend>${said.items}</legend>
        ${linesToDivide(order).map(({ id, words, cents }) => {
          const { line, stay } = lineParts(words);
          return checkField('checkbox', {
            name: lineName(id),
            value: 'yes',
            isChecked: typed[lineName(id)] !== undefined,
            label: line,
            ...(stay !== undefined && { note: stay }),
            more: moneyText(cents, order.currency),
          });
        })}
      </fieldset>
      <h2>${said.payer}</h2>
      ${lineField({ ...field('name', said.name, payer.name), isRequired: true }, { most: personLengths.name })}
      ${lineField(
        { ...field('email', said.email, payer.email), isRequired: true },
        { most: personLengths.email, type: 'email' },
      )}
      ${
        conference.documents
          ? html`<h2>${said.invoice}</h2>
              <p class="receipt-words">${said.invoiceNote}</p>
              ${lineField(invoiceField('legalName'), { most: invoiceLengths.legalName })}
              ${linesField(invoiceField('address'), { most: invoiceLengths.address, lines: MOST_ADDRESS_LINES })}
              ${countryField(invoiceField('country'), ofInvoice.choose, content, invoiceCountries)}
              ${lineField(invoiceField('vatId'), { most: invoiceLengths.vatId, isCode: true })}
              ${(['leitwegId', 'peppolId'] as const)
                .filter((name) => asked[name])
                .map((name) =>
                  lineField(
                    { ...invoiceField(name), note: ofInvoice.hints[name] },
                    { most: invoiceLengths[name], isCode: true },
                  ),
                )}
              ${lineField(invoiceField('purchaseOrder'), { most: invoiceLengths.purchaseOrder })}`
          : undefined
      }
      ${privacyNote(content)}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>
    <p class="receipt-words"><a href="${registrationPath(owner)}">${back}</a></p>
  </article>`;
}

/** The part of the own page that offers a second payer. */
export function offerSection(content: Content, owner: PageOwner): Markup {
  const { twoPayers: said } = content.yourRegistration;
  return fold(
    { id: 'two-payers', heading: said.heading },
    html`<p class="receipt-words">${said.offer}</p>
      <ul>
        <li><a href="${registrationPath(owner)}/payers">${said.choose}</a></li>
      </ul>`,
  );
}

/** A part that somebody else pays. */
export type ShownPart = {
  part: Order;
  /** The part of a transfer that has come for it. */
  cameCents: Cents;
};

/** The part of the own page that says who pays the other items. */
export function partsSection(
  content: Content,
  owner: PageOwner,
  order: Order,
  parts: readonly ShownPart[],
): Markup {
  const { twoPayers: said } = content.yourRegistration;
  const list = html`<ul>
    ${parts.map(({ part, cameCents }) => {
      const amount = moneyText(part.amountCents, part.currency);
      const { reference, customer } = part;
      // Before a payment a stranger may have typed the name.
      const payer = customer.email;
      return html`<li>
        <span>${sentence(said.part, { payer, reference })} ${stateOf(content, part)}</span>
        ${
          cameCents > 0 && canTakeOver(order, part)
            ? small(
                fillPlaceholders(said.partCame, { amount: moneyText(cameCents, part.currency) }),
              )
            : undefined
        }
        <span class="receipt-amount">${amount}</span>
        ${
          canTakeOver(order, part)
            ? html`<form method="post" action="${registrationPath(owner)}/payers/${part.id}">
                <button class="receipt-text-button" type="submit">${said.takeOver}</button>
              </form>`
            : undefined
        }
      </li> `;
    })}
  </ul>`;
  if (!parts.some(({ part }) => isOpen(part))) {
    return fold({ id: 'two-payers', heading: said.heading }, list);
  }
  return html`<section aria-labelledby="two-payers">
    <h3 id="two-payers">${said.heading}</h3>
    ${list}
  </section>`;
}

function stateOf({ yourRegistration: { twoPayers: said } }: Content, part: Order): string {
  if (isCancelled(part)) return said.withdrawn;
  if (part.state === 'REFUNDED') return said.refunded;
  return part.paidPaymentId === undefined ? said.waits : said.isPaid;
}

/** Whether a part still waits for its payment. */
export function isOpen(part: Order): boolean {
  return part.paidPaymentId === undefined && !isCancelled(part);
}

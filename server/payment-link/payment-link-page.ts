import type { Content } from '#contract/content.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Order } from '#server/payments/orders.ts';

/** What somebody who opens a link is to know of the payment. `paid` has the path of the receipt. */
export type LinkState =
  | { is: 'open'; ways: readonly WayToPay[]; trouble?: string }
  | { is: 'missed'; ways: readonly WayToPay[] }
  | { is: 'checking' }
  | { is: 'lapsed' }
  | { is: 'paid'; receiptPath: string };

/** What a button is for; the address that it sends to ends with it. */
export type WayToPay = 'card' | 'paypal' | 'free';

/** An order with what there is to do about it; `address` is the page's own path. Its look is site/receipt.css. */
export function paymentLinkPage(
  { mails, conference }: Pick<Content, 'mails' | 'conference'>,
  address: string,
  order: Order,
  { state, isTest }: { state: LinkState; isTest: boolean },
): Markup {
  const { paymentLink: said, labels } = mails;
  const money = (cents: Cents) => moneyText(cents, order.currency);
  const { name, institute } = order.customer;
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${stateOf(mails, state)}
    ${isTest ? html`<p class="receipt-test">${mails.testMode}</p>` : undefined}
    <dl>
      ${fact(labels.reference, [order.reference])}
      ${fact(labels.for, [order.productName, conference.name])}
      ${fact(said.from, [name, institute])} ${fact(said.payee, [conference.organiser.legalName])}
    </dl>
    <table>
      <tbody>
        ${order.lines.map(({ words, statedByPayer, cents }) => row(words, money(cents), statedByPayer))}
      </tbody>
      <tfoot>
        ${row(labels.total, money(order.amountCents))}
      </tfoot>
    </table>
    ${wayOn(mails, address, state)}
  </article>`;
}

/** For a link that leads to nothing: cut short, taken back, or never ours. */
export function nothingToPay({ paymentLink }: Content['mails']): Markup {
  return html`<article class="receipt">
    <h1>${paymentLink.title}</h1>
    <p>${paymentLink.notFound}</p>
  </article>`;
}

function stateOf({ paymentLink: said }: Content['mails'], state: LinkState): Markup {
  switch (state.is) {
    case 'paid':
      return html`<p class="receipt-state">${said.paid}</p>`;
    case 'checking':
      return html`<p class="receipt-words" role="status">${said.checking}</p>`;
    case 'missed':
      return html`<p class="receipt-words" role="alert">${said.notPaid}</p>`;
    case 'lapsed':
      return html`<p class="receipt-words" role="alert">${said.lapsed}</p>`;
    case 'open':
      return state.trouble === undefined
        ? html`<p class="receipt-words">${said.toPay}</p>`
        : html`<p class="receipt-words" role="alert">${state.trouble}</p>`;
  }
}

function wayOn({ paymentLink: said }: Content['mails'], address: string, state: LinkState) {
  switch (state.is) {
    case 'paid':
      return html`<p>
        <a class="receipt-download" href="${state.receiptPath}">${said.receipt}</a>
      </p>`;
    case 'checking':
      return html`<p>
        <a class="receipt-download" href="${address}/return">${said.checkAgain}</a>
      </p>`;
    case 'lapsed':
      return undefined;
    default:
      return html`<p class="receipt-words">${said.note}</p>
        <div class="receipt-ways">
          ${state.ways.map(
            (way) =>
              html`<form method="post" action="${address}/${way}">
                <button class="receipt-download" type="submit">${said[way]}</button>
              </form> `,
          )}
        </div>`;
  }
}

function fact(label: string, lines: readonly string[]): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      ${lines.filter((line) => line !== '').map((line) => html`<span><bdi>${line}</bdi></span>`)}
    </dd>
  </div> `;
}

function row(label: string, sum: string, name?: string): Markup {
  return html`<tr>
    <th scope="row">
      ${label}
      ${name === undefined ? undefined : html`<span class="receipt-note"><bdi>${name}</bdi></span>`}
    </th>
    <td class="receipt-amount">${sum}</td>
  </tr> `;
}

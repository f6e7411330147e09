import type { Content } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { alert, amountRow, factRow, privacyNote } from '#server/http/page-parts.ts';
import { type Filled, personField } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Invitation } from './invitations.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { feeIn, feeItem, linesOfItems } from '#server/orders/rows/order-items.ts';
import { statements } from '#server/orders/sell/payment-link-page.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import type { RegistrationPrice } from '#server/orders/sell/registration-price.ts';

/** The fields of the page. The mail address is the invited one. */
export const ASKED = ['name', 'phone', 'institute', 'country'] as const;

/** The page of an open link: its price, the rest of the registration, and one button. */
export function invitationPage(
  content: Content,
  address: string,
  { invitation, price, until }: { invitation: Invitation; price: RegistrationPrice; until: Moment },
  filled: Filled,
  isTest: boolean,
): Markup {
  const { mails, prices, labels } = content;
  const said = labels.invitation;
  const { currency } = prices;
  const isFree = price.totalCents === 0;
  const items = [
    ...itemsOf(price, ''),
    ...(isFree ? [] : feeItem(feeIn(prices), price.feeCents, currency)),
  ];
  const typed = { name: invitation.name, ...filled.typed };
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${alert(filled.trouble)}
    <p class="receipt-words">${said.intro}</p>
    ${invitation.note === '' ? undefined : html`<p class="receipt-words">${invitation.note}</p>`}
    ${isTest && !isFree ? html`<p class="receipt-test">${mails.testModeBefore}</p>` : undefined}
    <dl>
      ${factRow(mails.labels.email, [invitation.email])} ${factRow(said.until, [endText(until)])}
    </dl>
    <table>
      <tbody>
        ${linesOfItems(items, false).map(({ words, cents }) => amountRow(words, moneyText(cents, currency)))}
      </tbody>
      <tfoot>
        ${amountRow(mails.labels.total, moneyText(price.totalCents, currency))}
      </tfoot>
    </table>
    <section aria-labelledby="details">
      <h2 id="details">${said.details}</h2>
      <form method="post" action="${address}" class="receipt-form">
        ${hiddenFields({ total: price.totalCents })}
        ${ASKED.map((field) => personField(content, field, { ...filled, typed }, { isOwn: true, isRequired: true }))}
        <p class="receipt-words">${isFree ? said.free : said.toPay}</p>
        ${statements(content)} ${privacyNote(content)}
        <button class="receipt-download">${isFree ? said.confirm : said.register}</button>
      </form>
    </section>
  </article>`;
}

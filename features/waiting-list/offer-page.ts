import type { Content } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import { NOTHING, type RequestId, requests } from '#contract/requests.ts';
import { checkField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { alert, amountRow, buttonForm, factRow, privacyNote } from '#server/http/page-parts.ts';
import { type Filled, personField } from '#server/http/person-fields.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { feeIn, feeItem, linesOfItems } from '#server/orders/rows/order-items.ts';
import { statements } from '#server/orders/sell/payment-link-page.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import type { RegistrationPrice } from '#server/orders/sell/registration-price.ts';

type Offer = { name: string; email: string; price: RegistrationPrice; until: Moment };
export type FilledOffer = Filled & {
  typed?: { readonly [id in RequestId]?: string };
  wrongRequests?: readonly RequestId[];
};

/** The fields about the person that the waiting list has not asked for. */
export const REST = ['phone', 'institute', 'country'] as const;

/** The page of an open offer: its price, the rest of the registration, and two buttons. `address` is its path. */
export function offerPage(
  content: Content,
  address: string,
  { name, email, price, until }: Offer,
  filled: FilledOffer,
  isTest: boolean,
): Markup {
  const { mails, prices } = content;
  const { labels, waitingList: said } = mails;
  const words = said.offerPage;
  const { currency } = prices;
  // Anybody may have typed the name, with the address of a stranger.
  const plain = plainName(name);
  const items = [...itemsOf(price, ''), ...feeItem(feeIn(prices), price.feeCents, currency)];
  return html`<article class="receipt">
    <h1>${words.title}</h1>
    ${alert(filled.trouble)}
    <p class="receipt-words">${words.intro}</p>
    ${isTest ? html`<p class="receipt-test">${mails.testModeBefore}</p>` : undefined}
    <dl>
      ${plain === undefined ? undefined : factRow(labels.name, [plain])}
      ${factRow(labels.email, [email])} ${factRow(said.labels.offeredUntil, [endText(until)])}
    </dl>
    <table>
      <tbody>
        ${linesOfItems(items, false).map(({ words: line, cents }) => amountRow(line, moneyText(cents, currency)))}
      </tbody>
      <tfoot>
        ${amountRow(labels.total, moneyText(price.totalCents, currency))}
      </tfoot>
    </table>
    <section aria-labelledby="missing">
      <h2 id="missing">${words.missing}</h2>
      <form method="post" action="${address}/take" class="receipt-form">
        ${hiddenFields({ total: price.totalCents })}
        ${REST.map((field) => personField(content, field, filled, { isOwn: true, isRequired: true }))}
        ${requestFields(mails, price, filled)}
        <p class="receipt-words">${words.note}</p>
        ${statements(content)} ${privacyNote(content)}
        <button class="receipt-download">${words.take}</button>
      </form>
    </section>
    <section aria-labelledby="decline">
      <h2 id="decline">${words.decline}</h2>
      <p class="receipt-words">${words.declineNote}</p>
      ${buttonForm(`${address}/decline`, words.decline, 'ending')}
    </section>
  </article>`;
}

/** The requests that cost nothing, as in the form: some only with a room. */
function requestFields(
  { requests: labels, waitingList: { offerPage: said } }: Content['mails'],
  { registration }: RegistrationPrice,
  { typed = {}, wrongRequests = [] }: FilledOffer,
): Markup[] {
  return requests
    .filter(({ needsRoom }) => !needsRoom || registration === 'stay')
    .map((request) => {
      const { id, kind } = request;
      const label = labels[id];
      if (kind === 'yes') {
        return checkField('checkbox', {
          name: id,
          value: 'yes',
          isChecked: typed[id] !== undefined,
          label,
        });
      }
      const value = typed[id] ?? String(NOTHING[kind]);
      const mistake = wrongRequests.includes(id) ? said.unreadable : undefined;
      return lineField({ name: id, label, value, mistake }, { type: kind, most: request.most });
    });
}

import type { Content } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import { personLengths } from '#contract/person.ts';
import { requests } from '#contract/requests.ts';
import { amountRow, factRow } from '#server/http/page-parts.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/order-facts.ts';
import { feeItem, linesOfItems } from '#server/orders/order-items.ts';
import { statements } from '#server/orders/payment-link-page.ts';
import { itemsOf } from '#server/orders/registration-items.ts';
import type { RegistrationPrice } from '#server/orders/registration-price.ts';
import { alert, buttonForm, hiddenField, inputField, privacyNote } from './page-parts.ts';
import type { Typed } from './waiting-list-page.ts';

type Offer = { name: string; email: string; price: RegistrationPrice; until: Moment };

/** The page of an open offer: its price, the rest of the registration, and two buttons. `address` is its path. */
export function offerPage(
  { mails, prices, countries, legal, privacy }: Content,
  address: string,
  { name, email, price, until }: Offer,
  { values, wrong, trouble, isTest }: Typed & { trouble?: string | undefined; isTest: boolean },
): Markup {
  const { labels, waitingList: said } = mails;
  const words = said.offerPage;
  const { currency, fee } = prices;
  // Anybody may have typed the name, with the address of a stranger.
  const plain = plainName(name);
  const items = [...itemsOf(price, ''), ...feeItem(fee, price.feeCents, currency)];
  const typed = (field: string) => ({
    name: field,
    value: values[field],
    isWrong: wrong.includes(field),
  });
  const fields: { label: string; field: string; markup: Markup }[] = [
    {
      label: labels.phone,
      field: 'phone',
      markup: inputField({
        ...typed('phone'),
        label: labels.phone,
        type: 'tel',
        autocomplete: 'tel',
        most: personLengths.phone,
      }),
    },
    {
      label: labels.institute,
      field: 'instituteOrUniversity',
      markup: inputField({
        ...typed('instituteOrUniversity'),
        label: labels.institute,
        autocomplete: 'organization',
        most: personLengths.organization,
      }),
    },
    {
      label: labels.country,
      field: 'country',
      markup: html`<label class="receipt-field">
        <span>${labels.country}</span>
        <select
          class="control"
          name="country"
          autocomplete="country-name"
          ${wrong.includes('country') ? html`aria-invalid="true"` : undefined}
          required
        >
          <option value="">${words.choose}</option>
          ${countries.registration.map(
            (country) =>
              html`<option ${country === values['country'] ? html`selected` : undefined}>
                ${country}
              </option> `,
          )}
        </select>
      </label> `,
    },
  ];
  const wrongNames = fields.filter(({ field }) => wrong.includes(field)).map(({ label }) => label);
  const problem =
    trouble ?? (wrongNames.length > 0 ? `${said.page.check} ${wrongNames.join(', ')}` : undefined);
  return html`<article class="receipt">
    <h1>${words.title}</h1>
    ${alert(problem)}
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
        ${hiddenField('total', String(price.totalCents))} ${fields.map(({ markup }) => markup)}
        ${requestFields(mails, price, values, wrong)}
        <p class="receipt-words">${words.note}</p>
        ${statements(legal)} ${privacyNote(privacy)}
        <button class="receipt-download">${words.take}</button>
      </form>
    </section>
    <section aria-labelledby="decline">
      <h2 id="decline">${words.decline}</h2>
      <p class="receipt-words">${words.declineNote}</p>
      ${buttonForm(`${address}/decline`, words.decline, { isQuiet: true })}
    </section>
  </article>`;
}

/** The requests that cost nothing, as in the form: some only with a room. */
function requestFields(
  { requests: labels }: Content['mails'],
  { registration }: RegistrationPrice,
  values: Typed['values'],
  wrong: Typed['wrong'],
): Markup[] {
  return requests
    .filter(({ needsRoom }) => !needsRoom || registration === 'stay')
    .map((request) => {
      const { id, kind } = request;
      const value = values[id];
      if (kind === 'yes') {
        return html`<label class="receipt-check">
          <input type="checkbox" name="${id}" ${value === undefined ? undefined : html`checked`} />
          <span>${labels[id]}</span>
        </label> `;
      }
      return inputField({
        name: id,
        label: labels[id],
        type: kind,
        most: request.most,
        value: value ?? (kind === 'number' ? '0' : ''),
        isWrong: wrong.includes(id),
        isOptional: true,
      });
    });
}

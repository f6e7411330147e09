import type { Words } from '#server/errors.ts';
import { countryField, type FormField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { alert, fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { VisaState } from './visa-letter.ts';
import { LONGEST, type VisaField, type VisaForm } from './visa-request-form.ts';
import type { VisaLetter } from './shape.ts';

/** The section of the participant's page; `canAsk` says whether a request can be made now. */
export function visaSection(
  said: VisaLetter,
  token: string,
  {
    state,
    canAsk,
    isBeforePayment,
  }: { state: VisaState; canAsk: boolean; isBeforePayment: boolean },
): Markup | undefined {
  const ask = (words: string) =>
    canAsk
      ? html`<p class="receipt-words"><a href="/registration/${token}/visa-letter">${words}</a></p>`
      : undefined;
  const body = bodyOf();
  if (!body) return undefined;
  const isOpen = state.is !== 'none' && state.is !== 'requested';
  return fold({ id: 'visa-letter', heading: said.heading, isOpen }, body);

  function bodyOf(): Markup | undefined {
    switch (state.is) {
      case 'none':
        if (isBeforePayment) return sentence(said.afterPayment);
        return canAsk ? html`${sentence(said.intro)} ${ask(said.ask)}` : undefined;
      case 'issued':
        return html`${sentence(said.issued)}
          <p>
            <a class="receipt-download" href="/registration/${token}/visa-letter.pdf"
              >${said.download}</a
            >
          </p>
          ${ask(said.askAgain)}`;
      case 'declined':
        return html`<p class="receipt-words">${said.declined} <bdi>${state.reason}</bdi></p>
          ${ask(said.askAgain)}`;
      case 'requested':
      case 'void':
      case 'deleted':
      case 'deletedUndecided':
        return html`${sentence(said[state.is])} ${ask(said.askAgain)}`;
    }
  }
}

function sentence(words: string): Markup {
  return html`<p class="receipt-words">${words}</p>`;
}

/** The field is a text, because pickers show days in many orders, and passports have theirs. */
const DAY = { most: 20 };

/** The form of a request. Its mistakes stand beside the fields, and the entries stay. */
export function visaFormPage(
  { form: said }: VisaLetter,
  { token, words }: { token: string; words: Words },
  { shown, typed, mistakes }: VisaForm,
): Markup {
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    ${alert(mistakes.length === 0 ? undefined : said.mistakes)}
    <p class="receipt-words">${said.intro}</p>
    <p class="receipt-words">${said.privacy}</p>
    ${shown === '' ? undefined : html`<p class="receipt-words">${said.replaces}</p>`}
    <form method="post" action="/registration/${token}/visa-letter" class="receipt-form">
      ${hiddenFields({ shown })}
      ${lineField(field('name', { note: said.hints.name, autocomplete: 'name' }), { most: LONGEST })}
      ${countryField(field('nationality'), said.choose, words)}
      ${lineField(field('passport'), { most: LONGEST, isCode: true })}
      ${lineField(field('birthDate', { note: said.hints.birthDate, autocomplete: 'bday' }), DAY)}
      ${lineField(field('expiryDate', { note: said.hints.expiryDate }), DAY)}
      ${lineField(
        field('consulate', {
          label: `${said.labels.consulate} (${said.optional})`,
          note: said.hints.consulate,
          isRequired: false,
        }),
        { most: LONGEST },
      )}
      <button class="receipt-download" type="submit">${said.send}</button>
    </form>
    <p class="receipt-words"><a href="/registration/${token}">${said.back}</a></p>
  </article>`;

  function field(name: VisaField, more: Partial<FormField> = {}): FormField {
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

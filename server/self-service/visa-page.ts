import { countryNames } from '#contract/countries.ts';
import type { VisaLetter } from '#contract/content/visa-letter-shape.ts';
import { html, type Markup } from '#server/markup.ts';
import type { VisaState } from './visa-letter.ts';
import { LONGEST, type TypedVisa, type VisaField } from './visa-request-form.ts';

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
  return html`<section aria-labelledby="visa-letter">
    <h2 id="visa-letter">${said.heading}</h2>
    ${body}
  </section>`;

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

/** The form of a request. Its mistakes stand beside the fields, and the entries stay. */
export function visaFormPage(
  { form: said }: VisaLetter,
  token: string,
  {
    shown,
    typed,
    mistakes,
  }: {
    /** The id of the request that this one replaces; empty: there is none. */
    shown: string;
    typed: TypedVisa;
    mistakes: readonly VisaField[];
  },
): Markup {
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    ${mistakes.length === 0 ? undefined : html`<p class="receipt-words" role="alert">${said.mistakes}</p>`}
    <p class="receipt-words">${said.intro}</p>
    <p class="receipt-words">${said.privacy}</p>
    ${shown === '' ? undefined : html`<p class="receipt-words">${said.replaces}</p>`}
    <form method="post" action="/registration/${token}/visa-letter" class="receipt-form">
      <input type="hidden" name="shown" value="${shown}" />
      ${field('name', line('name', 'name'), said.hints.name)} ${field('nationality', countries())}
      ${field('passport', line('passport', 'off', html`autocapitalize="characters" spellcheck="false"`))}
      ${field('birthDate', day('birthDate', 'bday'), said.hints.birthDate)}
      ${field('expiryDate', day('expiryDate'), said.hints.expiryDate)}
      ${field('consulate', line('consulate', 'off'), said.hints.consulate)}
      <button class="receipt-download" type="submit">${said.send}</button>
    </form>
    <p class="receipt-words"><a href="/registration/${token}">${said.back}</a></p>
  </article>`;

  function field(name: VisaField, input: Markup, hint?: string): Markup {
    const isWrong = mistakes.includes(name);
    return html`<div class="receipt-field">
      <label for="${name}">
        ${said.labels[name]}${name === 'consulate' ? ` (${said.optional})` : ''}
      </label>
      ${hint === undefined ? undefined : html`<p id="${name}-hint">${hint}</p>`} ${input}
      ${isWrong ? html`<p id="${name}-mistake" class="receipt-mistake">${said.messages[name]}</p>` : undefined}
    </div> `;
  }

  function about(name: VisaField): Markup {
    const isWrong = mistakes.includes(name);
    const hasHint = name !== 'nationality' && name !== 'passport';
    const ids = [hasHint ? `${name}-hint` : '', isWrong ? `${name}-mistake` : ''].filter(Boolean);
    const describedBy = ids.length === 0 ? html`` : html` aria-describedby="${ids.join(' ')}"`;
    const required = name === 'consulate' ? html`` : html` required`;
    const invalid = isWrong ? html` aria-invalid="true"` : html``;
    return html`class="control" id="${name}" name="${name}"${required}${describedBy}${invalid}`;
  }

  function line(name: VisaField, autocomplete: string, more?: Markup): Markup {
    return html`<input
      ${about(name)}
      type="text"
      value="${typed[name]}"
      maxlength="${LONGEST}"
      autocomplete="${autocomplete}"
      ${more}
    />`;
  }

  /** A text, because pickers show days in many orders, and passports have theirs. */
  function day(name: VisaField, autocomplete = 'off'): Markup {
    return html`<input
      ${about(name)}
      type="text"
      value="${typed[name]}"
      maxlength="20"
      autocomplete="${autocomplete}"
    />`;
  }

  function countries(): Markup {
    return html`<select ${about('nationality')} autocomplete="off">
      <option value="">${said.choose}</option>
      ${countryNames.map(
        (country) =>
          html`<option
            value="${country}"
            ${country === typed.nationality ? html`selected` : html``}
          >
            ${country}
          </option> `,
      )}
    </select>`;
  }
}

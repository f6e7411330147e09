import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { alert, buttonForm, factRow, pageOfWords, privacyNote } from '#server/http/page-parts.ts';
import { type Filled, personField } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';

/** The fields of a visitor who joins; the page of the offer asks for the rest. */
export const JOINING = ['name', 'email'] as const;

/** The page on which a visitor joins the waiting list for a choice; `choiceId` is the id of its price. */
export function joinPage(
  content: Pick<Content, 'base' | 'labels' | 'language' | 'mails' | 'privacy' | 'yourRegistration'>,
  { choice, choiceId }: { choice: string; choiceId: string },
  filled: Filled,
): Markup {
  const { page: said, labels } = content.mails.waitingList;
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${alert(filled.trouble)}
    <p class="receipt-words">${said.intro}</p>
    <dl>${factRow(labels.choice, [choice])}</dl>
    <form method="post" action="${addressOf(content)}" class="receipt-form">
      ${hiddenFields({ choice: choiceId })}
      ${JOINING.map((field) => personField(content, field, filled, { isOwn: true, isRequired: true }))}
      <label class="receipt-unseen" aria-hidden="true">
        ${said.hidden} <input name="reserved" tabindex="-1" autocomplete="off" />
      </label>
      <p class="receipt-words">${said.how}</p>
      ${privacyNote(content)}
      <button class="receipt-download">${said.join}</button>
    </form>
  </article>`;
}

/** Nobody is known yet, so the address names the language of the page. */
function addressOf({ base, language }: Pick<Content, 'base' | 'language'>): string {
  return base === '' ? '/waiting-list' : `/waiting-list?language=${language}`;
}

/** The page without a form, if there is nothing to wait for: it leads to the registration form. */
export function toTheForm(
  { base, mails }: Pick<Content, 'base' | 'mails'>,
  words: string,
  title = mails.waitingList.page.title,
): Markup {
  return pageOfWords(
    title,
    [words],
    html`<p>
      <a class="receipt-download" href="${base}/conference-registration"
        >${mails.waitingList.page.form}</a
      >
    </p>`,
  );
}

/** The page of a person who waits. */
export function waitingPage(
  { mails, labels: { waitingList: confirming } }: Pick<Content, 'mails' | 'labels'>,
  { choice, address, isConfirmed }: { choice: string; address: string; isConfirmed: boolean },
): Markup {
  const { page: said, labels } = mails.waitingList;
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${isConfirmed ? said.waiting : confirming.notConfirmed}</p>
    <dl>${factRow(labels.choice, [choice])}</dl>
    ${isConfirmed ? undefined : buttonForm(`${address}/confirm`, confirming.button)}
    ${buttonForm(`${address}/leave`, said.leave, 'ending')}
  </article>`;
}

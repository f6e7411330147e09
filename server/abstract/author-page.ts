import type { Content } from '#contract/content.ts';
import type { KeptAbstract } from './abstracts.ts';
import { buttonForm, factRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { titlesOf } from './abstract-titles.ts';
import { answerOf, type Decision } from './decisions.ts';

/**
 * The page with the decision about an abstract and its author's answer. If `isOpen`, the author can give or change the
 * answer.
 */
export function authorPage(
  { mails, conference, sessions }: Pick<Content, 'conference' | 'mails' | 'sessions'>,
  { decision, abstract }: { decision: Decision | undefined; abstract: KeptAbstract },
  { isOpen, address }: { isOpen: boolean; address: string },
): Markup {
  const { authorPage: words, labels } = mails;
  const { outcome, presentation, slot } = decision ?? {};
  const answer = answerOf(abstract, decision);
  const isAccepted = outcome === 'ACCEPTED';
  const { session } = titlesOf({ sessions }, abstract);
  return html`<article class="receipt">
    <h1>${words.title}</h1>
    ${
      outcome === undefined
        ? undefined
        : html`<p class="receipt-state">${isAccepted ? words.accepted : words.rejected}</p>`
    }
    <dl>
      ${factRow(labels.reference, [abstract.reference])} ${factRow(labels.name, [abstract.name])}
      ${factRow(labels.session, [session])} ${factRow(labels.file, [abstract.fileName])}
      ${presentation === undefined ? undefined : factRow(labels.presentation, [presentation])}
      ${slot === undefined ? undefined : factRow(labels.slot, [slot])}
    </dl>
    ${isAccepted ? answerPart() : undefined}
  </article>`;

  function answerPart(): Markup {
    const said =
      answer === undefined
        ? undefined
        : answer === 'CONFIRMED'
          ? words.presenting
          : words.withdrawn;
    return html`<section aria-labelledby="answer">
      <h2 id="answer">${words.question}</h2>
      ${said === undefined ? undefined : html`<p class="receipt-words" role="status">${said}</p>`}
      ${
        isOpen
          ? html`<div class="receipt-answers">
                ${button('present', words.present, answer === 'CONFIRMED')}
                ${button('withdraw', words.withdraw, answer === 'WITHDRAWN')}
              </div>
              <p class="receipt-words">${words.changeable}</p>`
          : html`<p class="receipt-words">
              ${words.over}
              <a href="mailto:${conference.secretary.email}">${conference.secretary.email}</a>
            </p>`
      }
    </section>`;
  }

  /** The present answer needs no button. */
  function button(path: string, text: string, isGiven: boolean): Markup | undefined {
    if (isGiven) return undefined;
    return buttonForm(`${address}/${path}`, text, { isQuiet: path !== 'present' });
  }
}

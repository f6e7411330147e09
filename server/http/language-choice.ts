import type { Content } from '#contract/content.ts';
import { ownNameOf } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';
import { buttonClass } from './page-parts.ts';

/** Buttons for the other languages of the conference, for somebody whom the organisers invited without asking for one. */
export function languageChoice(
  { language }: Pick<Content, 'language'>,
  languages: readonly string[],
  action: string,
): Markup | undefined {
  const others = languages.filter((tag) => tag !== language);
  if (others.length === 0) return undefined;
  return html`<form method="post" action="${action}" class="receipt-answers">
    ${others.map(
      (tag) =>
        html`<button class="${buttonClass('quiet')}" name="language" value="${tag}" lang="${tag}">
          ${ownNameOf(tag)}
        </button> `,
    )}
  </form>`;
}

import { html, type Markup } from '#server/markup.ts';

/** A text of content/ with values in place of its placeholders. Each value has a direction of reading of its own. */
export function sentence(text: string, values: Readonly<Record<string, string>>): Markup {
  const parts = text.split(/\{([^{}]*)\}/);
  // Every second part is the name of a placeholder.
  return html`${parts.map((part, at) =>
    at % 2 === 0 ? html`${part}` : html`<bdi>${values[part] ?? ''}</bdi>`,
  )}`;
}

import type { Markup } from '#contract/content/markup.ts';

/** A text of the conference, perhaps with links. The HTML was sanitised while the site was built. */
export function RichText({ text }: { text: Markup }) {
  if (typeof text === 'string') return text;
  return <span className="rich" dangerouslySetInnerHTML={{ __html: text.html }} />;
}

/** A key for React that differs from those of the other texts of a list. */
export function keyOfText(text: Markup): string {
  return typeof text === 'string' ? text : text.html;
}

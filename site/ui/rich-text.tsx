import type { Markup } from '#contract/content/markup.ts';

/** A text of the conference, perhaps with links. The HTML was sanitised while the site was built. */
export function RichText({ text }: { text: Markup }) {
  if (typeof text === 'string') return whole(text);
  return <span className="rich" dangerouslySetInnerHTML={{ __html: whole(text.html) }} />;
}

/** A browser would divide a figure such as 6(1)(b) at the end of a line, without this invisible sign. */
function whole(text: string): string {
  return text.replaceAll(')(', ')\u2060(');
}

/** A key for React that differs from those of the other texts of a list. */
export function keyOfText(text: Markup): string {
  return typeof text === 'string' ? text : text.html;
}

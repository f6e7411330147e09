/** Longer than the words that languages have, and as long as those that people make up. */
export const longWord = 'Rechtsschutzversicherungsgesellschaftsmitarbeiternummernliste';

/**
 * Puts a word of sixty letters into each text of the page, one after the other, and finds those that are wider than the
 * window or their box then. Of texts that look the same, the first stands for all.
 */
export function widenedBy(word: string): string[] {
  const passing =
    '.wordmark, .captcha-button, .strip, .table-scroll, .sr-only, svg, noscript, script, style, option, template';
  const { clientWidth } = document.documentElement;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = new Map<string, Text>();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement;
    if (!(text instanceof Text) || !around || !/\p{L}{2}/u.test(text.data)) continue;
    if (around.closest(passing) || !around.checkVisibility({ visibilityProperty: true })) continue;
    if (around.getClientRects().length === 0) continue;
    const [parent, above] = [around.parentElement, around.parentElement?.parentElement];
    const look = [around, parent, above].map((each) => `${each?.tagName}.${each?.className}`);
    if (!shown.has(look.join())) shown.set(look.join(), text);
  }
  const range = document.createRange();
  return [...shown.values()].flatMap((text) => {
    const before = text.data;
    text.data = word;
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const box = text.parentElement
      ?.closest('a, button, summary, label, li, dt, dd, td, th, p, h1, h2, h3, article')
      ?.getBoundingClientRect();
    const isWide =
      document.documentElement.scrollWidth > clientWidth ||
      left < -1 ||
      right > clientWidth + 1 ||
      (box !== undefined && (right > box.right + 1 || left < box.left - 1));
    text.data = before;
    const { tagName, className } = text.parentElement ?? {};
    return isWide ? [`${tagName} ${className}: ${before.trim().slice(0, 40)}`] : [];
  });
}

/**
 * Finds words and figures that begin on one line and end on another. A word may be divided after a hyphen or a slash of its
 * own. Addresses, codes and file names have no words.
 */
export function brokenWords(): string[] {
  const free =
    '.strip, .sr-only, [translate=no], a[href^="mailto:"], code, svg, noscript, script, style, option, head';
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement;
    if (!around?.checkVisibility({ visibilityProperty: true }) || around.closest(free)) continue;
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(
      /[^\s\u00ad\u200b/–—-]+[/–—-]*/g,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set(
        [...range.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ top }) => Math.round(top)),
      );
      if (lines.size > 1) found.push(word);
    }
  }
  return found;
}

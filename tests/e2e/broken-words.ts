/**
 * Finds words and figures that begin on one line and end on another. A word may be divided after a hyphen or a slash of its
 * own, and if it has more letters than the heading of a phone has room for. Names, addresses and codes are no words.
 */
export function brokenWords(): string[] {
  const longest = 24;
  const other =
    '.strip, .sr-only, [translate=no], a[href^="mailto:"], code, svg, noscript, script, style, option, head';
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement;
    if (!around?.checkVisibility({ visibilityProperty: true }) || around.closest(other)) continue;
    const words = (text.textContent ?? '').matchAll(/[^\s\u00ad\u200b/–—-]+[/–—-]*/g);
    for (const { 0: word, index } of words) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const lines = new Set(boxes.map(({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length <= longest) found.push(word);
    }
  }
  return found;
}

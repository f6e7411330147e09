import { expect, type Page } from '@playwright/test';

/**
 * Translates the page as browsers do: every text is replaced by a copy in two `font` elements, also every later text.
 * React still refers to the removed texts.
 */
export async function translate(
  page: Page,
  when: 'from its first text on' | 'once it is ready',
): Promise<void> {
  if (when === 'from its first text on') {
    await page.addInitScript(replaceTexts);
    return;
  }
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  await page.evaluate(replaceTexts);
}

function replaceTexts(): void {
  const isLeftAlone = ({ parentElement }: Node) =>
    !parentElement || parentElement.closest('head, script, style, noscript, font, [translate=no]');
  const replace = (text: Node) => {
    if (!text.textContent?.trim() || isLeftAlone(text)) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.textContent;
    text.parentNode?.replaceChild(outer, text);
  };
  const replaceAllIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'characterData' ? [target] : addedNodes) replaceAllIn(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
  replaceAllIn(document);
}

/** The shifts that the browser counts for the measure "cumulative layout shift", and the elements that moved. */
export function shiftsSoFar() {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; sources: Source[] };
  const boxOf = ({ x, y, width, height }: DOMRect) =>
    [x, y, width, height].map(Math.round).join(' ');
  return new Promise<{ value: number; moved: string[] }[]>((done) => {
    new PerformanceObserver((seen) => {
      const shifts = seen.getEntries() as Shift[];
      const movesOf = ({ sources }: Shift) =>
        sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${boxOf(previousRect)} -> ${boxOf(currentRect)}`,
        );
      done(shifts.map((shift) => ({ value: shift.value, moved: movesOf(shift) })));
    }).observe({ type: 'layout-shift', buffered: true });
    // The browser does not call the observer if nothing has moved.
    requestAnimationFrame(() => requestAnimationFrame(() => done([])));
  });
}

/** The visible text of the page in its order, without the speakers, which a call loads. */
export function visibleParts() {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
        element.getBoundingClientRect().height > 0 &&
        !element.closest('article:has([data-portrait]), [aria-hidden]'),
    );
  const words = (elements: HTMLElement[]) => elements.map(({ innerText }) => innerText.trim());
  return {
    headings: words(seen('h1, h2, h3, h4')),
    links: words(seen('main a, footer a')).filter(Boolean),
    fields: seen('main :is(input, select, textarea)').map((element) =>
      element.getAttribute('name'),
    ),
    enabledButtons: words(seen('button:not(:disabled)')),
  };
}

export function sidewaysScroll(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/**
 * Finds text that a box cuts off or that is outside the window, except moving text and text for screen readers only.
 */
export function cutOff(): string[] {
  // The strip moves, and a wide table scrolls by itself.
  const passing = '.strip, .table-scroll, .sr-only, svg, noscript, script, style';
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest(passing) || !element.checkVisibility()) continue;
    const { overflowX, overflowY, position } = getComputedStyle(element);
    const wide = element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isCut = (cuts(overflowX) && wide > 1) || (cuts(overflowY) && high > 1);
    const { left, right } = element.getBoundingClientRect();
    const isOutside = left < -1 || right > document.documentElement.clientWidth + 1;
    if (!isCut && (!isOutside || position === 'fixed')) continue;
    const words = element.innerText?.trim() ?? '';
    if (words !== '') found.push(`${isCut ? 'cut' : 'outside'}: ${words.slice(0, 60)}`);
  }
  return found;
}

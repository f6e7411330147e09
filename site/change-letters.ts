/**
 * Puts our fonts in the place of the machine's (site/fonts.css) when the style sheet and all of them are there. Where they
 * cannot be had it fails, and the machine's stay. To set the whole page anew would keep a slow device from answering a
 * touch for a tenth of a second, so it is done part by part. The text of this function is part of every prerendered page
 * (site/start-after-first-paint.ts): it knows nothing but the browser.
 */
export async function changeLetters(styled: Promise<unknown>): Promise<void> {
  /** In characters, which are what takes the time. */
  const SHORT = 300;
  /** In milliseconds, for as many parts as can be done by then. */
  const TURN = 6;

  const nextTask = () => new Promise((done) => setTimeout(done));
  const partsOf = (whole: Element): Element[] =>
    whole.textContent.length < SHORT ||
    whole.matches('.drawn-near, .font-serif, select') ||
    [...whole.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
      ? [whole]
      : [...whole.children].flatMap(partsOf);

  await styled;
  const families = new Set([...document.fonts].map((face) => face.family));
  await Promise.all([...families].map((family) => document.fonts.load(`1em ${family}`)));
  // They are told of in a task that draws.
  await nextTask();

  // Whatever is drawn only near the window would be laid out by being asked where it is.
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const inSight = find('main :is(h1, h2, p, li, dd):not(.drawn-near *)').filter(
    (words) => words.getBoundingClientRect().top < innerHeight,
  );
  const inRows = find('main .flex-wrap > :is(a, button):not(.link)').map((button) => ({
    button,
    width: button.offsetWidth,
  }));
  for (const { button, width } of inRows) button.style.minWidth = `${width}px`;

  let began = 0;
  for (const part of find('body > :not(script)').flatMap(partsOf)) {
    if (performance.now() - began > TURN) {
      await nextTask();
      began = performance.now();
    }
    const before = inSight
      .filter((words) => part.contains(words))
      .map((words) => ({ words, height: words.offsetHeight }));
    part.setAttribute('data-lettered', '');
    // Lays it out.
    part.getBoundingClientRect();
    // What takes less room now keeps what it had, what would take a line more is set a little closer: nothing else moves.
    const changed = before.map((entry) => ({ ...entry, now: entry.words.offsetHeight }));
    for (const { words, height, now } of changed) {
      if (now > height + 8) words.style.wordSpacing = '-0.12em';
      else if (now < height - 8) words.style.minHeight = `${height}px`;
    }
  }
  await nextTask();
  document.documentElement.classList.remove('awaits-fonts');
}

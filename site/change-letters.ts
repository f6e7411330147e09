/**
 * Puts our fonts in the place of the machine's (site/fonts.css) when the style sheet and all of them are there. Where they
 * cannot be had it fails, and the machine's stay. The text of this function is part of every prerendered page
 * (site/start-after-first-paint.ts): it knows nothing but the browser.
 */
export async function changeLetters(styled: Promise<unknown>): Promise<void> {
  await styled;
  const families = new Set([...document.fonts].map((face) => face.family));
  await Promise.all([...families].map((family) => document.fonts.load(`1em ${family}`)));
  // In a task of its own.
  await new Promise((done) => setTimeout(done));

  // Whatever is drawn only near the window would be laid out by being asked where it is.
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const inSight = find('main :is(h1, h2, p, li, dd):not(.drawn-near *)')
    .filter((words) => words.getBoundingClientRect().top < innerHeight)
    .map((words) => ({ words, height: words.offsetHeight }));
  const inRows = find('main .flex-wrap > :is(a, button):not(.link)').map((button) => ({
    button,
    width: button.offsetWidth,
  }));
  document.documentElement.classList.remove('awaits-fonts');

  // What takes less room now keeps what it had, what would take a line more is set a little closer: nothing else moves.
  for (const { button, width } of inRows) button.style.minWidth = `${width}px`;
  const changed = inSight.map((entry) => ({ ...entry, now: entry.words.offsetHeight }));
  for (const { words, height, now } of changed) {
    if (now > height + 8) words.style.wordSpacing = '-0.12em';
    else if (now < height - 8) words.style.minHeight = `${height}px`;
  }
}

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
  const all = 'main :is(h1, h2, p, li, dd):not(.drawn-near *)';
  const inSight = [...document.querySelectorAll<HTMLElement>(all)]
    .filter((words) => words.getBoundingClientRect().top < innerHeight)
    .map((words) => ({ words, before: words.offsetHeight }));
  document.documentElement.classList.remove('awaits-fonts');
  // Words that would take a line more or less than before get a little closer or wider: nothing below them moves.
  const grown = inSight.map(({ words, before }) => ({ words, by: words.offsetHeight - before }));
  for (const { words, by } of grown) {
    if (Math.abs(by) > 8) words.style.wordSpacing = by > 0 ? '-0.12em' : '0.12em';
  }
}

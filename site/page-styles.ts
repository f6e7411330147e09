/**
 * Leaves out of a built page the parts of the style sheet (`@layer parts.…` in site.css) that begin no selector with a class
 * of this page. They are about half of the styles, and the browser reads all of them before it paints.
 */
export function withOwnStyles(html: string): string {
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const onPage = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const own = [...styles.matchAll(/@layer parts\.\w+\{/g)]
    .map(({ index }) => styles.slice(index, endOfBlock(styles, index)))
    .filter(
      (part) => ![...part.matchAll(/[{}]\.([\w-]+)/g)].some(([, name = '']) => onPage.has(name)),
    )
    .reduce((rest, part) => rest.replace(part, ''), styles);
  return html.replace(styles, () => own);
}

/** The place after the brace that closes the first block from `start` on. No string of the styles has a brace. */
function endOfBlock(styles: string, start: number): number {
  let depth = 0;
  for (let at = styles.indexOf('{', start); at < styles.length; at++) {
    if (styles[at] === '{') depth++;
    if (styles[at] === '}' && --depth === 0) return at + 1;
  }
  return styles.length;
}

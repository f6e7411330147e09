/** The start of a style sheet that only some pages need, and of what follows these style sheets (site.css). */
const PARTS = /(?=@layer components\.\w+\{)|(?=@layer utilities\{)/;

/**
 * Leaves out of a built page the style sheets that begin no selector with a class of this page. They are about half of
 * the styles, and the browser reads all of them before it paints.
 */
export function withOwnStyles(html: string): string {
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const onPage = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const kept = styles
    .split(PARTS)
    .filter(
      (part) =>
        !part.startsWith('@layer components.') ||
        [...part.matchAll(/[{}]\.([\w-]+)/g)].some(([, name = '']) => onPage.has(name)),
    );
  return html.replace(styles, () => kept.join(''));
}

/**
 * The rules of a style sheet that a page can use as it is sent: those of one layer, if the caller names it, and those that
 * have a selector without a class that is not in `names`. Rules without classes stay, also those of media and keyframes.
 */
export function usedStyles(
  styles: string,
  wanted: { layer?: string; names: ReadonlySet<string> },
): string {
  const { layer, names } = wanted;
  return rulesOf(styles)
    .map(({ prelude, block }) => {
      if (block === undefined) return `${prelude};`;
      if (prelude.startsWith('@layer') && !prelude.endsWith(` ${layer}`)) {
        // An empty layer keeps its place among the others.
        const used = usedStyles(block, wanted);
        return used === '' ? `${prelude};` : `${prelude}{${used}}`;
      }
      if (/^@(?:media|supports|container)/.test(prelude)) {
        const used = usedStyles(block, wanted);
        return used && `${prelude}{${used}}`;
      }
      return prelude.startsWith('@') || isUsed(prelude, names) ? `${prelude}{${block}}` : '';
    })
    .join('');
}

/** The rules of the outermost level. No string of the styles has a brace or a semicolon. */
function rulesOf(styles: string): { prelude: string; block: string | undefined }[] {
  const rules = [];
  let [start, open, depth] = [0, 0, 0];
  for (const { 0: mark, index } of styles.matchAll(/[{};]/g)) {
    if (mark === '{' && depth++ === 0) open = index;
    if (mark === '}') depth--;
    if (depth > 0 || mark === '{') continue;
    const block = mark === '}' ? styles.slice(open + 1, index) : undefined;
    // The licence of Tailwind is before the first rule.
    const prelude = styles
      .slice(start, mark === '}' ? open : index)
      .replace(/^\/\*[^]*?\*\/\s*/, '');
    rules.push({ prelude, block });
    start = index + 1;
  }
  return rules;
}

/** Classes in brackets, such as those of `:not()`, do not count, so a rule may stay that matches nothing. */
function isUsed(selectors: string, names: ReadonlySet<string>): boolean {
  return withoutBrackets(selectors)
    .split(',')
    .some((selector) =>
      [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].every(([, name = '']) =>
        names.has(name.replaceAll('\\', '')),
      ),
    );
}

/** Also without the brackets in brackets. The classes of Tailwind have some of their own, with a backslash before them. */
function withoutBrackets(selectors: string): string {
  const less = selectors.replace(/(?<!\\)\([^()]*(?<!\\)\)/g, '');
  return less === selectors ? less : withoutBrackets(less);
}

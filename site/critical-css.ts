/**
 * What of the style sheet the first paint of a page needs. The whole sheet, with the fonts, movements and whatever
 * scripts may show, is asked for right after it; its rules are the same ones in the same order, so nothing in sight
 * changes when it is there. What is drawn near (site/site.css) needs none of it, nor do the drawings behind the words,
 * which come with the whole sheet (site/art.css).
 */
export function criticalCss(css: string, html: string): string {
  const page = namesIn(html.replaceAll(FAR, '$1').replaceAll(DRAWING, '<svg>'));
  const rules = keep(css, (selector) => matches(selector, page));
  return withoutUnusedNames(withoutFamilies(rules, comingFamilies(css))) + WITHOUT_DRAWINGS;
}

const FAR = /(<(section|fieldset|footer)\b[^>]*\bdrawn-near\b[^>]*>)[\s\S]*?<\/\2>/g;
const DRAWING = /<svg\b[^>]*\bstill-art\b[^>]*>[\s\S]*?<\/svg>/g;
/** In the layer of art.css, whose own rule comes after the first. The second goes drawing by drawing (site/start-page.ts). */
const WITHOUT_DRAWINGS =
  '@layer components{.still-art{display:none}' +
  '@media (scripting:enabled){:root:not(.has-come) .still-art:not(.has-come){display:none}}}';

/** They come with the whole sheet. */
function comingFamilies(css: string): string[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(
    ([, face = '']) => /font-family:\s*["']?([^;"'}]+)/.exec(face)?.[1] ?? [],
  );
}

/** A family that no rule describes is looked for among the fonts of the machine, and the text waits for that. */
function withoutFamilies(css: string, families: string[]): string {
  return [...new Set(families)].reduce(
    (rest, family) =>
      rest.replaceAll(
        new RegExp(`(?<=[:,]\\s*)(["']?)${RegExp.escape(family)}\\1\\s*,\\s*`, 'g'),
        '',
      ),
    css,
  );
}

/** Groups for other moments, and for browsers that ask for the whole sheet before they paint. */
const LATER =
  /^@(?:font-face$|keyframes\b|media print|media \(scripting:\s*none\)|layer properties$)/;
/** What a page does not show before somebody acts, and the inner parts of form controls. */
const ON_ACTION =
  /:(?:hover|focus|focus-visible|focus-within|active)\b|::?-(?:webkit|moz)-|::(?:file|backdrop|selection)/;

/** For its sake the browser works out two more styles for each element of the page, to find that most have no content. */
const OF_ALL_ELEMENTS = /^::?(?:before|after)$/;

type Names = { classes: Set<string>; elements: Set<string> };

function namesIn(html: string): Names {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => unescaped(list));
  const elements = [...html.matchAll(/<([a-z][\w-]*)/g)].map(([, name = '']) => name);
  return { classes: new Set(lists.join(' ').split(/\s+/)), elements: new Set(elements) };
}

/** Goes through rules and the groups around them; groups that end up empty go too. */
function keep(css: string, wanted: (selector: string) => boolean): string {
  let kept = '';
  for (let from = 0; from < css.length;) {
    const [open, end] = nextBlock(css, from);
    const statement = css.indexOf(';', from);
    if (statement >= 0 && (open < 0 || statement < open)) {
      kept += css.slice(from, statement + 1);
      from = statement + 1;
      continue;
    }
    if (open < 0) break;
    kept += keepBlock(withoutComment(css.slice(from, open)), css.slice(open + 1, end), wanted);
    from = end + 1;
  }
  return kept;
}

function keepBlock(head: string, body: string, wanted: (selector: string) => boolean): string {
  if (LATER.test(head)) return '';
  if (/^@(?:layer|media|supports|container)\b/.test(head)) {
    const inner = keep(body, wanted);
    return inner && `${head}{${inner}}`;
  }
  if (head.startsWith('@')) return `${head}{${body}}`;
  const selectors = parts(head).filter(wanted);
  return selectors.length > 0 ? `${selectors.join(',')}{${body}}` : '';
}

function withoutComment(head: string): string {
  return head.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim();
}

/** Where the next block opens and where it closes. Braces in quotes do not occur in what the build makes. */
function nextBlock(css: string, from: number): [number, number] {
  const open = css.indexOf('{', from);
  let depth = 0;
  for (let at = open; open >= 0 && at < css.length; at++) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && --depth === 0) return [open, at];
  }
  return [-1, css.length];
}

/** `a,b:is(c,d)` is two. */
function parts(list: string): string[] {
  return list.match(/(?:\\.|\((?:\\.|[^()\\]|\([^()]*\))*\)|\[[^\]]*\]|[^,\\([])+/g) ?? [];
}

/** Whether every class and element that a selector asks for is in the page. What stands in brackets is not looked at. */
function matches(selector: string, { classes, elements }: Names): boolean {
  const outside = selector.replaceAll(
    /(?<!\\)\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)|(?<!\\)\[[^\]]*\]/g,
    '',
  );
  const wantedClasses = [...outside.matchAll(/(?<!\\)\.((?:\\[0-9a-f]{1,6} |\\.|[\w-])+)/g)];
  const names = outside.replaceAll(/\\./g, '_');
  const wantedElements = [...names.matchAll(/(?<![\w.:#-])([a-z][\w-]*)/g)];
  return (
    !OF_ALL_ELEMENTS.test(selector) &&
    !ON_ACTION.test(names) &&
    wantedClasses.every(([, name = '']) => classes.has(plain(name))) &&
    wantedElements.every(([, name = '']) => elements.has(name))
  );
}

/** A class as it is written in HTML, from how it is written in a selector. */
function plain(name: string): string {
  return name
    .replaceAll(/\\([0-9a-f]{1,6}) /g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\(.)/g, '$1');
}

/** Custom properties that no rule is left to ask for. One may ask for another, so it takes some rounds. */
function withoutUnusedNames(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const fewer = css
    .replaceAll(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) =>
      used.has(name) ? rule : '',
    )
    .replaceAll(/(?<=[{;])(--(?!tw-)[\w-]+):[^;{}]*(?:;|(?=\}))/g, (line, name: string) =>
      used.has(name) ? line : '',
    );
  return fewer === css ? css : withoutUnusedNames(fewer);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import temml from 'temml';

/** The text of an abstract as HTML, and without markup; or the mistake in it. */
export type MarkedUp = { html: string; plain: string; words: number } | { mistake: MarkupMistake };
export type MarkupMistake = { is: 'formula'; formula: string } | { is: 'formulas' };

const MOST_FORMULAS = 60;
const LONGEST_FORMULA = 600;
/** A formula with its own macros could grow without an end. */
const MACROS =
  /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|newenvironment)(?![a-z])/i;

/** Paragraphs, *italics*, **bold**, H~2~O, 10^3^, $formulas$ and \\(formulas\\): nothing else of Markdown, and no HTML. */
const markdown = new MarkdownIt('zero', { html: false, typographer: false });
markdown.enable(['emphasis', 'escape', 'newline']);
markdown.inline.ruler.before('escape', 'formula', formula);
markdown.inline.ruler.push('lowered', (state, isSilent) => script(state, isSilent, '~', 'sub'));
markdown.inline.ruler.push('raised', (state, isSilent) => script(state, isSilent, '^', 'sup'));
markdown.renderer.rules['formula'] = (tokens, at) =>
  mathOf(tokens[at]?.content ?? '', tokens[at]?.block === true);

type State = Parameters<Parameters<typeof markdown.inline.ruler.push>[1]>[0];

/** Reads what an author wrote. Every abstract that is shown was made here. */
export function markUp(source: string): MarkedUp {
  const tokens = parsed(source);
  const parts = tokens.flatMap(({ children }) => children ?? []);
  const formulas = parts.filter(({ type }) => type === 'formula');
  if (formulas.length > MOST_FORMULAS) return { mistake: { is: 'formulas' } };
  const wrong = formulas.find(({ content }) => !isFormula(content));
  if (wrong) return { mistake: { is: 'formula', formula: wrong.content.slice(0, 80) } };
  const html = sanitised(markdown.renderer.render(tokens, markdown.options, {}));
  const textOf = (read: (token: Token) => string) =>
    tokens
      .flatMap(({ children }) => (children ? [children.map(read).join('').trim()] : []))
      .join('\n\n');
  return { html, plain: textOf(plainOf), words: countWords(textOf(wordOf)) };
}

function parsed(source: string): Token[] {
  const text = source.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '').trim();
  return markdown.parse(text, {});
}

/** The same text for LaTeX, with its formulas; `escaped` writes the signs of a text so that LaTeX prints them. */
export function texOf(source: string, escaped: (text: string) => string): string {
  const words = ({ type, content }: Token): string => {
    if (type === 'formula') return isBalanced(content) ? `$${content}$` : escaped(content);
    if (type === 'softbreak' || type === 'hardbreak') return ' ';
    return TEX[type] ?? escaped(content);
  };
  return parsed(source)
    .flatMap(({ children }) => (children ? [children.map(words).join('').trim()] : []))
    .join(' ');
}

const TEX: Readonly<Record<string, string>> = {
  em_open: '\\emph{',
  em_close: '}',
  strong_open: '\\textbf{',
  strong_close: '}',
  sub_open: '\\textsubscript{',
  sub_close: '}',
  sup_open: '\\textsuperscript{',
  sup_close: '}',
};

/** BibTeX counts braces even behind a backslash. */
function isBalanced(tex: string): boolean {
  let depth = 0;
  for (const sign of tex) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /(?!\n|\t)\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** Chinese and Japanese have no blanks between words, and count their characters, as word processors do. */
function countWords(text: string): number {
  const words = text.replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ');
  return words.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

type Token = ReturnType<typeof markdown.parse>[number];

function plainOf({ type, content }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  return type === 'sup_open' ? '^' : content;
}

/** A formula counts as one word. */
function wordOf(token: Token): string {
  return token.type === 'formula' ? 'x' : plainOf(token);
}

/**
 * A dollar sign opens a formula before a sign that is no blank, and closes it behind one and before no digit, so that
 * amounts of money stay as they are.
 */
function formula(state: State, isSilent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$' && src[pos] !== '\\') return false;
  const rest = src.slice(pos);
  const [whole, display, inline] =
    bracketed(rest) ??
    /^\$\$([^$]+)\$\$/.exec(rest) ??
    /^\$()((?!\s)(?:[^$\\]|\\.)+?(?<!\s))\$(?!\d)/s.exec(rest) ??
    [];
  if (whole === undefined) return false;
  if (!isSilent) {
    const token = state.push('formula', '', 0);
    token.content = (display || inline || '').trim();
    token.block = Boolean(display);
  }
  state.pos += whole.length;
  return true;
}

/** The brackets of LaTeX: \\(…\\) in a line, and \\[…\\] on a line of its own. */
function bracketed(rest: string): [whole: string, display: string, inline: string] | undefined {
  const isDisplayed = rest.startsWith('\\[');
  if (!isDisplayed && !rest.startsWith('\\(')) return undefined;
  const end = rest.indexOf(isDisplayed ? '\\]' : '\\)', 2);
  const inside = rest.slice(2, end);
  if (end < 0 || inside.trim() === '') return undefined;
  return [rest.slice(0, end + 2), isDisplayed ? inside : '', isDisplayed ? '' : inside];
}

/** A word that is lowered or raised has no blank. */
function script(state: State, isSilent: boolean, sign: string, tag: string): boolean {
  const { src, pos } = state;
  if (src[pos] !== sign) return false;
  const end = src.indexOf(sign, pos + 1);
  const inside = src.slice(pos + 1, end);
  if (end < 0 || inside === '' || inside.length > 80 || /\s/.test(inside)) return false;
  if (!isSilent) {
    state.push(`${tag}_open`, tag, 1);
    state.push('text', '', 0).content = inside.replace(/^-(?=\d)/, '\u2212');
    state.push(`${tag}_close`, tag, -1);
  }
  state.pos = end + 1;
  return true;
}

function isFormula(tex: string): boolean {
  if (tex.length > LONGEST_FORMULA || MACROS.test(tex)) return false;
  try {
    const whole = rendered(tex, false);
    // Without an element that is not in the list, a formula would mean something else.
    return elementsIn(sanitised(whole)) === elementsIn(whole);
  } catch {
    return false;
  }
}

function elementsIn(markup: string): number {
  return markup.match(/<[a-z]/g)?.length ?? 0;
}

function mathOf(tex: string, isDisplayed: boolean): string {
  return rendered(tex, isDisplayed);
}

/** Throws if the formula cannot be read. */
function rendered(tex: string, displayMode: boolean): string {
  return temml.renderToString(tex, {
    displayMode,
    throwOnError: true,
    trust: false,
    maxExpand: 500,
    maxSize: [10, 100],
  });
}

const MATH =
  'math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none';
const OF_MATH = [
  'accent accentunder columnalign columnspacing depth display displaystyle fence form height largeop linethickness',
  'lspace mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel separator stretchy symmetric voffset width',
].flatMap((line) => line.split(' '));

/** The second lock: whatever is not in this list does not reach a page, neither a style nor a link. */
function sanitised(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'em', 'strong', 'sub', 'sup', 'br', ...MATH.split(' ')],
    allowedAttributes: Object.fromEntries(MATH.split(' ').map((tag) => [tag, OF_MATH])),
    allowedSchemes: [],
    disallowedTagsMode: 'discard',
  });
}

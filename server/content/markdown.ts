import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { imageSize } from 'image-size';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { knownFacts, unknownFact } from '#contract/content/content-facts.ts';
import type { Markup } from '#contract/content/markup.ts';
import { leadsNowhere, isShown } from '#contract/content/site-addresses.ts';

export type MarkdownMistake = {
  /** From 1, in the Markdown. */
  line: number;
  words: string;
};

type Site = {
  /** The folder of the conference. */
  folder: string;
  addresses: readonly string[];
  /** The beginning of the pages' addresses: /de for a translation, otherwise empty. */
  base: string;
};

/** The Markdown of one text: HTML is text in it, and bare web addresses are links. */
const markdown = new MarkdownIt({ html: false, linkify: true });
type Token = ReturnType<typeof markdown.parse>[number];
// www.lab.example without https:// stays a text.
markdown.linkify.set({ fuzzyLink: false });
// The default prints a link that is refused as it is typed. Here it is a mistake with a sentence.
markdown.validateLink = () => true;
markdown.renderer.rules['table_open'] = (tokens, at) =>
  `<div class="table-scroll" role="region" tabindex="0" aria-label="${markdown.utils.escapeHtml(headerOf(tokens, at))}"><table>`;
markdown.renderer.rules['table_close'] = () => '</table></div>';

/**
 * The HTML of a page in Markdown, sanitised, and the mistakes in it. Files beside the page are pictures, at the address
 * /pages/NAME.
 */
export function renderPage(
  text: string,
  site: Site,
): { html: string; pictures: string[]; mistakes: MarkdownMistake[] } {
  const tokens = markdown.parse(text, {});
  const mistakes: MarkdownMistake[] = [];
  const pictures: string[] = [];
  const ids = new Set<string>();
  const links: { link: Token; line: number }[] = [];
  let line = 1;
  for (const [at, token] of tokens.entries()) {
    line = token.map ? token.map[0] + 1 : line;
    const report = (words: string) => mistakes.push({ line, words });
    if (token.type === 'heading_open') {
      if (token.tag === 'h1') report('`title` is the heading of the page: begin this one with ##');
      const id = freeId(tokens[at + 1]?.content ?? '', ids);
      if (id !== '') token.attrSet('id', id);
    }
    alignByClass(token);
    for (const part of token.children ?? []) {
      if (part.type === 'text' && HTML.test(part.content)) report(NO_HTML);
      if (part.type === 'link_open') links.push({ link: part, line });
      if (part.type !== 'image') continue;
      const words = pictureMistake(part, site, pictures);
      if (words !== undefined) report(words);
    }
    if (token.type === 'html_block') report(NO_HTML);
  }
  for (const { link, line: at } of links) {
    const words = linkMistake(hrefOf(link), site, ids);
    putBase(link, site);
    if (words !== undefined) mistakes.push({ line: at, words });
  }
  for (const [at, written] of text.split('\n').entries()) {
    const name = unknownFact(written);
    if (name === undefined) continue;
    const words = `{${name}} is not a fact of the conference. The facts are ${knownFacts}`;
    mistakes.push({ line: at + 1, words });
  }
  const html = sanitised(markdown.renderer.render(tokens, markdown.options, {}));
  return { html, pictures, mistakes };
}

/** A text of one paragraph with links, bold and slanted words. Without them it stays as it is. */
export function renderText(text: string, site: Site): { markup: Markup; mistakes: string[] } {
  const [token] = markdown.parseInline(text, {});
  const parts = token?.children ?? [];
  if (!parts.some(({ type }) => TAGS.test(type))) return { markup: text, mistakes: [] };
  const mistakes = parts.flatMap((part) => {
    if (part.type === 'image') return ['a picture can only be in a page of pages/'];
    if (part.type !== 'link_open') return [];
    const words = linkMistake(hrefOf(part), site);
    putBase(part, site);
    return words ?? [];
  });
  const html = sanitised(markdown.renderer.renderInline(parts, markdown.options, {}));
  return { markup: { html }, mistakes };
}

const TAGS = /^(?:link|strong|em|s)_open$|^(?:image|code_inline)$/;

const HTML = /<\/?(?:[a-z]+\d?)(?:\s[^<>]*)?\/?>/i;
const NO_HTML =
  'this is HTML: write Markdown instead, such as **bold**, [words](/contact) or ![words](picture.png)';

/** The second lock after Markdown without HTML: whatever is not in this list does not reach the page. */
function sanitised(html: string): string {
  return sanitizeHtml(html, {
    allowedTags:
      'a blockquote br code div em h2 h3 h4 hr img li ol p pre s strong table tbody td th thead tr ul'.split(
        ' ',
      ),
    allowedAttributes: {
      a: ['href'],
      div: ['class', 'role', 'tabindex', 'aria-label'],
      h2: ['id'],
      h3: ['id'],
      h4: ['id'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start'],
      td: ['class'],
      th: ['class'],
    },
    allowedClasses: {
      div: ['table-scroll'],
      td: Object.values(ALIGNED),
      th: Object.values(ALIGNED),
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  });
}

const ALIGNED: Record<string, string> = {
  left: 'text-start',
  center: 'text-center',
  right: 'text-end',
};

/** The security policy of the pages allows no style attributes. */
function alignByClass(token: Token): void {
  const side = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? '';
  const name = ALIGNED[side];
  if (name !== undefined) token.attrs = [['class', name]];
}

function headerOf(tokens: readonly Token[], at: number): string {
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'thead_close');
  const cells = tokens.slice(at, end).filter(({ type }) => type === 'inline');
  return cells
    .map(({ content }) => content)
    .filter(Boolean)
    .join(', ');
}

/** The id of a heading, so that links can lead to it: by-train for "By train". */
function freeId(heading: string, taken: Set<string>): string {
  const plain = heading
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const ids = [plain, ...Array.from({ length: 99 }, (_, at) => `${plain}-${at + 2}`)];
  const id = ids.find((each) => !taken.has(each)) ?? '';
  taken.add(id);
  return id;
}

/** In a translation, a link to a page leads to the translated page. */
function putBase(link: Token, { addresses, base }: Site): void {
  const href = hrefOf(link);
  if (addresses.includes(pathIn(href))) link.attrSet('href', base + href);
}

function hrefOf(token: Token): string {
  return String(token.attrGet('href') ?? '');
}

/** The reason why a link is not shown, in words; undefined if it is correct. */
function linkMistake(
  href: string,
  { addresses, folder }: Site,
  ids?: ReadonlySet<string>,
): string | undefined {
  if (/^(?:https:\/\/[^/]|mailto:[^@]+@|tel:\+?\d)/i.test(href)) return undefined;
  if (href.startsWith('#') && ids) {
    const id = decoded(href.slice(1));
    return ids.has(id) ? undefined : `there is no heading ${href} on this page`;
  }
  if (!/^\/(?!\/)/.test(href)) {
    return `a link begins with https://, mailto: or, for a page of this site, with /: found "${href}"`;
  }
  const path = pathIn(href);
  if (addresses.includes(path) || isFile(join(folder, 'public', path))) return undefined;
  if (/^\/(?:documents|agenda)\/[\w-]+\.\w+$|^\/(?:conference|agenda)\.ics$/.test(path))
    return undefined;
  if (!leadsNowhere(path, addresses) && isShown(path, addresses) && !/\.\w+$/.test(path))
    return undefined;
  return `there is no page and no file of public/ at ${href}`;
}

function pathIn(href: string): string {
  return decoded(href.replace(/[?#].*$/, ''));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Gives a picture its address, its size and how it loads, or returns the mistake in words. */
function pictureMistake(picture: Token, { folder }: Site, pictures: string[]): string | undefined {
  const src = decoded(String(picture.attrGet('src') ?? ''));
  if (/^[a-z]+:|^\/\//i.test(src)) {
    return 'a picture of another site is not shown: save it in pages/ or public/, and name the file';
  }
  if (!/^\/?[^/\\?#][^\\?#]*$/.test(src) || src.split('/').includes('..')) {
    return `"${src}" is not the name of a picture beside the page, or an address below public/`;
  }
  if (picture.content.trim() === '') {
    return 'the picture needs words for people who cannot see it: ![The map of the campus](map.png)';
  }
  const file = src.startsWith('/') ? join('public', src) : join('pages', src);
  if (!isFile(join(folder, file))) return `there is no picture ${file}`;
  if (!isWithin(folder, join(folder, file)))
    return `${file} is a link to a file elsewhere: copy it`;
  const size = sizeOf(join(folder, file));
  if (!size)
    return `${file} is no picture whose size can be read: use SVG, PNG, JPEG, WebP or AVIF`;
  picture.attrSet('src', encodeURI(src.startsWith('/') ? src : `/pages/${src}`));
  picture.attrSet('width', String(size.width));
  picture.attrSet('height', String(size.height));
  picture.attrSet('decoding', 'async');
  // The first picture may be on the first screen.
  if (pictures.length > 0) picture.attrSet('loading', 'lazy');
  pictures.push(file);
  return undefined;
}

function sizeOf(path: string): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(readFileSync(path));
    // Cameras save a photograph that was taken upright as a turned one.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** Whether a file is in the folder, also if it is a symbolic link. */
function isWithin(folder: string, path: string): boolean {
  return realpathSync(path).startsWith(realpathSync(folder) + sep);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

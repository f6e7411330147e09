import { SITE_ORIGIN } from '#contract/site-origin.ts';
import type { Content } from '#contract/content.ts';
import { directionOf } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';
import { fixedPart, type Part } from './gzip-parts.ts';
import { fallbackIn, policyOf, type Pages } from './pages.ts';
import { usedStyles } from './used-styles.ts';

/** Puts content of the server into the frame of the site, for one person. */
export type PageFrame = (
  title: string,
  main: Markup,
  /** For a page with a form: other origins to which the form's answer may redirect. */
  formEndsAt?: readonly string[],
  /** A script that the page can do without. Such a page is in no sandbox, and may show files of the site in itself. */
  script?: string,
) => { parts: readonly Part[]; policy: string };

/**
 * The header, footer and style of the built site around a page that the server makes for one person. The page has no
 * scripts: its policy is a sandbox without scripts, in which browsers show the <noscript> texts. Without a built site the
 * page has no frame. The frame has the language of the content, and each page ends with a way to the site. The first page
 * makes the frame: it takes some twenty milliseconds, which a start should not wait for.
 */
export function pageFrame(
  pages: Pages | undefined,
  content: Pick<Content, 'base' | 'conference' | 'labels' | 'language'>,
): PageFrame {
  const { conference, language, base, labels } = content;
  const wayOut = html`<p class="receipt-out">
    <a href="${base === '' ? '/' : base}">${conference.name}</a>
    <a href="${base}/contact">${labels.pages.contact}</a>
  </p>`;
  let made: ReturnType<typeof frameOf> | undefined;
  return (title, main, formEndsAt, script) => {
    const { head, opening, closing, policy } = (made ??= frameOf(pages, language, wayOut));
    const titled = html`<title>${title} · ${conference.name}</title>`;
    // Browsers also check the redirect after a form against form-action.
    if (script !== undefined) {
      const own = `<script>${script}</script>`;
      return {
        parts: [head, titled.markup + opening + main.markup + own, closing],
        policy: scriptedPolicy(policy, own),
      };
    }
    const forms = formEndsAt && ["form-action 'self'", ...formEndsAt].join(' ');
    return {
      parts: [head, titled.markup + opening + main.markup, closing],
      policy: forms ? `${policy.replace("form-action 'self'", forms)} allow-forms` : policy,
    };
  };
}

/** A page of the server for everybody. */
type PublicPage = {
  /** Its address in the first language. */
  path: string;
  /** The origin of the site, for the picture of link previews. */
  origin: string;
  /** Its title, and further elements of the head. */
  head: Markup;
  main: Markup;
};

/** The styles of the pages of a feature, the classes of the site that their content has, and their script. */
export type PublicLook = { styles: string; classes: readonly string[]; script?: string };

/** Puts pages for everybody into the frame of the site: with its menu, in each language and without a sandbox. */
export type PublicFrame = (look: PublicLook) => (page: PublicPage) => {
  html: string;
  policy: string;
};

/** The frame of a prerendered page around what the server makes. Only the menu needs a script, and is open without it. */
export function publicFrame(
  pages: Pages | undefined,
  { language }: Pick<Content, 'language'>,
): PublicFrame {
  return (look) => {
    let made: ReturnType<typeof publicFrameOf> | undefined;
    return ({ path, origin, head, main }) => {
      const { parts, policy } = (made ??= publicFrameOf(pages, language, look));
      const [start, top, opening, closing] = parts.map((part) =>
        part.replaceAll(PATH, path).replaceAll(SITE_ORIGIN, origin),
      );
      return { html: `${start}${head.markup}${top}${opening}${main.markup}${closing}`, policy };
    };
  };
}

const SANDBOX = '; sandbox allow-same-origin allow-popups allow-downloads allow-top-navigation';

/** The policy of a page with its one script, whose hash replaces the scripts of the site. */
function scriptedPolicy(policy: string, script: string): string {
  const [, hashes = ''] = /script-src 'self'([^;]*)/.exec(policyOf(script)) ?? [];
  return `${policy.replace(SANDBOX, '').replace(/script-src [^;]*/, `script-src${hashes}`)}; frame-src 'self'`;
}

/** Stands for the path of the page in the links to its other languages. */
const PATH = '/path.invalid';

function publicFrameOf(pages: Pages | undefined, language: string, look: PublicLook) {
  const built = pages && fallbackIn(pages, language)?.forms.plain().bytes.toString('utf8');
  const content = { layer: 'none', names: look.classes };
  const page = built === undefined ? bare(language) : withOwnStyles(inPublic(built), content);
  const [, head = '', top = '', opening = '', closing = ''] =
    /^([^]*?)(<\/head>)([^]*?<main\b[^>]*>)[^]*?(<\/main>[^]*)$/.exec(page) ?? [];
  const own = html`<style>
    ${{ markup: look.styles }}
  </style>`;
  const script = `<script>${MENU}${look.script ?? ''}</script>`;
  const parts = [
    head.replace(/<title>[^]*?<\/title>/, '') + own.markup,
    top,
    opening,
    closing.replace('</body>', `${script}</body>`),
  ];
  return { parts, policy: policyOf(parts.join('')) };
}

/** The buttons of the menu, as site/layout/site-header.tsx has them. */
const MENU = `for (const button of document.querySelectorAll('header [aria-controls]')) {
  const menu = document.getElementById(button.getAttribute('aria-controls'));
  const turn = (open) => {
    button.setAttribute('aria-expanded', open);
    menu.toggleAttribute('data-open', open);
  };
  button.disabled = false;
  button.addEventListener('click', () => turn(button.ariaExpanded !== 'true'));
  document.addEventListener('pointerdown', ({ target }) => {
    if (!button.parentNode.contains(target)) turn(false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    turn(false);
    button.focus();
  });
}`;

/** Without what needs the scripts of the site, and with the addresses of this page. */
function inPublic(page: string): string {
  return withoutForms(page)
    .replace(
      /<meta\b[^>]*(?:property="og:(?:title|description|url|type)"|name="(?:description|robots)")[^>]*>/g,
      '',
    )
    .replaceAll(
      /(<a\b[^>]*?href=")([^"]*)(?="[^>]*hreflang=)/gi,
      (_, link, base) => link + (base === '/' ? '' : base) + PATH,
    )
    .replaceAll('menu-item active', 'menu-item');
}

/** The parts of the frame around the title and the content. */
function frameOf(pages: Pages | undefined, language: string, wayOut: Markup) {
  const built = pages && fallbackIn(pages, language)?.forms.plain().bytes.toString('utf8');
  const frame = built === undefined ? bare(language) : withOwnStyles(withoutScripts(built));
  const [, head = '', opening = '', closing = ''] =
    /^([^]*?)(<\/head>[^]*?<main\b[^>]*>)[^]*?(<\/main>[^]*)$/.exec(frame) ?? [];
  return {
    head: fixedPart(head.replace(/<title>[^]*?<\/title>/, UNLISTED)),
    opening,
    closing: fixedPart(wayOut.markup + closing),
    policy: policyOf(frame) + SANDBOX,
  };
}

const UNLISTED = '<meta name="robots" content="noindex">';

function bare(language: string): string {
  return `<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title></title></head>
<body><main></main></body>
</html>
`;
}

/** Also removes links to scripts, meta tags about another page, the navigation, its button, and the form in the footer. */
function withoutScripts(page: string): string {
  return withoutForms(page)
    .replace(/<nav\b[^]*?<\/nav>|<button\b[^>]*aria-controls="menu"[^]*?<\/button>/g, '')
    .replace(/<meta\b[^>]*(?:property="og:|name="(?:description|robots|twitter:))[^>]*>/g, '');
}

function withoutForms(page: string): string {
  return page
    .replace(/<script\b[^]*?<\/script>/g, '')
    .replace(/<form\b[^]*?<\/form>/g, '')
    .replace(/<link\b[^>]*rel="(?:modulepreload|canonical|alternate)"[^>]*>/g, '');
}

/** The layer of site/receipt.css, and the one class of other styles that the content of a page has: that of a field. */
const OF_CONTENT = { layer: 'parts.receipt', names: ['control'] };

function withOwnStyles(
  page: string,
  content: { layer: string; names: readonly string[] } = OF_CONTENT,
): string {
  const [, styles = ''] = /<style\b[^>]*>([^]*?)<\/style>/.exec(page) ?? [];
  const classes = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' '));
  const names = new Set([...classes, ...content.names]);
  return page.replace(styles, () => usedStyles(styles, { ...content, names }));
}

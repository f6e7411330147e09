import type { Content } from '#contract/content.ts';
import { directionOf } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';
import { fixedPart, type Part } from './gzip-parts.ts';
import { fallbackIn, policyOf, type Pages } from './pages.ts';
import { usedStyles } from './used-styles.ts';

/** Puts content of the server into the frame of the site. */
export type PageFrame = (
  title: string,
  main: Markup,
  /** For a page with a form: other origins to which the form's answer may redirect. */
  formEndsAt?: readonly string[],
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
  return (title, main, formEndsAt) => {
    const { head, opening, closing, policy } = (made ??= frameOf(pages, language, wayOut));
    const titled = html`<title>${title} · ${conference.name}</title>`;
    // Browsers also check the redirect after a form against form-action.
    const forms = formEndsAt && ["form-action 'self'", ...formEndsAt].join(' ');
    return {
      parts: [head, titled.markup + opening + main.markup, closing],
      policy: forms ? `${policy.replace("form-action 'self'", forms)} allow-forms` : policy,
    };
  };
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
    policy: `${policyOf(frame)}; sandbox allow-same-origin allow-popups allow-downloads allow-top-navigation`,
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

/** Also removes links to scripts, meta tags about another page, the navigation and the form in the footer. */
function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[^]*?<\/script>/g, '')
    .replace(/<(nav|form)\b[^]*?<\/\1>/g, '')
    .replace(/<link\b[^>]*rel="(?:modulepreload|canonical|alternate)"[^>]*>/g, '')
    .replace(/<meta\b[^>]*(?:property="og:|name="(?:description|robots|twitter:))[^>]*>/g, '');
}

/** The layer of site/receipt.css, and the one class of other styles that the content of a page has: that of a field. */
const OF_CONTENT = { layer: 'parts.receipt', names: ['control'] };

function withOwnStyles(page: string): string {
  const [, styles = ''] = /<style\b[^>]*>([^]*?)<\/style>/.exec(page) ?? [];
  const classes = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' '));
  const names = new Set([...classes, ...OF_CONTENT.names]);
  return page.replace(styles, () => usedStyles(styles, { ...OF_CONTENT, names }));
}

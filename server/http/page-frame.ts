import type { Content } from '#contract/content.ts';
import { directionOf } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';
import { fallbackIn, policyOf, type Pages } from './pages.ts';

/** Puts content of the server into the frame of the site. */
export type PageFrame = (
  title: string,
  main: Markup,
  /** For a page with a form: other origins to which the form's answer may redirect. */
  formEndsAt?: readonly string[],
) => { body: string; policy: string };

/**
 * The header, footer and style of the built site around a page that the server makes for one person. The page has no
 * scripts: its policy is a sandbox without scripts, in which browsers show the <noscript> texts. Without a built site the
 * page has no frame. The frame has the language of the content, and each page ends with a way to the site.
 */
export function pageFrame(
  pages: Pages | undefined,
  {
    conference,
    language,
    base,
    labels,
  }: Pick<Content, 'base' | 'conference' | 'labels' | 'language'>,
): PageFrame {
  const built = pages && fallbackIn(pages, language)?.forms.plain.bytes.toString('utf8');
  const frame = built === undefined ? bare(language) : withoutScripts(built);
  const wayOut = html`<p class="receipt-out">
    <a href="${base === '' ? '/' : base}">${conference.name}</a>
    <a href="${base}/contact">${labels.pages.contact}</a>
  </p>`;
  const policy = `${policyOf(frame)}; sandbox allow-same-origin allow-popups allow-downloads allow-top-navigation`;
  // Browsers also check the redirect after a form against form-action.
  const withForm = (origins: readonly string[]) =>
    `${policy.replace("form-action 'self'", ["form-action 'self'", ...origins].join(' '))} allow-forms`;
  return (title, main, formEndsAt) => ({
    body: frame
      .replace(
        /<title>[^]*?<\/title>/,
        () => html`<title>${title} · ${conference.name}</title>${UNLISTED}`.markup,
      )
      .replace(
        /(<main\b[^>]*>)[^]*(?=<\/main>)/,
        (_, opening: string) => opening + main.markup + wayOut.markup,
      ),
    policy: formEndsAt ? withForm(formEndsAt) : policy,
  });
}

const UNLISTED: Markup = { markup: '<meta name="robots" content="noindex">' };

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

import { html, type Markup } from '#server/markup.ts';
import { FALLBACK, policyOf, type Pages } from './pages.ts';

/** Sets words of the server into a page of the site. */
export type PageFrame = (
  title: string,
  main: Markup,
  /** For a page with a form: the other origins that sending it may end at. */
  formEndsAt?: readonly string[],
) => { body: string; policy: string };

/**
 * The frame of the built site, header, footer and style, around a page that the server makes for one person. It has no
 * scripts: the policy puts the page into a sandbox that allows none, in which browsers show what is meant for visitors
 * without JavaScript. Without a built site it is a bare page.
 */
export function pageFrame(pages: Pages | undefined, siteName: string): PageFrame {
  const built = pages?.get(FALLBACK)?.forms.plain.bytes.toString('utf8');
  const frame = built === undefined ? BARE : withoutScripts(built);
  const policy = `${policyOf(frame)}; sandbox allow-same-origin allow-popups allow-downloads allow-top-navigation`;
  // A browser looks for the address of a form's redirect in the policy, too.
  const withForm = (origins: readonly string[]) =>
    `${policy.replace("form-action 'self'", ["form-action 'self'", ...origins].join(' '))} allow-forms`;
  return (title, main, formEndsAt) => ({
    body: frame
      .replace(
        /<title>[^]*?<\/title>/,
        () => html`<title>${title} · ${siteName}</title>${UNLISTED}`.markup,
      )
      .replace(/(<main\b[^>]*>)[^]*(?=<\/main>)/, (_, opening: string) => opening + main.markup),
    policy: formEndsAt ? withForm(formEndsAt) : policy,
  });
}

const UNLISTED: Markup = { markup: '<meta name="robots" content="noindex">' };

const BARE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title></title></head>
<body><main></main></body>
</html>
`;

/** Also without what points to scripts or names an address, and without the ways to other pages and the form in the footer. */
function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[^]*?<\/script>/g, '')
    .replace(/<(nav|form)\b[^]*?<\/\1>/g, '')
    .replace(/<link\b[^>]*rel="(?:modulepreload|canonical)"[^>]*>/g, '')
    .replace(/<meta\b[^>]*(?:property="og:|name="(?:description|robots|twitter:))[^>]*>/g, '');
}

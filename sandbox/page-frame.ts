import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { blank, type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

export type Page = {
  status: number;
  title: string;
  /** The provider that is being played: "Stripe"; absent on the testers' page, which plays none. */
  provider?: string;
  body: Html;
  /** Style rules beside those of all pages. */
  moreStyle?: string;
  /** Addresses a form's answer may redirect to: browsers hold form-action against redirects too. */
  formTargets?: readonly string[];
  /** It holds a frame with another page of this site. */
  framesOwn?: true;
};

/** Where testers turn what can go wrong; a link in the band leads there. */
export const PANEL_PATH = '/sandbox';

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(page),
      // Addresses of payments are capabilities; but without any referrer a browser tells no form's origin either.
      'Referrer-Policy': page.provider === undefined ? 'same-origin' : 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(documentOf(page, reply.request.server.hasRoute({ method: 'GET', url: PANEL_PATH })));
}

/** A page that only tells something and leads back. */
export function sendNotice(
  reply: FastifyReply,
  {
    status,
    provider,
    heading,
    text,
    back,
  }: {
    status: number;
    provider?: string;
    heading: string;
    text: string;
    /** Where a link "Back to the site" leads. */
    back?: string | undefined;
  },
): FastifyReply {
  return sendPage(reply, {
    status,
    title: `${heading} · Test mode`,
    ...(provider !== undefined && { provider }),
    body: html`<main class="sheet narrow">
      <div class="pane">
        <h1 class="heading">${heading}</h1>
        <p class="lead">${text}</p>
        ${back === undefined ? blank : html`<p><a class="button primary" href="${back}">Back to the site</a></p>`}
      </div>
    </main>`,
  });
}

function styleOf({ moreStyle = '' }: Page): string {
  return pageStyle + moreStyle;
}

function contentSecurityPolicy(page: Page): string {
  const origins = new Set(page.formTargets?.map((target) => new URL(target).origin));
  const styleHash = createHash('sha256').update(styleOf(page)).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    ["form-action 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.framesOwn ? ["frame-src 'self'"] : []),
  ].join('; ');
}

function documentOf(page: Page, hasPanel: boolean): string {
  const { title, provider, body } = page;
  // Outside the template: the hash covers every character between the tags.
  const style: Html = { markup: `<style>${styleOf(page)}</style>` };
  const role = provider === undefined ? 'a pretend Stripe and PayPal' : `playing ${provider}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body class="${provider?.toLowerCase() ?? 'panel'}">
        <header class="band">
          <p>
            <strong>Test mode</strong>
            <span>A pretend ${provider ?? 'Stripe and PayPal'}: no money moves.</span>
            ${hasPanel && provider !== undefined ? html`<a href="${PANEL_PATH}">Fault panel</a>` : blank}
          </p>
        </header>
        ${body}
        <footer class="foot">
          <p>Payment sandbox, ${role}. Never type a real card number or password here.</p>
        </footer>
      </body>
    </html> `.markup;
}

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { blank, type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

export type Page = {
  status: number;
  title: string;
  /** The pretended provider, such as "Stripe"; absent on the testers' page. */
  provider?: string;
  body: Html;
  /** Style rules in addition to those of all pages. */
  moreStyle?: string;
  /** Addresses that a form's answer may redirect to: browsers apply form-action to redirects too. */
  formTargets?: readonly string[];
  /** Whether the page has a frame with another page of this site. */
  framesOwn?: true;
};

/** The address of the fault panel, linked from the top of the page. */
export const PANEL_PATH = '/sandbox';

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(page),
      // Addresses of payments are capabilities, but without any referrer a browser sends no Origin with a form either.
      'Referrer-Policy': page.provider === undefined ? 'same-origin' : 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(documentOf(page, reply.request.server.hasRoute({ method: 'GET', url: PANEL_PATH })));
}

/** A page with a message and a link back. */
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
  // Not part of the template, because the hash covers every character between the tags.
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

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { blank, type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

export type Page = {
  status: number;
  title: string;
  /** The provider that is being played: "Stripe". */
  provider: string;
  body: Html;
  /** Addresses a form's answer may redirect to: browsers hold form-action against redirects too. */
  formTargets?: readonly string[];
};

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(page.formTargets ?? []),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(documentOf(page));
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
    provider: string;
    heading: string;
    text: string;
    /** Where a link "Back to the site" leads. */
    back?: string | undefined;
  },
): FastifyReply {
  return sendPage(reply, {
    status,
    title: `${heading} · Test mode`,
    provider,
    body: html`<main class="sheet narrow">
      <div class="pane">
        <h1 class="heading">${heading}</h1>
        <p class="lead">${text}</p>
        ${back === undefined ? blank : html`<p><a class="button primary" href="${back}">Back to the site</a></p>`}
      </div>
    </main>`,
  });
}

// Outside the template: the hash covers every character between the tags.
const style: Html = { markup: `<style>${pageStyle}</style>` };
const styleHash = createHash('sha256').update(pageStyle).digest('base64');

function contentSecurityPolicy(formTargets: readonly string[]): string {
  const origins = new Set(formTargets.map((target) => new URL(target).origin));
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    ["form-action 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function documentOf({ title, provider, body }: Page): string {
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
      <body class="${provider.toLowerCase()}">
        <header class="band">
          <p>
            <strong>Test mode</strong>
            <span>A pretend ${provider}: no money moves.</span>
          </p>
        </header>
        ${body}
        <footer class="foot">
          <p>
            Payment sandbox, playing ${provider}. Never type a real card number or password here.
          </p>
        </footer>
      </body>
    </html> `.markup;
}

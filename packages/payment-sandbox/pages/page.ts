import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import qs from 'qs';
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

type Notice = Pick<Page, 'status' | 'provider'> & {
  heading: string;
  text: string;
  /** Where a link "Back to the site" leads. */
  back?: string | undefined;
};

/** A page with a message and a link back. */
export function sendNotice(
  reply: FastifyReply,
  { status, provider, heading, text, back }: Notice,
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

const notices = {
  unknown: [404, 'Unknown payment', 'There is no payment at this address.'],
  complete: [409, 'Already complete', 'You have already completed this payment.'],
  expired: [410, 'Expired', 'This payment page has expired. You were not charged.'],
  'too-often': [
    409,
    'Too many attempts',
    'This payment was declined too often. You were not charged.',
  ],
} as const;

/** The page of a payment that cannot be made any more. */
export function sendPaymentNotice(
  reply: FastifyReply,
  provider: string,
  why: keyof typeof notices,
  back?: string,
): FastifyReply {
  const [status, heading, text] = notices[why];
  return sendNotice(reply, { status, provider, heading, text, back });
}

const BODY_LIMIT = 4096;

/** Makes the routes of hosted pages accept plain forms and nothing else. */
export function takeForms(app: FastifyInstance, provider?: string): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    // The host's own error handler logs unexpected errors.
    if (status >= 500) throw error;
    return sendNotice(reply, {
      status,
      ...(provider !== undefined && { provider }),
      heading: 'This form could not be read',
      text: 'Go back and try again.',
    });
  });
}

/** `line_items[0][price_data][currency]=eur` to nested objects and arrays. Keys such as `__proto__` are dropped. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 10, arrayLimit: 100, parameterLimit: 2000, plainObjects: true });
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

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import qs from 'qs';
import { blank, type Html, html } from './html.ts';
import { type PageColours, pageStyle } from './page-style.ts';

export type Page = {
  status: number;
  title: string;
  /** The pretended provider, such as "Stripe". */
  provider: string;
  body: Html;
  /** Addresses that a form's answer may redirect to: browsers apply form-action to redirects too. */
  formTargets?: readonly string[];
};

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const style = styleOf(reply);
  return reply
    .code(page.status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(page, style),
      // Anyone who knows the address of a payment may open it.
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(documentOf(page, style));
}

type Notice = Pick<Page, 'status' | 'provider'> & {
  heading: string;
  text: string;
  /** The address of the link "Back to the site". */
  back?: string | undefined;
};

/** A page with a message and a link back. */
function sendNotice(
  reply: FastifyReply,
  { status, provider, heading, text, back }: Notice,
): FastifyReply {
  return sendPage(reply, {
    status,
    title: `${heading} · Test mode`,
    provider,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${text}</p>
      ${back === undefined ? blank : html`<p><a class="button primary" href="${back}">Back to the site</a></p>`}
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
export function takeForms(app: FastifyInstance, provider: string): void {
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
      provider,
      heading: 'This form could not be read',
      text: 'Go back and try again.',
    });
  });
}

/** `line_items[0][price_data][currency]=eur` to nested objects and arrays. Keys such as `__proto__` are dropped. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 10, arrayLimit: 100, parameterLimit: 2000, plainObjects: true });
}

const STYLE = 'sandboxPageStyle';
const ownStyle = pageStyle();

/** The pages that the plugin registers have these colours. */
export function inColours(
  colours: PageColours | undefined,
  plugin: FastifyPluginAsync,
): FastifyPluginAsync {
  return async (app) => {
    app.decorate(STYLE, pageStyle(colours));
    await app.register(plugin);
  };
}

function styleOf({ server }: FastifyReply): string {
  return server.hasDecorator(STYLE) ? server.getDecorator<string>(STYLE) : ownStyle;
}

function contentSecurityPolicy({ formTargets = [] }: Page, style: string): string {
  const styleHash = createHash('sha256').update(style).digest('base64');
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

function documentOf({ title, provider, body }: Page, css: string): string {
  // The style is no part of the template, because the hash covers every character between the tags.
  const style: Html = { markup: `<style>${css}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <header class="band">
          <strong>Test mode</strong>: a pretend ${provider}, no money moves.
        </header>
        ${body}
        <footer class="foot">Never type a real card number or password here.</footer>
      </body>
    </html> `.markup;
}

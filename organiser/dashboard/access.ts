import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NewId } from '#server/identity.ts';
import { html } from '#server/markup.ts';
import { howToRun } from '#server/how-to-run.ts';
import { WITH_ALL_RIGHTS } from './call-rights.ts';

/** Lets only the browser that opened the printed address first use the dashboard, until the process ends. */
export type Access = {
  /** The token in the printed address. The server exchanges it once for the cookie and the key. */
  token: string;
  /** Refuses all requests of other browsers. Call it before routes are added. */
  guard: (app: FastifyInstance) => void;
};

const COOKIE = 'plenary-dashboard';
/** Each call sends the key in this header, besides the cookie. */
const KEY_HEADER = 'x-dashboard-key';

/**
 * The server exchanges the token for a cookie and a key. Browsers send the cookies of 127.0.0.1 to every port, so
 * another user of this machine could receive the cookie on a server of their own. The key is in the browser's storage,
 * which belongs to this port alone.
 */
export function createAccess(newId: NewId): Access {
  const token = newId();
  const session = newId();
  const key = newId();
  let isUsed = false;

  function exchange(given: string, reply: FastifyReply): FastifyReply {
    if (!isSame(given, token)) return refuse(reply, NOT_OPENED);
    if (isUsed) return refuse(reply, USED);
    isUsed = true;
    return reply
      .header('set-cookie', `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Strict`)
      .header('cache-control', 'no-store')
      .redirect(`/#key=${key}`, 303);
  }

  return {
    token,
    guard(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (!isFromItself(request)) return refuse(reply, FOREIGN);
        const address = URL.parse(`http://dashboard${request.url}`);
        if (!address) return refuse(reply, FOREIGN);
        const { searchParams, pathname } = address;
        const given = searchParams.get('token');
        if (request.method === 'GET' && pathname === '/' && given !== null) {
          return exchange(given, reply);
        }
        if (!isSame(cookieOf(request), session)) return refuse(reply, NOT_OPENED);
        // The route decides, because a path has many spellings.
        const { url = pathname, config } = request.routeOptions;
        const isCall = url.startsWith('/api/') && config.isShown !== true;
        if (isCall && !isSame(String(request.headers[KEY_HEADER]), key)) {
          return refuse(reply, NOT_OPENED);
        }
        request.organiser = WITH_ALL_RIGHTS;
      });
    },
  };
}

/**
 * Whether a request names this server as its host, and no page of another origin sent it. A foreign domain that
 * resolves to this machine (DNS rebinding) is another host. A request that changes data has to name its origin.
 */
function isFromItself({ headers, method, socket }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  if (!hosts.includes(host)) return false;
  if (site !== 'none' && site !== 'same-origin') return false;
  if (origin === undefined) return method === 'GET' || method === 'HEAD';
  return origin === `http://${host}`;
}

function cookieOf({ headers: { cookie = '' } }: FastifyRequest): string {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}

/** The comparison takes the same time for every wrong value. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const FOREIGN =
  'The dashboard answers only at the address that it printed, and only to its own pages.';
const NOT_OPENED = `Open the address that ${howToRun.dashboard} printed: it ends with a token.`;
const USED =
  'This address works only once and was used before. To open the dashboard again, press Ctrl+C in its terminal and start it again. Do the same if somebody else used the address.';

/** A refused browser has no stylesheet of ours, so the page contains its own style. Calls get only the text. */
function refuse(reply: FastifyReply, words: string): FastifyReply {
  const isPage = reply.request.headers.accept?.includes('text/html') === true;
  void reply.code(403).header('cache-control', 'no-store');
  if (!isPage) return reply.type('text/plain; charset=utf-8').send(`${words}\n`);
  return reply
    .header('content-security-policy', `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'`)
    .type('text/html; charset=utf-8')
    .send(pageOf(words));
}

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, sans-serif; background: #f6f3ec; color: #14202b }
main { max-width: 34rem; margin: 18vh auto 0; padding: 2rem; border-top: 4px solid currentColor; background: #fcfaf5 }
h1 { margin: 0 0 1rem; font: 400 1.75rem/1.2 Georgia, serif }
p { margin: 0 }
@media (prefers-color-scheme: dark) { :root { background: #0e171f; color: #efe9dc } main { background: #152029 } }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

const STYLE_SHEET = { markup: `<style>${STYLE}</style>` };

function pageOf(words: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Dashboard</title>
        ${STYLE_SHEET}
      </head>
      <body>
        <main>
          <h1>The dashboard does not open</h1>
          <p>${words}</p>
        </main>
      </body>
    </html> `.markup;
}

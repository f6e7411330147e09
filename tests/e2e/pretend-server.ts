import type { Page, Request } from '@playwright/test';

/** A call of the page: method and address in one line, and a JSON body. */
export type Call = { line: string; body?: unknown };

/** The answer to a call; `offline` cuts the connection. */
export type Reply =
  | { status?: number; json: unknown }
  | { status?: number; text: string }
  | 'offline'
  | (() => Reply | Promise<Reply>);

/** Replies by the beginning of the path. A test may change a reply at any time. */
export type Replies = Record<string, Reply>;

/** Answers the page's calls in place of the server, and returns the growing list of calls. */
export async function pretendServer(page: Page, replies: Replies): Promise<Call[]> {
  const calls: Call[] = [];
  await page.route('**/api/**', async (route, request) => {
    calls.push(callOf(request));
    const { pathname } = new URL(request.url());
    const path = Object.keys(replies).find((beginning) => pathname.startsWith(beginning));
    let reply: Reply = (path && replies[path]) || 'offline';
    while (typeof reply === 'function') reply = await reply();
    if (reply === 'offline') await route.abort();
    else if ('json' in reply) await route.fulfill(reply);
    else await route.fulfill({ ...reply, body: reply.text, contentType: 'text/plain' });
  });
  return calls;
}

/** The calls to addresses that begin with this text. */
export function callsTo(calls: readonly Call[], beginning: string): Call[] {
  return calls.filter(({ line }) => line.startsWith(beginning));
}

/** A reply that waits until it is released. */
export function delayedReply(reply: Reply): { reply: Reply; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reply: () => promise.then(() => reply), release: resolve };
}

/** Answers in place of the payment providers' sites. */
export async function pretendProviders(page: Page): Promise<void> {
  await page.route(/^https:\/\/(?:pay\.example|www\.sandbox\.paypal\.com)\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Provider</title><h1>Provider</h1>' }),
  );
}

/** Answers in place of the country service; without names the service is unreachable. */
export async function pretendCountryService(page: Page, names?: readonly string[]): Promise<void> {
  await page.route('**/countries.json', (route) =>
    names ? route.fulfill({ json: names.map((common) => ({ name: { common } })) }) : route.abort(),
  );
}

function callOf(request: Request): Call {
  const { pathname, search } = new URL(request.url());
  const line = `${request.method()} ${pathname}${search}`;
  const isJson = request.headers()['content-type']?.startsWith('application/json');
  return isJson ? { line, body: request.postDataJSON() } : { line };
}

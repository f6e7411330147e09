import http from 'node:http';
import https from 'node:https';

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

const TIMEOUT_MS = 10_000;

/** Sends once; returns what went wrong, or undefined after a 2xx. Redirects are not followed: a 3xx is a failure. */
export async function post(
  request: WebhookRequest,
  closing: AbortSignal,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await exchange(request, AbortSignal.any([closing, timeout]));
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    if (timeout.aborted) return `no answer within ${TIMEOUT_MS} ms`;
    return error instanceof Error && 'code' in error ? String(error.code) : 'connection failed';
  }
}

function exchange({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const client = url.startsWith('https:') ? https : http;
  // An agent of its own: the global one may send loopback calls through a proxy named in the environment.
  const agent = new client.Agent();
  const request = client.request(url, { method: 'POST', agent, signal, headers }, (response) => {
    response.on('error', reject);
    response.on('end', () => resolve(response.statusCode ?? 0));
    response.resume();
  });
  request.on('error', reject);
  request.setHeader('Content-Length', Buffer.byteLength(body));
  request.end(body);
  return promise;
}

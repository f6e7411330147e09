import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of this site, as browsers tell: by Sec-Fetch-Site where they trust the connection,
 * else by Origin. What tells neither is no browser, and nobody can be tricked into sending with it.
 */
export function isFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}

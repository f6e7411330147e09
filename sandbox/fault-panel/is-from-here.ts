import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of this site, by the browser's Sec-Fetch-Site header where the connection is secure,
 * else by Origin. A request with neither is not from a browser, so nobody can be tricked into sending it.
 */
export function isFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}

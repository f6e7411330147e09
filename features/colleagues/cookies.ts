import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The browser keeps a `__Host-` cookie for this host alone, sends it only by https, and takes it from no other host of
 * the domain. The site itself may be such a host.
 */
const names = { session: '__Host-plenary-session', ceremony: '__Host-plenary-log-in' } as const;
type Cookie = keyof typeof names;

export function cookieIn({ headers: { cookie = '' } }: FastifyRequest, which: Cookie): string {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  const values = pairs.filter(([name]) => name === names[which]);
  // Two cookies of one name: somebody else has set one of them.
  return values.length === 1 ? (values[0]?.[1] ?? '') : '';
}

/** Without a value it removes the cookie. A session ends with the browser at the latest. */
export function setCookie(reply: FastifyReply, which: Cookie, value?: string): void {
  const end = value === undefined ? '; Max-Age=0' : '';
  void reply.header(
    'set-cookie',
    `${names[which]}=${value ?? ''}; Path=/; Secure; HttpOnly; SameSite=Strict${end}`,
  );
}

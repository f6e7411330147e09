import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * The network that counts as one visitor: an IPv4 address, or a /56 of IPv6. Providers give a customer a /56 or a
 * /64, and the customer can use every address in it.
 */
export function networkOf(address: string): string {
  return prefixOf(address, { ipv4: 4, ipv6: 7 });
}

/** A larger network around an address: a /24 of IPv4, or a /48 of IPv6, the most that one customer usually has. */
export function neighbourhoodOf(address: string): string {
  return prefixOf(address, { ipv4: 3, ipv6: 6 });
}

/** The first bytes of an address, as text. An invalid address is returned unchanged. */
function prefixOf(address: string, bytes: { ipv4: number; ipv6: number }): string {
  const [bare = ''] = withoutPort(address).split('%');
  // ::ffff:192.0.2.1 is an IPv4 address on an IPv6 socket.
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (ipv4 !== undefined) return ipv4.split('.').slice(0, bytes.ipv4).join('.');
  if (isIP(bare) !== 6) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const digits = [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('');
  return `${digits.slice(0, bytes.ipv6 * 2)}/${bytes.ipv6 * 8}`;
}

/** Some proxies write the port too: 192.0.2.1:5678 or [2001:db8::1]:443. */
function withoutPort(address: string): string {
  return (
    /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    address
  );
}

/** Whether X-Forwarded headers from an address are trusted, for Fastify's `trustProxy`. */
export function proxyTrust(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (given) => {
    const address = withoutPort(given);
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** The warning about a proxy that TRUSTED_PROXIES does not list. */
export const UNTRUSTED_PROXY =
  'all visitors share one rate limit, because the server does not trust the proxy in front: ' +
  'set TRUSTED_PROXIES to the address of the proxy';

/** Warns once about a proxy that TRUSTED_PROXIES does not list. The log may have its address, because it is the operator's own. */
export function watchForUntrustedProxy(
  app: FastifyInstance,
  warn: (message: string, details: Record<string, string>) => void,
): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // If Fastify does not trust the header, it lists only the peer.
    const isBelieved = (request.ips?.length ?? 0) > 1;
    if (!isTold && !isBelieved && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true;
      warn(UNTRUSTED_PROXY, { proxy: request.socket.remoteAddress ?? 'unknown' });
    }
    done();
  });
}

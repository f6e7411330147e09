import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One address with browsers of this many kinds is not one visitor. */
const MOST_KINDS = 12;

const privateNetworks = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const) {
  privateNetworks.addSubnet(address, bits, 'ipv4');
}
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

/**
 * Notices that every visitor since the start has the same private address: it belongs to a second proxy in front, whose
 * visitors the named proxy does not pass on. Calls `changed` with that address, and with undefined as soon as a visitor
 * has another one.
 */
export function watchForSharedAddress(
  app: FastifyInstance,
  changed: (address: string | undefined) => void,
): void {
  let address: string | undefined;
  let isOver = false;
  const kinds = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = (request.ips?.length ?? 0) > 1;
    if (!isOver && isForwarded) {
      address ??= request.ip;
      if (request.ip !== address || !isPrivate(address)) {
        isOver = true;
        if (kinds.size >= MOST_KINDS) changed(undefined);
        kinds.clear();
      } else if (kinds.size < MOST_KINDS) {
        kinds.add((request.headers['user-agent'] ?? '').slice(0, 200));
        if (kinds.size === MOST_KINDS) changed(address);
      }
    }
    done();
  });
}

function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

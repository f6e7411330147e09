import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not on the internet: of this machine, of the house, of the provider's own services. */
const notPublic = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata of machines in a cloud, among others.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/');
  notPublic.addSubnet(address, Number(bits), 'ipv4');
}
/** All of IPv6 that is public; the rest is private, local, or leads to IPv4 addresses. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', bits] = network.split('/');
  notPublic.addSubnet(address, Number(bits), 'ipv6');
}

export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  // ::ffff:10.0.0.1 counts as the address of IPv4 in it.
  if (notPublic.check(address, `ipv${version}` as 'ipv4' | 'ipv6')) return false;
  return version === 4 || publicIpv6.check(address, 'ipv6');
}

/** Whether a host that is written as an address is private. Of a name nobody knows before it is looked up. */
export function isHostPrivate(hostname: string): boolean {
  const address = hostname.replaceAll(/[[\]]/g, '');
  return hostname === 'localhost' || (isIP(address) !== 0 && !isPublic(address));
}

/**
 * Looks a name up for a connection, which then goes to the address that was checked: a name that has another address a
 * moment later gains nothing.
 */
export function publicLookup(look: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isPublic(address));
      const [first] = addresses ?? [];
      if (error || refused || !first) {
        const why = error ?? new Error('its name leads to a private network');
        callback(why, '', 4);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

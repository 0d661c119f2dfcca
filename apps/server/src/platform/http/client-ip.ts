import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Addresses and CIDR blocks, as one test; IPv4-mapped IPv6 counts as IPv4. */
export function addressMatcher(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map((entry): Network => {
    if (isIP(entry) === 0) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return networks.some(
      (network) => network[0].kind() === address.kind() && address.match(network as never),
    );
  };
}

/** Canonical text: `::ffff:1.2.3.4` becomes `1.2.3.4`; undefined when it is no address. */
export function normalizeAddress(text: string): string | undefined {
  // Has one text only; every call comes through here.
  if (isIPv4(text)) return text;
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(bare) === 0) return undefined;
  const address = ipaddr.process(bare);
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
}

/**
 * An address or a CIDR block in its one canonical text: no host bits, IPv4-mapped IPv6 as IPv4, a block of one as the
 * address. Undefined when it is neither.
 */
export function normalizeNetwork(text: string): string | undefined {
  const plain = text.trim();
  if (!plain.includes('/')) return normalizeAddress(plain);
  if (!ipaddr.isValidCIDR(plain)) return undefined;
  const [address, prefix] = ipaddr.parseCIDR(plain);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= 96) {
    return normalizeNetwork(`${address.toIPv4Address().toString()}/${prefix - 96}`);
  }
  const isIpv4 = address instanceof ipaddr.IPv4;
  const network = isIpv4
    ? ipaddr.IPv4.networkAddressFromCIDR(plain).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(plain).toRFC5952String();
  return prefix === (isIpv4 ? 32 : 128) ? network : `${network}/${prefix}`;
}

/** How many leading bits of a normalized network are fixed. */
export function prefixOf(network: string): number {
  // Not money: a number of bits.
  return Number(network.split('/')[1] ?? (network.includes(':') ? 128 : 32));
}

/** Whether every address of the normalized network `inner` lies in `outer`. */
export function containsNetwork(outer: string, inner: string): boolean {
  return prefixOf(outer) <= prefixOf(inner) && addressMatcher([outer])(inner.replace(/\/.*$/, ''));
}

/**
 * The client's address: the peer of the socket, unless that is a trusted proxy; then X-Forwarded-For is read from
 * the right, past every trusted hop. What a client writes to the left of that, and every other header, is ignored.
 */
export function clientIp(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let current = normalizeAddress(peer ?? '') ?? '0.0.0.0';
  const text = typeof forwardedFor === 'string' ? forwardedFor : (forwardedFor ?? []).join(',');
  const hops = text === '' ? [] : text.split(',');
  while (isTrusted(current)) {
    const hop = hops.pop();
    const address = hop === undefined ? undefined : normalizeAddress(hop);
    if (address === undefined) return current;
    current = address;
  }
  return current;
}

import { isIP } from 'node:net';
import { addressMatcher } from './http/client-ip.ts';

const isLoopbackAddress = addressMatcher(['127.0.0.0/8', '::1']);

/**
 * Whether only callers on this machine reach a server: it listens on loopback, is known by a loopback address, and has no
 * proxy before it. A proxy on the same machine comes from loopback as well, and need not say for whom.
 */
export function servesThisMachineAlone(server: {
  readonly host: string;
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
}): boolean {
  return (
    isLoopbackName(server.host) &&
    isLoopbackName(new URL(server.publicUrl).hostname) &&
    server.trustedProxies.length === 0
  );
}

/** Whether a host of the environment surely names this machine alone: `localhost`, or an address of loopback. */
export function isLoopbackName(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || (isIP(bare) !== 0 && isLoopbackAddress(bare));
}

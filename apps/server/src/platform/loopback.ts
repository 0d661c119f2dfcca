import { isIP } from 'node:net';
import { addressMatcher } from './http/client-ip.ts';

const isLoopbackAddress = addressMatcher(['127.0.0.0/8', '::1']);

/** Whether a host of the environment surely names this machine alone: `localhost`, or an address of loopback. */
export function isLoopbackName(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || (isIP(bare) !== 0 && isLoopbackAddress(bare));
}

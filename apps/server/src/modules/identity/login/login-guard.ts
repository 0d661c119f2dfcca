import { loginDelayFromFailure, loginLockAtFailure } from '@suanpan/domain/limits';

/** A browser that has signed this user in before keeps a counter of its own: strangers cannot lock it out. */
export function nameSubject(username: string, knownBrowserHash: string | undefined): string {
  const name = username.toLowerCase();
  return knownBrowserHash === undefined ? `name:${name}` : `device:${knownBrowserHash}:${name}`;
}

export function codeSubject(userId: bigint, knownBrowserHash: string | undefined): string {
  return `code:${userId}${knownBrowserHash === undefined ? '' : `:${knownBrowserHash}`}`;
}

/** IPv6 callers own whole networks, so they are counted by their /64. */
export function addressSubject(ip: string): string {
  if (!ip.includes(':')) return `ip:${ip}`;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `ip:${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`;
}

/** `tries` counts this one too. The tenth is still looked at; what comes after it is not, for half an hour. */
export function isLockedAt(tries: number): boolean {
  return tries > loginLockAtFailure;
}

const longestDelayMs = 4_000;

/** How long an answer waits, whatever it will be: from the third failure on, twice as long each time. */
export function delayBeforeMs(tries: number): number {
  const failures = tries - 1;
  if (failures < loginDelayFromFailure) return 0;
  return Math.min(longestDelayMs, 250 * 2 ** (failures - loginDelayFromFailure));
}

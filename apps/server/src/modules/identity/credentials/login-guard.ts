import { loginDelayFromFailure, loginLockAtFailure, loginNameLockAtFailure } from '@suanpan/domain/limits';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Counter, Counted } from './login-guard.store.ts';

/** What a try at a name is counted against. */
export interface LoginCounters {
  /** An address that tries many names gets harder bot checks. */
  readonly address: Counter;
  /** The browser that has signed this user in before, else the network it comes from: locked after ten failures. */
  readonly own: Counter;
  /** All tries at the name from browsers that it does not know, wherever they come from; a known one has no part in it. */
  readonly name: Counter | undefined;
}

/**
 * Failures lock who made them: the name and his network, or his browser where it is known (reliability §7.10). The name
 * itself they only slow down, so a stranger cannot lock its owner out of a new browser or another network.
 */
export function loginCounters(
  username: string,
  ip: string,
  knownBrowserHash: string | undefined,
): LoginCounters {
  const name = username.toLowerCase();
  const address = { subject: addressSubject(ip), lockAt: loginLockAtFailure };
  if (knownBrowserHash !== undefined) {
    const own = { subject: `device:${knownBrowserHash}:${name}`, lockAt: loginLockAtFailure };
    return { address, own, name: undefined };
  }
  return {
    address,
    own: { subject: `pair:${networkOf(ip)}:${name}`, lockAt: loginLockAtFailure },
    name: { subject: `name:${name}`, lockAt: loginNameLockAtFailure },
  };
}

/** Whose failures slow a try down and harden its bot check: all of the name, in a known browser its own. */
export function slowing({ own, name }: LoginCounters): Counter {
  return name ?? own;
}

/** What a sign-in forgives; what the address did to other names stays. */
export function ofName({ own, name }: LoginCounters): Counter[] {
  return name === undefined ? [own] : [own, name];
}

/** Codes are tried by who knows the password, so they stay few whatever network they come from. */
export function codeCounter(userId: bigint, knownBrowserHash: string | undefined): Counter {
  const subject = `code:${userId}${knownBrowserHash === undefined ? '' : `:${knownBrowserHash}`}`;
  return { subject, lockAt: loginLockAtFailure };
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

/**
 * Addresses of one network count as one visitor, because he can change the last part of his address: /24, and /64 of
 * IPv6.
 */
function networkOf(ip: string): string {
  return ip.includes(':') ? addressSubject(ip) : ip.replace(/\d+$/, '0/24');
}

/**
 * Whether this try is looked at no more. For administrators the tries of strangers at their name do not count: nobody
 * could open the door to them again.
 */
export function isLockedOut(
  { own, name }: LoginCounters,
  counted: ReadonlyMap<string, Counted>,
  kind: RoleName | undefined,
): boolean {
  const isLocked = (counter: Counter | undefined): boolean =>
    counter !== undefined && counted.get(counter.subject)?.isLocked === true;
  return isLocked(own) || (isLocked(name) && kind !== 'admin');
}

const longestDelayMs = 4_000;

/** How long an answer waits, whatever it will be: from the third failure on, twice as long each time. */
export function delayBeforeMs(tries: number): number {
  const failures = tries - 1;
  if (failures < loginDelayFromFailure) return 0;
  return Math.min(longestDelayMs, 250 * 2 ** (failures - loginDelayFromFailure));
}

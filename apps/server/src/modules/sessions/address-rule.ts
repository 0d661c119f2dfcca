import { addressMatcher } from '../../platform/http/client-ip.ts';

/** An empty list allows every address. An entry that cannot be read allows none. */
export function mayComeFrom(allowlist: readonly string[], ip: string): boolean {
  if (allowlist.length === 0) return true;
  try {
    return addressMatcher(allowlist)(ip);
  } catch {
    return false;
  }
}

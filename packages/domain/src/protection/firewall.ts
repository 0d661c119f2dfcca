/** What a firewall rule counts: a class of paths, by one key, in a fixed window. */
export const pathClasses = ['door', 'backOffice', 'merchantApi', 'checkout', 'notify', 'everything'] as const;
export type PathClass = (typeof pathClasses)[number];

export const firewallKeys = ['ip', 'user', 'apiKey'] as const;
export type FirewallKey = (typeof firewallKeys)[number];

/** Users are known in the back office alone, and keys in the merchant API. */
export function keysOf(pathClass: PathClass): readonly FirewallKey[] {
  if (pathClass === 'backOffice') return ['ip', 'user'];
  if (pathClass === 'merchantApi') return ['ip', 'apiKey'];
  return ['ip'];
}

/** Calls of the back office that can be tried without a session. Lower case, as `plainPath` gives them. */
const doorPaths: ReadonlySet<string> = new Set([
  '/api/captcha',
  '/api/login',
  '/api/validate2fa',
  '/api/2fa',
  '/api/demo/login',
  '/api/setpassword',
  '/api/enter',
]);

/** The router also takes escapes and a trailing slash, so they must not lead around a rule. */
export function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '');
  } catch {
    return path;
  }
}

/** The class of a path that `plainPath` gave, besides `everything`. */
export function pathClassOf(path: string): Exclude<PathClass, 'everything'> {
  if (doorPaths.has(path)) return 'door';
  if (/^\/api\/v[12](\/|$)/.test(path)) return 'merchantApi';
  if (path.startsWith('/api/checkout')) return 'checkout';
  if (path.startsWith('/api/notify')) return 'notify';
  return 'backOffice';
}

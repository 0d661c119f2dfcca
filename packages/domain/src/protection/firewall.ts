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

/** Routes of the back office that can be tried without a session, as they are bound. */
const doorRoutes: ReadonlySet<string> = new Set([
  '/api/captcha',
  '/api/login',
  '/api/validate2FA',
  '/api/2FA',
  '/api/demo/login',
  '/api/setPassword',
  '/api/enter',
]);

/**
 * The class of a route below /api, besides `everything`. Of the route that the router found and never of the address
 * that was sent, which can be written in many ways.
 */
export function pathClassOf(route: string): Exclude<PathClass, 'everything'> {
  if (doorRoutes.has(route)) return 'door';
  if (/^\/api\/v[12]\//.test(route)) return 'merchantApi';
  if (route.startsWith('/api/checkout/')) return 'checkout';
  if (route.startsWith('/api/notify/')) return 'notify';
  return 'backOffice';
}

import type { IncomingMessage } from 'node:http';

/** Every method that some route may serve; whoever sends another is told these. */
export const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const known: ReadonlySet<string> = new Set(knownMethods);

/** A proxy before us may read the first of two and we the last: whoever sends two means mischief. */
const onlyOnce: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'idempotency-key',
]);

const hostForm = /^[A-Za-z0-9._:[\]-]{0,255}$/;

/**
 * Whether a request has the one form that everything behind this can agree on: its status if it must be refused, or
 * undefined. Asked before any route is looked for, so that nobody has to judge an address that two readers would read
 * differently.
 */
export function faultOfForm(request: IncomingMessage): 400 | 405 | undefined {
  const { method = '', url = '', headers } = request;
  // An earlier version is a line without headers, which Node still reads.
  if (request.httpVersionMajor !== 1) return 400;
  if (!known.has(method)) return 405;
  if (!isPlainTarget(url) || hasDoubled(request.rawHeaders)) return 400;
  if (headers.host === undefined && request.httpVersionMinor > 0) return 400;
  if (!hostForm.test(headers.host ?? '')) return 400;
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return undefined;
  // Before 1.1 there are no chunks: a proxy before us may take them for the next request.
  return encoding.toLowerCase() === 'chunked' && request.httpVersionMinor > 0 ? undefined : 400;
}

/**
 * A path from the root with an optional query: no absolute form, no fragment, no empty segment, no dots to climb with,
 * nothing that is no character. What a query holds is the route's affair.
 */
export function isPlainTarget(target: string): boolean {
  if (!target.startsWith('/') || target.includes('#')) return false;
  const query = target.indexOf('?');
  const sent = query === -1 ? target : target.slice(0, query);
  const path = decoded(sent);
  return path !== undefined && !/\/\/|\/\.{1,2}(?:\/|$)|\\|\p{Cc}/u.test(path);
}

/** The path with its escapes resolved; undefined where one is broken. */
function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** `rawHeaders` holds names and values in turn, as they came. */
function hasDoubled(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!onlyOnce.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';
import { beginSpan, isTracing } from './tracing/tracing.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything together, from name to last byte. At most and by default 10 s. */
  readonly timeoutMs?: number;
}

/** Why nothing came back. Up to `tls` the request was certainly not delivered; after that nobody knows. */
export type OutboundFailure = 'badUrl' | 'forbiddenAddress' | 'name' | 'connect' | 'tls' | 'timeout' | 'cut';

export type OutboundResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** At most 64 KB as sent; never decompressed. */
      readonly body: Buffer;
      readonly truncated: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: OutboundFailure;
      /** False: the other side cannot have acted on it. */
      readonly mayHaveArrived: boolean;
      readonly message: string;
      readonly durationMs: number;
    };

export interface Outbound {
  /** Sends one request. Failures are values; redirects are answers like any other. */
  send(request: OutboundRequest): Promise<OutboundResult>;
  /** What is wrong with an address that somebody wants to save, by its text alone; undefined when nothing. */
  check(url: string): OutboundFailure | undefined;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Exact origins that may lie inside (sandbox bank, echo shop): the only exceptions of the filter. */
  readonly trustedOrigins: readonly string[];
  /** Whether plain http may be called at all. */
  readonly allowHttp: boolean;
  /** Replaces the system's name resolution in tests. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Replaces `isPublicAddress` in tests, which have no address of the Internet to call. */
  readonly isPublic?: (address: string) => boolean;
}

const totalTimeoutMs = 10_000;
const bodyCapBytes = 64 * 1024;
const ports = new Set(['', '80', '443', '8080', '8443']);

class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

/** All that IPv6 has given to the public Internet; `::127.0.0.1` and other old forms lie outside of it. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for addresses of the public Internet alone; mapped, translated and tunnelled forms are not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalIpv6)) return false;
  return parsed.range() === 'unicast';
}

/**
 * The one way out of the house. A name is resolved, every address it has must be public, and the connection
 * goes to an address that was checked, so a name that changes its mind between check and use gains nothing.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const trusted = new Set(options.trustedOrigins.map((entry) => new URL(entry).origin));
  const resolve = options.resolve ?? ((hostname: string) => lookup(hostname, { all: true }));
  const isPublic = options.isPublic ?? isPublicAddress;

  const checkedLookup: LookupFunction = (hostname, lookupOptions, done) => {
    resolve(hostname)
      .then((addresses) => {
        const forbidden = addresses.find(({ address }) => !isPublic(address));
        const [first] = addresses;
        if (forbidden !== undefined || first === undefined) {
          return done(new ForbiddenAddress('the name leads to an address that is not public'), '', 0);
        }
        if (lookupOptions.all === true) return done(null, [...addresses]);
        return done(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => done(error, '', 0));
  };
  const limits = {
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: totalTimeoutMs,
    bodyTimeout: totalTimeoutMs,
  };
  const connect = { timeout: 5_000, minVersion: 'TLSv1.2' } as const;
  const outside = new Agent({ ...limits, connect: { ...connect, lookup: checkedLookup } });
  const inside = new Agent({ ...limits, connect });

  function parse(text: string): URL | OutboundFailure {
    const url = URL.parse(text);
    if (url === null || text.length > 2_048 || url.username !== '' || url.password !== '') return 'badUrl';
    if (trusted.has(url.origin)) return url;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.allowHttp)) return 'badUrl';
    if (!ports.has(url.port)) return 'badUrl';
    // A name may end with the dot of the root, and is the same.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    if (isIP(host) !== 0 && !isPublic(host)) return 'forbiddenAddress';
    if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal'))
      return 'forbiddenAddress';
    return url;
  }

  async function send(request: OutboundRequest): Promise<OutboundResult> {
    const start = performance.now();
    const fail = (reason: OutboundFailure, message: string): OutboundResult => ({
      kind: 'failed',
      reason,
      mayHaveArrived: reason === 'timeout' || reason === 'cut',
      message: message.slice(0, 300),
      durationMs: Math.round(performance.now() - start),
    });
    const url = parse(request.url);
    if (typeof url === 'string') return fail(url, 'this address may not be called');
    const signal = AbortSignal.timeout(Math.min(request.timeoutMs ?? totalTimeoutMs, totalTimeoutMs));
    try {
      const answer = await (trusted.has(url.origin) ? inside : outside).request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: { 'user-agent': 'Suanpan', accept: '*/*', ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const { body, truncated } = await readCapped(answer.body);
      return {
        kind: 'answered',
        status: answer.statusCode,
        headers: flatten(answer.headers),
        body,
        truncated,
        durationMs: Math.round(performance.now() - start),
      };
    } catch (error) {
      const reason = signal.aborted ? 'timeout' : reasonOf(error);
      return fail(reason, error instanceof Error ? error.message : String(error));
    }
  }

  /** Whom and how it went, and nothing of the address below the name: some hold tokens. */
  async function tracedSend(request: OutboundRequest): Promise<OutboundResult> {
    const facts = {
      'http.request.method': request.method,
      'server.address': URL.parse(request.url)?.hostname ?? '',
    };
    const span = beginSpan(`${request.method} out`, 'client', facts, 'below');
    if (span === null) return send(request);
    const result = await span.within(() => send(request));
    if (result.kind === 'answered') span.end({ 'http.response.status_code': result.status });
    else span.end({}, result.reason);
    return result;
  }

  return {
    send: isTracing() ? tracedSend : send,
    check(text) {
      const url = parse(text);
      return typeof url === 'string' ? url : undefined;
    },
    async close() {
      await Promise.all([outside.destroy(), inside.destroy()]);
    },
  };
}

async function readCapped(stream: AsyncIterable<Buffer> & { destroy(): unknown; on: unknown }): Promise<{
  body: Buffer;
  truncated: boolean;
}> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, bodyCapBytes - size));
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection: the rest is never read.
    if (size > bodyCapBytes) return { body: Buffer.concat(chunks), truncated: true };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function reasonOf(error: unknown): OutboundFailure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FORBIDDEN_ADDRESS') return 'forbiddenAddress';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'name';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/.test(code)) return 'tls';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/.test(code))
    return 'connect';
  if (/TIMEOUT/.test(code)) return 'timeout';
  return 'cut';
}

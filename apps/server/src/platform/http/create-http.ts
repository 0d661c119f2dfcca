import { bodyMaxBytes } from '@suanpan/domain/limits';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@suanpan/domain/errors';
import { refusalActs } from '@suanpan/domain/audit/acts';
import type { DenialAct } from '@suanpan/domain/audit/acts';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { newRequestId } from '../crypto/ids.ts';
import type { Tables } from '../db/tables.generated.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isTracing } from '../tracing/tracing.ts';
import { RefusedPerson } from './actor.ts';
import type { Actor, Who } from './actor.ts';
import { addressMatcher, clientIp } from './client-ip.ts';
import { isApi, pathOf } from './address.ts';
import { envelopeOf } from './envelope.ts';
import type { Words } from './envelope.ts';
import { isCutByReader, isFault, refusalOf } from './fault.ts';
import { readLocale } from './locale.ts';
import type { Locale } from './locale.ts';
import { listenToRoutes } from './methods-at.ts';
import { parseJson, parseQuery } from './parse-input.ts';
import { knownMethods } from './request-form.ts';
import { securityHeaders } from './security-headers.ts';
import { ServerDoor, timeLimits } from './server-door.ts';
import type { RefusedRequest, TimeLimits } from './server-door.ts';
import { traceRequests } from './trace-requests.ts';
import { writeUnread } from './unread.ts';
import type { RefusalForm } from './unread.ts';

/** What identity needs to recognise a caller. */
export interface Credentials {
  readonly token: string | undefined;
  readonly cookies: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly userAgent: string;
  readonly isBackground: boolean;
  readonly requestId: string;
}

/** A call that was turned away for want of authority; identity and audit want to know. */
export interface Denial {
  readonly actor: Who | undefined;
  /** Of a merchant's call, as far as he is known: signed or not, it was made in the name of his key. */
  readonly merchant?: { readonly customerId: bigint | null; readonly keyId: bigint | null };
  readonly method: string;
  readonly path: string;
  readonly refusal: DenialAct;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface HttpOptions {
  readonly config: Pick<Config, 'production' | 'publicUrl' | 'trustedProxies' | 'allowedOrigins'>;
  readonly log: Log;
  /** Where the keys of idempotent calls are kept; a server without one has no such endpoints. */
  readonly db?: Kysely<Tables>;
  readonly words: Words;
  /** Answers who calls; throws `Refusal('sessionEnded')` for a bad, absent or ended token. */
  readonly authenticate: (credentials: Credentials) => Promise<Actor>;
  /** Whether this address is kept out of everything; only the probes of health are open to it. */
  readonly isAddressRefused?: (ip: string) => boolean;
  /** Looks at every call below /api before anything else: request limits. Throws a Refusal. */
  readonly admit?: (call: { ip: string; route: string }) => Promise<void>;
  /** The same, once a session was recognised. */
  readonly admitActor?: (call: { actor: Actor; ip: string; route: string }) => Promise<void>;
  /** Whether the house is shut to him; whoever is locked out of everything else may sign out all the same. Throws `maintenance`. */
  readonly refuseShut?: (actor: Actor, locale: Locale) => void;
  /** Every refusal of authority (`refusalActs`). Must not throw. */
  readonly onDenied?: (denial: Denial) => void;
  /** New calls below /api are answered 503 while this holds. */
  readonly isCongested?: () => boolean;
  /** Aborted when the database stops answering: calls under way then get 503 instead of hanging with it. */
  readonly outage?: () => AbortSignal;
  readonly metrics?: Metrics;
  /** Shorter ones let a test wait for them. */
  readonly limits?: TimeLimits;
}

/** The HTTP server of one process. Only platform/http and main know that it is Fastify. */
export type Http = FastifyInstance & {
  readonly options: HttpOptions;
  /** By which methods an address is served, where this one is wrong. */
  readonly methodsAt: (path: string, method: string) => readonly string[];
  /** Who answers in a form of his own what no route of his has seen, because it could not be read. */
  readonly forms: RefusalForm[];
};

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale;
    clientIp: string;
    rawBody: Buffer;
    actor: Actor | undefined;
    /** The code of the envelope, for log and metrics. */
    code: number | undefined;
    startedAt: number;
  }
}

/**
 * Fastify with the house rules: strict JSON with the raw bytes kept, one envelope, one place that maps errors,
 * security headers, request ids, locales, real client addresses, limits and timeouts. Nothing may be kept by anybody
 * unless its route says so, and whatever is decided about a call is decided by the route that the router found: an
 * address can be written in many ways.
 */
export function createHttp(options: HttpOptions): Http {
  const { config, log } = options;
  const isTrusted = addressMatcher(config.trustedProxies);
  const origins = new Set([new URL(config.publicUrl).origin, ...config.allowedOrigins]);
  const headers = securityHeaders(config.publicUrl.startsWith('https:'));

  const app = fastify({
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    bodyLimit: bodyMaxBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQuery, ignoreTrailingSlash: true, maxParamLength: 512 },
    serverFactory: (handler) =>
      new ServerDoor({ handler, headers, jsonOf, limits: options.limits ?? timeLimits, onFault: noteFault }),
    // What the router itself refuses has met no hook yet, and knows nothing that a request of ours knows.
    frameworkErrors: (_error, request, { raw }) => door().refuse(request.raw, raw, 400),
  });

  function door(): ServerDoor {
    return app.server as ServerDoor;
  }

  app.decorateRequest('locale', 'zh-TW');
  app.decorateRequest('clientIp', '0.0.0.0');
  app.decorateRequest('rawBody', null as unknown as Buffer);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('code', undefined);
  app.decorateRequest('startedAt', 0);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw, done) => {
    request.rawBody = raw as Buffer;
    try {
      done(null, parseJson(raw as Buffer, request.locale));
    } catch (error) {
      done(error as Error);
    }
  });

  if (isTracing()) traceRequests(app, routeOf);
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    request.locale = readLocale(request.headers['x-localization']);
    request.clientIp = clientIp(request.socket.remoteAddress, request.headers['x-forwarded-for'], isTrusted);
    request.rawBody = noBytes;
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    const route = routeOf(request);
    if (!probes.has(route) && options.isAddressRefused?.(request.clientIp) === true) {
      if (isApi(route)) throw new Refusal('addressBlocked');
      const says = options.words('addressBlocked', request.locale, {});
      return reply.code(403).type('text/plain; charset=utf-8').send(says);
    }
    if (!isApi(route)) return;
    reply.header('vary', 'Origin');
    allowOrigin(request.headers, reply, origins);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    if (options.isCongested?.() === true) throw new Refusal('serverOverloaded');
    await options.admit?.({ ip: request.clientIp, route });
  });

  app.addHook('onResponse', async (request, reply) => {
    const durationMs = performance.now() - request.startedAt;
    const route = routeOf(request);
    options.metrics?.observeRequest({
      route,
      method: request.method,
      status: reply.statusCode,
      code: request.code,
      durationMs,
    });
    const line = {
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      code: request.code,
      ms: Math.round(durationMs * 10) / 10,
      ip: request.clientIp,
      user: request.actor?.userId.toString(),
    };
    if (reply.statusCode >= 500) log.warn(line, 'request');
    else log.debug(line, 'request');
  });

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = refusalOf(error, request.raw);
    if (isFault(refusal) && !isCutByReader(error, reply.raw))
      log.error(
        // The route and not the address: a payer's address holds the token of his order.
        { err: error, request: request.id, method: request.method, route: routeOf(request) },
        'a call failed',
      );
    // Some say less outward than what is behind them.
    const behind = refusal.cause instanceof Refusal ? refusal.cause : refusal;
    const denied = refusalActs.find((name) => name === behind.refusal);
    const who = request.actor ?? (behind instanceof RefusedPerson ? behind.who : undefined);
    // A stranger has no authority that could be refused; his tries at the door stand in the record of sign-ins.
    if (denied !== undefined && (who !== undefined || denied === 'ipNotAllowed')) {
      options.onDenied?.({
        actor: who,
        method: request.method,
        path: pathOf(request.url),
        refusal: denied,
        ip: request.clientIp,
        userAgent: userAgentOf(request.headers),
        requestId: request.id,
      });
    }
    // What was no file is not kept as one.
    reply.removeHeader('content-disposition');
    return sendRefusal(refusal, request, reply, options.words);
  }
  app.setErrorHandler((error, request, reply) => void answerError(error, request, reply));
  function noteFault(error: unknown): void {
    log.error({ err: error }, 'a call failed before it had a route');
  }
  const forms: RefusalForm[] = [];
  function jsonOf(refused: RefusedRequest): string | undefined {
    return writeUnread(refused, forms, options.words);
  }
  const methodsAt = listenToRoutes(app);
  // Routes of their own, so that what nobody serves below /api is as much of the API as the rest, however it is written.
  for (const url of ['/api', '/api/*']) {
    app.route({
      method: [...knownMethods],
      url,
      exposeHeadRoute: false,
      handler: ({ method, url: asked }) => {
        const allowed = methodsAt(pathOf(asked), method);
        throw allowed.length === 0
          ? new Refusal('notFound')
          : new Refusal('methodNotAllowed', { params: { allow: allowed.join(', ') } });
      },
    });
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found'));
  return Object.assign(app, { options, methodsAt, forms });
}

const noBytes = Buffer.alloc(0);
/** They tell nothing of anybody, and a slip in a list must not take the server out of service. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function sendRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  words: Words,
): FastifyReply {
  request.code = refusal.code;
  reply.code(refusal.http).type('application/json; charset=utf-8');
  if (refusal.code === 10_001) reply.header('x-code', '10001');
  if (refusal.params['allow'] !== undefined) reply.header('allow', refusal.params['allow']);
  if (refusal.http === 429 || refusal.http === 503)
    reply.header('retry-after', refusal.params['retryAfterS'] ?? '1');
  return reply.send(JSON.stringify(envelopeOf(refusal, request.locale, request.id, words)));
}

/** The pattern of the route that the router found, as it was bound: `/api/users/:id`; 'none' without one. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

export function userAgentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, 512);
}

/** The fixed list alone; credentials are never allowed, since the API knows no cookie sign-in. */
function allowOrigin(headers: IncomingHttpHeaders, reply: FastifyReply, origins: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, idempotency-key, x-localization, x-client, x-background, x-signature, x-timestamp, x-nonce, x-key',
    'access-control-expose-headers': 'x-code, x-request-id, retry-after, content-disposition',
    'access-control-max-age': '600',
  });
}

import type { Endpoint, KeyOf } from '@suanpan/contract/endpoint';
import type { Permission } from '@suanpan/domain/access/permissions';
import { agentOnlyPermissions } from '@suanpan/domain/access/sensitive';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, KeyedContext, Once, PublicContext, RequestContext } from './actor.ts';
import { sendCompressed } from './compress-answer.ts';
import { idempotently } from '../db/idempotent.ts';
import { routeOf, userAgentOf } from './create-http.ts';
import type { Http } from './create-http.ts';
import { parseInput } from './parse-input.ts';

type ContextOf<E extends Endpoint> = [KeyOf<E>] extends [never] ? RequestContext : KeyedContext;

/** Answers the envelope's data, or throws a Refusal. */
export type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: z.output<E['input']>,
) => Promise<z.input<E['output']>>;

export type Handlers<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]>;
};

/**
 * Opens a group of endpoints below /api. It does not compile until every endpoint has its handler. Before a
 * handler runs, the caller is known, unlocked, permitted and himself unless visitors may call, and the input fits its strict schema.
 */
export function bindEndpoints<Endpoints extends Readonly<Record<string, Endpoint>>>(
  app: Http,
  endpoints: Endpoints,
  handlers: Handlers<Endpoints>,
): void {
  for (const name of Object.keys(endpoints)) {
    const endpoint = endpoints[name];
    const handler = handlers[name];
    if (endpoint === undefined || handler === undefined) throw new Error(`Endpoint ${name} has no handler`);
    if (endpoint.idempotent && app.options.db === undefined) throw new Error(`Nothing keeps ${name}'s keys`);
    bound.set(app, [...boundEndpoints(app), endpoint]);
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      handler: (request, reply) => serve(app, endpoint, handler, request, reply),
    });
  }
}

const bound = new WeakMap<Http, readonly Endpoint[]>();

/** Every endpoint that was opened so far. */
export function boundEndpoints(app: Http): readonly Endpoint[] {
  return bound.get(app) ?? [];
}

async function serve(
  app: Http,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { words } = app.options;
  let message: string | undefined;
  const context = contextOf(app, request, reply, (text) => {
    message = text;
  });
  if (!('public' in endpoint.access)) await recognise(app, endpoint, context, request);
  const input = parseInput(
    endpoint.input,
    {
      method: request.method,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | string[]>,
      body: request.body,
    },
    request.locale,
  );
  const actor = request.actor;
  const once = actor && endpoint.idempotent ? onceFor(app, endpoint, actor, request, input) : undefined;
  const full = { ...context, ...(actor && { actor }), ...(once && { once: once.run }) } as KeyedContext;
  const data = await orOutage(handler(full, input), app.options.outage?.());
  if (!app.options.config.production) checkOutput(endpoint, data);
  if (!app.options.config.production && once?.wasRun() === false) {
    throw new Error(`${endpoint.method} ${endpoint.path} does nothing under its key`);
  }
  request.code = 0;
  reply.type('application/json; charset=utf-8');
  const answer = JSON.stringify({
    code: 0,
    message: message ?? words('ok', request.locale, {}),
    data: data ?? null,
  });
  // The length of what is compressed tells of its text. Answers to acts may hold a new secret beside what the caller
  // sent; what is read never does.
  return isRead(endpoint) ? sendCompressed(request, reply, answer) : reply.send(answer);
}

/** What is searched with a body, which keeps it out of addresses, is read all the same. */
const isRead = ({ method, path }: Endpoint): boolean => method === 'GET' || path.endsWith('/search');

/** Never kept, not even hashed: who proves himself anew with a fresh code still asks for the same thing. */
const proofs: ReadonlySet<string> = new Set(['payment_password', 'one_code']);

/** Refuses `idempotencyKeyRequired` without a key. */
function onceFor(
  app: Http,
  endpoint: Endpoint,
  actor: Actor,
  request: FastifyRequest,
  input: Readonly<Record<string, unknown>>,
) {
  const { db } = app.options;
  const key = request.headers['idempotency-key'];
  if (db === undefined || typeof key !== 'string') throw new Refusal('idempotencyKeyRequired');
  const asked = Object.fromEntries(Object.entries(input).filter(([name]) => !proofs.has(name)));
  const call = {
    ownerId: actor.userId,
    effectiveId: actor.effectiveUserId,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
    request: asked,
  };
  let isRun = false;
  return {
    wasRun: () => isRun,
    run: (async (work) => {
      if (isRun) throw new Error(`${call.endpoint} uses its key twice`);
      isRun = true;
      return idempotently(db, call, work);
    }) as Once,
  };
}

/** The work goes on unheard; what it may still have done the caller learns by his key. */
async function orOutage<T>(work: Promise<T>, outage: AbortSignal | undefined): Promise<T> {
  if (outage === undefined) return work;
  let stop = (): void => {};
  const lost = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Refusal('serverOverloaded'));
    if (outage.aborted) stop();
    else outage.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, lost]);
  } finally {
    outage.removeEventListener('abort', stop);
  }
}

/** Fills in `request.actor` before it looks at his rights, so that a denial names him. */
async function recognise(
  app: Http,
  endpoint: Endpoint,
  context: PublicContext,
  request: FastifyRequest,
): Promise<void> {
  const { access } = endpoint;
  const actor = await app.options.authenticate({
    token: context.token,
    cookies: context.cookies,
    ip: context.ip,
    userAgent: context.userAgent,
    isBackground: context.isBackground,
    requestId: context.requestId,
  });
  request.actor = actor;
  await app.options.admitActor?.({ actor, ip: context.ip, route: routeOf(request) });
  const openWhileLocked = 'session' in access && access.whileLocked === true;
  if (!openWhileLocked) app.options.refuseShut?.(actor, context.locale);
  if (actor.locked && !openWhileLocked) throw new Refusal('twoFactorUnbound');
  if (endpoint.whileActing !== 'allowed') refuseWhileActing(actor);
  if ('permission' in access && !actor.permissions.has(access.permission)) {
    throw new Refusal(isForProxiesAlone(access.permission, actor) ? 'agentOnly' : 'forbidden');
  }
}

/** Refuses `impersonationForbidden` to whoever acts for another. */
export function refuseWhileActing({ userId, effectiveUserId }: Actor): void {
  if (userId !== effectiveUserId) throw new Refusal('impersonationForbidden');
}

/** Whoever is no proxy, nor works for one, will never get such a right and is told why (specification §6). */
function isForProxiesAlone(permission: Permission, { scope }: Actor): boolean {
  return agentOnlyPermissions.has(permission) && (scope.kind === 'platform' || scope.kind === 'customer');
}

/** In development and tests an answer that breaks the contract is a fault; production saves the time. */
function checkOutput(endpoint: Endpoint, data: unknown): void {
  const checked = endpoint.output.safeParse(data);
  if (checked.success) return;
  const places = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new Error(`${endpoint.method} ${endpoint.path} answers what its contract does not say: ${places}`);
}

function contextOf(
  app: Http,
  request: FastifyRequest,
  reply: FastifyReply,
  say: (message: string) => void,
): PublicContext {
  const { headers } = request;
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key))) {
    const says = translate(request.locale, 'fields.idempotencyKey');
    throw new Refusal('invalidFields', { fields: { 'Idempotency-Key': [says] } });
  }
  const token = /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i.exec(headers.authorization ?? '')?.[1];
  const isHttps = app.options.config.publicUrl.startsWith('https:');
  return {
    requestId: request.id,
    locale: request.locale,
    ip: request.clientIp,
    userAgent: userAgentOf(headers),
    host: (headers.host ?? '').toLowerCase().replace(/:\d+$/, ''),
    ...(token === undefined ? {} : { token }),
    isWeb: headers['x-client'] === 'web',
    isBackground: headers['x-background'] === '1',
    cookies: readCookies(headers.cookie),
    say,
    setCookie(name, value, maxAgeS) {
      const parts = [
        `${name}=${encodeURIComponent(value)}`,
        'Path=/',
        'HttpOnly',
        'SameSite=Strict',
        `Max-Age=${maxAgeS}`,
      ];
      if (isHttps) parts.push('Secure');
      reply.header('set-cookie', parts.join('; '));
    },
  };
}

/** The cookies of a header by name, decoded; the first of a name counts and what cannot be read is left out. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const name = pair.slice(0, equals).trim();
    try {
      cookies[name] ??= decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      // A cookie that is not ours to read is no reason to refuse the call.
    }
  }
  return cookies;
}

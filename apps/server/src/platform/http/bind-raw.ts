import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Refusal } from '@suanpan/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { pathOf } from './address.ts';
import { routeOf, userAgentOf } from './create-http.ts';
import type { Http } from './create-http.ts';
import { isFault, refusalOf } from './fault.ts';
import type { Locale } from './locale.ts';
import type { knownMethods } from './request-form.ts';

/** A call whose bytes matter: merchant requests and provider notices are signed over them. */
export interface RawRequest {
  readonly method: string;
  /** The pattern of the route that was found. */
  readonly route: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, with the query. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** A doubled name keeps all its values. */
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly ip: string;
  readonly userAgent: string;
  readonly locale: Locale;
  readonly requestId: string;
  /** Who calls, where `admit` found out. */
  readonly actor: Actor | undefined;
  /** Tells who calls, once that is known: refusals and the log name him. */
  readonly recognised: (actor: Actor) => void;
}

export interface RawReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  /** The code inside the body, where it has one, for log and metrics. */
  readonly code?: number;
}

export interface RawRoute {
  readonly method: Exclude<(typeof knownMethods)[number], 'OPTIONS'>;
  /** Whole path from the root, with `{name}` for parameters; a last segment `*` matches the rest. */
  readonly path: string;
  readonly bodyLimitBytes?: number;
  /** Asked before a byte of the body is taken in: what is large is read for nobody who may not send it. */
  readonly admit?: (request: RawRequest) => Promise<unknown>;
  readonly handle: (request: RawRequest) => Promise<RawReply>;
  /** Answers in the route's own form what was refused before `handle` began: size, limits, congestion. */
  readonly refuse?: (
    refusal: Refusal,
    request: { readonly requestId: string; readonly headers: IncomingHttpHeaders },
  ) => RawReply;
}

/**
 * Opens routes that read bytes of any content type and answer in their own form. A thrown Refusal or fault is
 * still answered with the envelope, so a route with a form of its own catches what it must translate.
 */
export function bindRaw(app: Http, routes: readonly RawRoute[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, raw, done) => {
      request.rawBody = raw as Buffer;
      done(null, undefined);
    });
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
        ...(route.admit !== undefined && { onRequest: admitter(route.admit) }),
        ...(route.refuse === undefined
          ? {}
          : { errorHandler: (error, request, reply) => void refuse(app, route, error, request, reply) }),
        handler: (request, reply) => serve(route, request, reply),
      });
    }
  });
}

const admitter =
  (admit: NonNullable<RawRoute['admit']>) =>
  async (request: FastifyRequest): Promise<void> => {
    await admit(rawOf(request));
  };

async function serve(route: RawRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return send(await route.handle(rawOf(request)), request, reply);
}

function rawOf(request: FastifyRequest): RawRequest {
  return {
    method: request.method,
    route: routeOf(request),
    path: pathOf(request.url),
    url: request.url,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    headers: request.headers,
    rawBody: request.rawBody,
    ip: request.clientIp,
    userAgent: userAgentOf(request.headers),
    locale: request.locale,
    requestId: request.id,
    actor: request.actor,
    recognised: (actor) => {
      request.actor = actor;
    },
  };
}

function refuse(
  app: Http,
  route: RawRoute,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error, request.raw);
  if (isFault(refusal)) app.options.log.error({ err: error, request: request.id }, 'a call failed');
  const answer = route.refuse?.(refusal, { requestId: request.id, headers: request.headers });
  return send(answer ?? { status: refusal.http }, request, reply);
}

function send(answer: RawReply, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.code = answer.code;
  return reply
    .code(answer.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...answer.headers })
    .send(answer.body ?? '');
}

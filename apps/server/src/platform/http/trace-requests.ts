import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan } from '../tracing/tracing.ts';
import type { Span } from '../tracing/tracing.ts';
import { isApi } from './address.ts';

/**
 * Each call below /api is a span under its route's pattern: an address holds ids and tokens. What a caller says of his own
 * trace is not believed.
 */
export function traceRequests(app: FastifyInstance, routeOf: (request: FastifyRequest) => string): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const goOn = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(done);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    const facts = { 'http.request.method': request.method, 'http.route': route };
    const span = isApi(route) ? beginSpan(`${request.method} ${route}`, 'server', facts, 'whole') : null;
    if (span !== null) spans.set(request, span);
    goOn(request, done);
  });
  // What comes after the body was read follows from the connection and no more from the request.
  app.addHook('preValidation', (request, _reply, done) => goOn(request, done));
  app.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end(
      {
        'http.response.status_code': statusCode,
        ...(request.code !== undefined && { 'suanpan.code': request.code }),
      },
      statusCode >= 500 ? 'fault' : undefined,
    );
    done();
  });
}

import type { FastifyRequest } from 'fastify';
import { constantTimeEqual } from '../crypto/tokens.ts';
import { isLoopbackName } from '../loopback.ts';
import type { Http } from './create-http.ts';

/**
 * `/healthz`: the process answers. `/readyz`: 200 once every named part works, else 503; it names the parts, what
 * needs a person, and nothing else. `/metrics`: for whoever brings the token; without one for callers on this machine, and
 * only where nobody else can reach it.
 */
export function bindHealth(
  app: Http,
  options: {
    readonly ready: () => Promise<Readonly<Record<string, boolean>>>;
    /** Names of what needs a person and does not keep the process from serving. */
    readonly warnings?: () => Promise<readonly string[]>;
    readonly metricsToken: string | undefined;
    /** Nothing stands before this server that could bring others here (`servesThisMachineAlone`). */
    readonly isAlone: boolean;
  },
): void {
  app.get('/healthz', async (_request, reply) => reply.type('application/json').send('{"status":"alive"}'));
  app.get('/readyz', async (_request, reply) => {
    const parts = await options.ready().catch(() => ({ database: false }));
    const isReady = Object.values(parts).every(Boolean);
    const warnings = isReady ? await (options.warnings?.() ?? []) : [];
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify({ status: isReady ? 'ready' : 'starting', parts, warnings }));
  });
  app.get('/metrics', async (request, reply) => {
    const { metrics } = app.options;
    const token = options.metricsToken;
    const mayRead =
      token === undefined
        ? options.isAlone && isFromHere(request)
        : constantTimeEqual(request.headers.authorization ?? '', `Bearer ${token}`);
    if (metrics === undefined || !mayRead) return reply.code(404).type('text/plain').send('Not found');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  // Browsers report what the content policy stopped; the count is enough, the text is the attacker's.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, _raw, done) =>
      done(null),
    );
    scope.post('/csp-report', async (_request, reply) => {
      app.options.metrics?.countPolicyReport();
      return reply.code(204).send();
    });
  });
}

/** What a proxy adds to say for whom it comes. */
const forwardings = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * A call from this machine, made to this machine by name: a page in a browser here whose name was made to point here comes
 * from loopback too.
 */
function isFromHere({ clientIp, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopbackName(clientIp) &&
    isLoopbackName(hostname) &&
    forwardings.every((name) => headers[name] === undefined)
  );
}

import { constantTimeEqual } from '../crypto/tokens.ts';
import type { Http } from './create-http.ts';

/**
 * `/healthz`: the process answers. `/readyz`: 200 once every named part works, else 503; it names the parts, what
 * needs a person, and nothing else. `/metrics`: for loopback callers, or for whoever brings the token.
 */
export function bindHealth(
  app: Http,
  options: {
    readonly ready: () => Promise<Readonly<Record<string, boolean>>>;
    /** Names of what needs a person and does not keep the process from serving. */
    readonly warnings?: () => Promise<readonly string[]>;
    readonly metricsToken: string | undefined;
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
    // A proxy on this machine also comes from loopback, but it says for whom.
    const { authorization, 'x-forwarded-for': forwarded } = request.headers;
    const isLocal = forwarded === undefined && ['127.0.0.1', '::1'].includes(request.clientIp);
    const token = options.metricsToken;
    const mayRead = token === undefined ? isLocal : constantTimeEqual(authorization ?? '', `Bearer ${token}`);
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

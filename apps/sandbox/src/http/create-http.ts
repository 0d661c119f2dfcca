import { fastify, LogController } from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import { live } from '../pages/live.ts';
import { stylesheet } from '../pages/stylesheet.ts';

/** Everything a page may do: its own style, its own script, its own forms. Nothing from elsewhere, no frames. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The path under which a proxy shows the program, '' when it has the origin for itself. */
export const prefixOf = (publicBase: string): string => new URL(publicBase).pathname.replace(/\/+$/, '');

/** Cuts the public prefix off, so that a page's links work through the proxy and on the program's own port. */
export function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/**
 * A server that leaves every body as raw bytes (signatures are made of them), serves the assets of the pages and
 * answers failures as `{error:{code,message}}`. Whoever asks for its health hears whose program it is.
 */
export function createHttp(options: {
  publicBase: string;
  logLevel: string;
  installation: string;
}): FastifyInstance {
  const prefix = prefixOf(options.publicBase);
  const app = fastify({
    logger: { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    rewriteUrl: (request) => withoutPrefix(request.url ?? '/', prefix),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      request.log.error({ url: request.url, error: error.message, stack: error.stack }, 'failed');
    const code = status >= 500 ? 'internal' : (error.code ?? 'invalid_request');
    return reply
      .code(status)
      .send({ error: { code, message: status >= 500 ? 'internal error' : error.message } });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'no such address' } }),
  );

  app.get('/healthz', async () => ({ ok: true, installation: options.installation }));
  app.get('/assets/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=60').send(stylesheet),
  );
  app.get('/assets/live.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=60').send(live),
  );
  return app;
}

/** The raw body of a request, empty when there was none. */
export const rawBody = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

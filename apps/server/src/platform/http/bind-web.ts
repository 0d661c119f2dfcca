import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from './create-http.ts';
import { pageHeaders, styleNonce } from './security-headers.ts';

/** Pages of the web application by the path they are served at. */
const pages = { '/': 'index.html', '/pay/': 'pay/index.html' } as const;
const nonceMark = /__CSP_NONCE__/g;
const yearS = 31_536_000;

/**
 * Serves the built web application: the pages with a fresh nonce each, what has a hashed name for a year, and the few
 * files that keep their name asked for anew each time. While it is `building` whoever asks for a page waits for it.
 * Answers false, and serves nothing, where it has not been built.
 */
export function bindWeb(app: Http, distFolder: string, building?: Promise<void>): boolean {
  if (building !== undefined) mkdirSync(distFolder, { recursive: true });
  else if (!existsSync(join(distFolder, 'index.html'))) return false;
  for (const [path, file] of Object.entries(pages)) {
    let text: string | undefined;
    app.get(path, async (_request, reply) => {
      await building;
      text ??= readFileSync(join(distFolder, file), 'utf8');
      const nonce = styleNonce();
      return reply
        .headers(pageHeaders(nonce))
        .type('text/html; charset=utf-8')
        .send(text.replace(nonceMark, nonce));
    });
  }
  void app.register(fastifyStatic, {
    root: distFolder,
    index: false,
    // One route for all files: a route for each would cost a quarter of a second of every start.
    dotfiles: 'ignore',
    immutable: true,
    maxAge: yearS * 1000,
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) void reply.header('cache-control', 'no-cache');
    },
    allowedPath: (path) => !path.endsWith('.html') && !path.startsWith('/.vite'),
  });
  return true;
}

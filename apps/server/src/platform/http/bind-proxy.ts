import fastifyProxy from '@fastify/http-proxy';
import type { Http } from './create-http.ts';

/**
 * Puts a program on loopback behind a path of this origin, for the browser. It learns nothing of our sessions:
 * cookies and tokens stay here.
 */
export function bindProxy(app: Http, prefix: string, upstream: string): void {
  void app.register(async (room) => {
    // The program gets what was sent, byte for byte: the proxy brings parsers of its own that pass it on.
    room.removeAllContentTypeParsers();
    await room.register(fastifyProxy, {
      upstream,
      prefix,
      rewritePrefix: '',
      http2: false,
      internalRewriteLocationHeader: false,
      replyOptions: {
        rewriteRequestHeaders(_request, { cookie: _cookie, authorization: _authorization, ...headers }) {
          return headers;
        },
      },
    });
  });
}

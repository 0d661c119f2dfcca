import type { FastifyInstance } from 'fastify';

interface Served {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/**
 * Listens to the routes that are opened from now on and answers by which other methods an address is served: whoever calls
 * what is there by a wrong one is told so. Nothing, where the method is not what is wrong. What catches all the rest
 * serves no address of its own.
 */
export function listenToRoutes(app: FastifyInstance): (path: string, method: string) => string[] {
  const served: Served[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.endsWith('*'))
      served.push({ segments: url.replace(/\/$/, '').split('/'), methods: [method].flat() });
  });
  return (path, method) => {
    const asked = path.replace(/\/$/, '').split('/');
    const matching = served.filter(({ segments }) => isServed(segments, asked));
    const methods = new Set(matching.flatMap((each) => each.methods));
    return methods.has(method) ? [] : [...methods].toSorted();
  };
}

function isServed(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) =>
      segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
    )
  );
}

import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

/** Libraries of the server that one place hides from all others. */
const places: { library: RegExp; place: RegExp; instead: string }[] = [
  {
    library: /^(fastify|@fastify\/.+)$/,
    place: /^platform\/http\//,
    instead: 'bind endpoints through platform/http',
  },
  {
    library: /^(socket\.io|@socket\.io\/.+)$/,
    place: /^platform\/realtime/,
    instead: 'use platform/realtime',
  },
  { library: /^pg$/, place: /^(platform|tools)\//, instead: "use platform/db; a pool is Database['pool']" },
  { library: /^node-pg-migrate$/, place: /^platform\/db\//, instead: 'use platform/db' },
  { library: /^undici$/, place: /^platform\//, instead: 'use the outbound client of platform' },
  {
    library: /^node:(https|http2|tls|dgram|dns(\/promises)?)$/,
    place: /^platform\/outbound/,
    instead: 'leave the house by platform/outbound, which checks where it goes',
  },
  { library: /^prom-client$/, place: /^platform\/metrics/, instead: 'use platform/metrics' },
  { library: /^pino$/, place: /^platform\/log/, instead: 'take the Logger of platform/log' },
];

/** Libraries that shape a program stand behind one door each, so that they can be replaced there. */
export const libraryPlaces: Rule = {
  name: 'library places',
  check(tree) {
    const findings: Finding[] = [];
    for (const { path, imports } of tree.sources) {
      const inside = /^apps\/server\/src\/(.+)$/.exec(path)?.[1];
      if (!inside || isTest(path)) continue;
      for (const { specifier, line } of imports) {
        const rule = places.find(({ library }) => library.test(specifier));
        if (rule && !rule.place.test(inside)) {
          findings.push({ path, line, says: `${specifier} does not belong here; ${rule.instead}` });
        }
      }
    }
    return findings;
  },
};

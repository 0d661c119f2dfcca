import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { libraryPlaces } from './library-places.ts';

const src = 'apps/server/src';

test.each([
  'fastify',
  '@fastify/static',
  'socket.io',
  'pg',
  'undici',
  'pino',
  'prom-client',
  'node:https',
  'node:tls',
  'node:dns/promises',
])('%s inside a module is found', (library) => {
  const files = { [`${src}/modules/payouts/a.ts`]: `import type { A } from '${library}';` };
  expect(found(libraryPlaces, files)).toEqual([`${src}/modules/payouts/a.ts:1`]);
});

test('the HTTP library is at home in platform/http only', () => {
  const files = {
    [`${src}/platform/http/server.ts`]: `import fastify from 'fastify';`,
    [`${src}/platform/log.ts`]: `import fastify from 'fastify';`,
  };
  expect(found(libraryPlaces, files)).toEqual([`${src}/platform/log.ts:1`]);
});

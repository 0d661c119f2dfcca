import { expect, test } from 'vitest';
import { root } from '../run-node.ts';
import { componentsOf } from './components.ts';
import { readLock } from './lock.ts';

const sha512 = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const entry = { version: '1.0.0', integrity: sha512, license: 'MIT' };

test('every package of the lock stands in the list of components, with version, hash and licence', () => {
  const lock = readLock(root);
  const { components, metadata } = componentsOf(lock);
  expect(metadata.component).toEqual({ type: 'application', name: 'suanpan', version: lock['']?.version });
  const packages = Object.entries(lock).flatMap(([path, { link, version }]) =>
    path.includes('node_modules/') && !link ? [`${path.replace(/^.*node_modules\//, '')}@${version}`] : [],
  );
  expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
    [...new Set(packages)].toSorted(),
  );
  for (const { hashes, licenses, purl, scope } of components) {
    expect([purl, hashes[0]?.content.length, licenses.length]).toEqual([purl, 128, 1]);
    expect(['required', 'optional', 'excluded']).toContain(scope);
  }
  expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length);
  const scopes = new Map(components.map(({ name, scope }) => [name, scope]));
  expect([scopes.get('fastify'), scopes.get('vitest')]).toEqual(['required', 'excluded']);
});

test('a package that stands twice stands in it once, as needed as where it is needed most', () => {
  const { components } = componentsOf({
    '': { name: 'x', version: '2.0.0' },
    'apps/web': { name: 'web' },
    'node_modules/@a/b': { ...entry, dev: true },
    'node_modules/c/node_modules/@a/b': { ...entry, optional: true },
    'node_modules/web': { link: true },
  });
  expect(components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40a/b@1.0.0',
      name: '@a/b',
      version: '1.0.0',
      purl: 'pkg:npm/%40a/b@1.0.0',
      scope: 'optional',
      hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
      licenses: [{ expression: 'MIT' }],
    },
  ]);
});

/** Tests and what only tests use: they may look behind every door. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)(test|testing|fixtures)\//.test(path);
}

/** Where a file of the server stands. Everything outside the three layers is composition: main, start, seeds. */
export type ServerPlace =
  | { layer: 'platform' }
  | { layer: 'module'; name: string; isEdge: boolean }
  | { layer: 'adapter'; name: string; isEdge: boolean }
  | { layer: 'composition' };

/** The server's layer of a path, or undefined outside the server. */
export function serverPlace(path: string): ServerPlace | undefined {
  const inside = /^apps\/server\/src\/(.+)$/.exec(path)?.[1];
  if (!inside) return undefined;
  const [first, name, ...rest] = inside.split('/');
  const isEdge = rest.length === 1 && rest[0] === 'index.ts';
  if (first === 'platform') return { layer: 'platform' };
  if (first === 'modules' && name && rest.length > 0) return { layer: 'module', name, isEdge };
  if (first === 'adapters') return { layer: 'adapter', name: rest.length > 0 ? (name ?? '') : '', isEdge };
  return { layer: 'composition' };
}

/** The workspace a path belongs to, as `packages/money`, `apps/web`, `e2e`, or undefined at the root. */
export function workspaceOf(path: string): string | undefined {
  return /^((?:packages|apps)\/[^/]+|e2e|bench|tools)\//.exec(path)?.[1];
}

import { permissionTree, type Permission, type RouteName } from '../access/permissions.ts';
import type { ExportKind } from './kinds.ts';

/**
 * What is asked when an export is ordered, while it runs and when its file is fetched: the right to export the list,
 * and where nobody gives that apart, the right to see it.
 */
export function exportPermissions(kind: ExportKind): readonly Permission[] {
  const verbs: readonly string[] = permissionTree[kind satisfies RouteName];
  const seen = `${kind}.get` as const;
  return verbs.includes('export') ? [seen, `${kind}.export` as Permission] : [seen];
}

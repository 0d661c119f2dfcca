import { permissionTree, type Permission, type RouteName } from '../access/permissions.ts';
import type { ExportKind } from './kinds.ts';

/** Lists that stand inside a screen, under its rights. */
const screenOf = {
  'accounting.systemIncome.exchanges': 'accounting.systemIncome',
  'collectionMethod.customers.versions': 'collectionMethod.customers',
  'paymentMethod.customers.versions': 'paymentMethod.customers',
} as const satisfies Partial<Record<ExportKind, RouteName>>;
const isInside = (kind: ExportKind): kind is keyof typeof screenOf => Object.hasOwn(screenOf, kind);

/**
 * What is asked when an export is ordered, while it runs and when its file is fetched: the right to export the list,
 * and where nobody gives that apart, the right to see it.
 */
export function exportPermissions(kind: ExportKind): readonly Permission[] {
  const screen: RouteName = isInside(kind) ? screenOf[kind] : kind;
  const verbs: readonly string[] = permissionTree[screen];
  const seen = `${screen}.get` as const;
  return verbs.includes('export') ? [seen, `${screen}.export` as Permission] : [seen];
}

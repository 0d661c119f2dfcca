import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../http/actor.ts';
import { ownerOf } from '../http/owner-of.ts';

/**
 * What limits a reader to the rows of his own tree: the column that names whoever is of his kind. The platform sees all,
 * and nobody sees rows that name none of his kind.
 */
export function inTree(
  scope: Scope,
  columns: { readonly [Kind in Exclude<Scope['kind'], 'platform'>]?: string },
): RawBuilder<boolean> {
  if (scope.kind === 'platform') return sql<boolean>`true`;
  const column = columns[scope.kind];
  return column === undefined ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ${ownerOf(scope)}`;
}

/**
 * Whether a reader may know this account by name: the platform knows everybody, others whoever belongs to their own tree.
 * Whoever stands above them acts without a name.
 */
export function isNamedTo(scope: Scope, alias: string): RawBuilder<boolean> {
  const owner = ownerOf(scope);
  if (owner === null) return sql<boolean>`true`;
  return sql<boolean>`starts_with(${sql.ref(`${alias}.tenant_path`)}, (
    SELECT root.tenant_path FROM app_user root WHERE root.id = ${owner}))`;
}

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

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Scope } from '../../platform/http/actor.ts';
import type { HouseFilter } from './house-filter.ts';

/** The conditions of a list of the house's own acts, `h`, by the columns that hold the other's name and its currencies. */
export function houseActsIn(
  scope: Scope,
  filter: HouseFilter,
  { currencies, other }: { readonly currencies: RawBuilder<unknown>; readonly other: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [inTree(scope, {})];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.currency !== undefined) add(sql`${filter.currency} IN (${currencies})`);
  if (filter.other !== undefined && filter.other !== '') {
    // Only literal text is searched for.
    add(sql`strpos(lower(${other}), lower(${filter.other})) > 0`);
  }
  if (filter.from !== undefined) add(sql`h.created_at >= ${filter.from}`);
  if (filter.to !== undefined) add(sql`h.created_at < ${filter.to}`);
  if (filter.before !== undefined) add(sql`h.id < ${filter.before}`);
  return sql.join(conditions, sql` AND `);
}

/** Who made an act of the house, `h`, and who agreed to it. */
export const itsPersons = sql`
  LEFT JOIN app_user m ON m.id = h.maker_id
  LEFT JOIN app_user c ON c.id = h.checker_id`;

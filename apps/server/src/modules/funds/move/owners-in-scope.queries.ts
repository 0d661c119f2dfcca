import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface OwnerInScope {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly currency: Currency;
}

/** An owner of money below the caller: of the whole platform, or of the caller's own tree. */
export async function findOwnerBelow(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<OwnerInScope | undefined> {
  const { rows } = await sql<OwnerInScope>`
    SELECT u.id, u.kind, u.currency FROM app_user u
    WHERE u.id = ${id} AND u.status <> 'archived' AND u.kind IN ('agent', 'subAgent', 'middleman', 'customer')
      AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(db);
  return rows[0];
}

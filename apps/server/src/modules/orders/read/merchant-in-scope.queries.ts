import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** For whom an order is made by hand. */
export interface MerchantInScope {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint;
  readonly currency: Currency;
  readonly api_version: ApiVersion;
  /** He and his senior agent are both open. */
  readonly is_active: boolean;
}

/** A merchant of the caller's tree, or the caller himself; undefined for anybody else's. */
export async function findMerchant(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<MerchantInScope | undefined> {
  const { rows } = await sql<MerchantInScope>`
    SELECT u.id, u.name, u.agent_id, u.currency, u.api_version, u.status = 'active' AND a.status = 'active' AS is_active
    FROM app_user u JOIN app_user a ON a.id = u.agent_id
    WHERE u.id = ${id} AND u.kind = 'customer' AND ${inTree(scope, { agent: 'u.agent_id', customer: 'u.id' })}`.execute(
    db,
  );
  return rows[0];
}

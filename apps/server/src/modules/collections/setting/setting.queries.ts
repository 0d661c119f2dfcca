import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** What is set; a null leaves it to whoever stands above, and where nobody says anything to the product. */
export interface SettingWords {
  readonly expires_in_s: number | null;
  readonly same_name_minutes: number | null;
  readonly same_name_count: number | null;
  readonly late_payment: 'credit' | 'abnormal' | null;
  readonly callback_delays_s: number[] | null;
  readonly hold_after_8h: boolean | null;
  readonly ring_new_orders: boolean | null;
  /** Millionths of a major unit of the order's currency: how much another sum may differ and still pay an order. */
  readonly tolerance: bigint | null;
}

/** What holds for a merchant of a senior agent, for the agent (no merchant), or for the platform (neither). */
export async function settingOf(
  db: Kysely<Tables>,
  { customerId, agentId }: { readonly customerId: bigint | null; readonly agentId: bigint | null },
): Promise<SettingWords> {
  const { rows } = await sql<SettingWords>`
    SELECT * FROM collection_setting_of(${customerId}::bigint, ${agentId}::bigint)`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('There is always a setting');
  return row;
}

export type OwnSetting = SettingWords & { readonly owner_id: bigint; readonly version: number };

/** What these have set themselves; 0 is the platform. Those who have set nothing are absent. */
export async function listOwnSettings(
  db: Kysely<Tables>,
  ownerIds: readonly bigint[],
): Promise<OwnSetting[]> {
  return db.selectFrom('collection_setting').selectAll().where('owner_id', 'in', ownerIds).execute();
}

export interface SettingOwner {
  readonly id: bigint;
  readonly name: string;
  readonly kind: 'customer' | 'agent';
  /** The senior agent above a merchant; null for an agent. */
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
}

/** A merchant or senior agent of the caller's tree. */
export async function findSettingOwner(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<SettingOwner | undefined> {
  const { rows } = await sql<SettingOwner>`
    SELECT u.id, u.name, u.kind, a.id AS agent_id, a.name AS agent_name
    FROM app_user u LEFT JOIN app_user a ON a.id = u.agent_id AND u.kind = 'customer'
    WHERE u.id = ${id} AND u.kind IN ('customer', 'agent')
      AND (${inTree(scope, { agent: 'u.agent_id' })} OR ${inTree(scope, { agent: 'u.id' })})`.execute(db);
  return rows[0];
}

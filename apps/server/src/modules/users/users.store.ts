import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';

export type UserColumns = Pick<
  Updateable<Tables['app_user']>,
  | 'name'
  | 'phone'
  | 'email'
  | 'settle_rule'
  | 'payout_from_unsettled'
  | 'api_version'
  | 'callback_hold_after_8h'
  | 'notify_via'
  | 'system_fee_mode'
  | 'permissions'
  | 'allow_manual_balance'
  | 'allow_manual_payout'
  | 'ip_allowlist'
  | 'payment_password_hash'
  | 'sub_agent_id'
  | 'middleman_id'
  | 'switched_off_by'
> & { readonly status?: UserStatus };

/** Changes columns of a user whose row is locked; the version moves with it. */
export async function saveUser(tx: Tx, id: bigint, columns: UserColumns): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ ...columns, updated_at: sql<Date>`business_now()` })
    .where('id', '=', id)
    .execute();
}

/** What stands in these columns of a locked user. */
export async function readColumns(
  tx: Tx,
  id: bigint,
  names: readonly (keyof UserColumns)[],
): Promise<Record<string, unknown>> {
  if (names.length === 0) return {};
  return tx
    .selectFrom('app_user')
    .select([...names])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Sub-accounts of an owner that were not archived. */
export async function subsOf(tx: Tx, ownerId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM app_user
    WHERE parent_id = ${ownerId} AND kind IN ('staffSub', 'customerSub') AND status <> 'archived'`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export interface LiveSession {
  readonly id: bigint;
  readonly ip: string | null;
}

export async function sessionsOf(tx: Tx, userId: bigint): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    SELECT id, ip FROM session WHERE user_id = ${userId} AND ended_at IS NULL`.execute(tx);
  return rows;
}

/** Administrators who can still act, locked so that two disablings do not each leave the other as the last. */
export async function lockActiveAdmins(tx: Tx): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM app_user WHERE kind = 'admin' AND status = 'active' ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Orders of a merchant that are not at their end: unpaid, with a refund under way, or payouts that hold his money. */
export async function countOpenOrders(tx: Tx, customerId: bigint): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT (
      SELECT count(*) FROM collection_order
      WHERE customer_id = ${customerId} AND (status = 'pending' OR refund_status IN ('preparing', 'refunding'))
    ) + (
      SELECT count(*) FROM payout_order WHERE customer_id = ${customerId} AND status = 'processing'
    ) AS n`.execute(tx);
  return rows[0]?.n ?? 0n;
}

/** Users below a senior agent, or bound to a general agent or middleman, who were not archived. */
export async function countDependants(tx: Tx, id: bigint): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM app_user
    WHERE status <> 'archived' AND kind NOT IN ('staffSub', 'customerSub')
      AND ${id} IN (parent_id, sub_agent_id, middleman_id)`.execute(tx);
  return rows[0]?.n ?? 0n;
}

export interface Descent {
  readonly id: bigint;
  readonly tenant_path: string;
}

/** An active senior agent, kept from being archived meanwhile. */
export async function lockAgent(tx: Tx, id: bigint): Promise<Descent | undefined> {
  const { rows } = await sql<Descent>`
    SELECT id, tenant_path FROM app_user
    WHERE id = ${id} AND kind = 'agent' AND status = 'active' FOR KEY SHARE`.execute(tx);
  return rows[0];
}

/**
 * Moves a merchant with his sub-accounts below another senior agent. The general agent of the old tree is unbound, and
 * so is a middleman of that tree; merchant channels that the new agent may not use are switched off. Whom the old agent had
 * switched off, the new one may open.
 */
export async function moveMerchant(
  tx: Tx,
  customerId: bigint,
  oldPath: string,
  agent: Descent,
): Promise<void> {
  const newPath = `${agent.tenant_path}${customerId}.`;
  await sql`
    UPDATE app_user u
    SET agent_id = ${agent.id},
        switched_off_by = CASE WHEN u.switched_off_by = u.agent_id THEN ${agent.id} ELSE u.switched_off_by END, tenant_path = ${newPath}::text || substr(u.tenant_path, length(${oldPath}::text) + 1),
        updated_at = business_now()
    WHERE u.tenant_path LIKE ${`${oldPath}%`}`.execute(tx);
  await sql`
    UPDATE app_user u
    SET parent_id = ${agent.id}, sub_agent_id = NULL,
        middleman_id = CASE WHEN m.agent_id IS NULL THEN u.middleman_id END
    FROM app_user self LEFT JOIN app_user m ON m.id = self.middleman_id
    WHERE u.id = ${customerId} AND self.id = u.id`.execute(tx);
  await sql`
    UPDATE customer_method cm SET enabled = false
    WHERE cm.customer_id = ${customerId}
      AND NOT EXISTS (SELECT FROM agent_method am WHERE am.agent_id = ${agent.id} AND am.channel_id = cm.channel_id)`.execute(
    tx,
  );
}

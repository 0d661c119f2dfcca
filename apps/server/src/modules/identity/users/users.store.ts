import { sql } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../../platform/db/transact.ts';

export interface NewUserRow {
  readonly id?: bigint;
  readonly kind: RoleName;
  readonly username: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly paymentPasswordHash: string | null;
  readonly roleId: bigint | null;
  readonly parentId: bigint | null;
  readonly agentId: bigint | null;
  readonly subAgentId: bigint | null;
  readonly middlemanId: bigint | null;
  readonly customerId: bigint | null;
  readonly madeBy: bigint | null;
  readonly permissions: readonly string[] | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly currency: Currency;
  readonly region: string;
  readonly status: UserStatus;
  readonly totpSealed: string | null;
  readonly isDemo: boolean;
}

export interface ParentRow {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly agent_id: bigint | null;
  readonly customer_id: bigint | null;
  readonly tenant_path: string;
  readonly status: UserStatus;
}

/** The user above, locked so that he is not archived meanwhile. */
export async function lockParent(tx: Tx, id: bigint): Promise<ParentRow | undefined> {
  const { rows } = await sql<ParentRow>`
    SELECT id, kind, agent_id, customer_id, tenant_path, status FROM app_user WHERE id = ${id} FOR KEY SHARE`.execute(
    tx,
  );
  return rows[0];
}

/** Stores a user below `parentPath`; his own id ends his path. Answers the id. */
export async function insertUser(tx: Tx, parentPath: string, row: NewUserRow): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    WITH fresh AS (
      SELECT coalesce(${row.id ?? null}::bigint, nextval(pg_get_serial_sequence('app_user', 'id'))) AS id
    )
    INSERT INTO app_user (id, kind, username, name, password_hash, payment_password_hash, role_id, parent_id, agent_id,
                          sub_agent_id, middleman_id, customer_id, made_by, permissions, tenant_path, phone, email,
                          currency, region, status, totp_sealed, totp_bound_at, is_demo, created_at, updated_at)
    SELECT id, ${row.kind}, ${row.username}, ${row.name}, ${row.passwordHash}, ${row.paymentPasswordHash},
           ${row.roleId}::bigint, ${row.parentId}::bigint, ${row.agentId}::bigint, ${row.subAgentId}::bigint,
           ${row.middlemanId}::bigint, ${row.customerId}::bigint, ${row.madeBy}::bigint,
           ${row.permissions}::text[], ${parentPath}::text || id || '.', ${row.phone}, ${row.email}, ${row.currency},
           ${row.region}, ${row.status}, ${row.totpSealed}::text, CASE WHEN ${row.totpSealed}::text IS NOT NULL THEN business_now() END,
           ${row.isDemo}::boolean, business_now(), business_now()
    FROM fresh
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The user was not stored');
  return id;
}

/** Stores a new password hash. */
export async function savePassword(tx: Tx, userId: bigint, passwordHash: string): Promise<void> {
  await sql`
    UPDATE app_user SET password_hash = ${passwordHash}, updated_at = business_now() WHERE id = ${userId}`.execute(
    tx,
  );
}

/** A user of this name and kind who has no password yet. */
export async function findNewcomer(tx: Tx, username: string, kind: RoleName): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM app_user
    WHERE lower(username) = ${username.toLowerCase()} AND kind = ${kind} AND password_hash = '' FOR UPDATE`.execute(
    tx,
  );
  return rows[0]?.id;
}

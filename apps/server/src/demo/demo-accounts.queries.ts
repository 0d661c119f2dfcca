import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../platform/db/tables.generated.ts';

export interface DemoAccountRow {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly username: string;
  readonly totp_sealed: string | null;
  readonly api_key: string | null;
  readonly api_secret_sealed: string | null;
  readonly webhook_secret_sealed: string | null;
}

/** The demo's people in the order in which they were made; a merchant with his first live key that still works. */
export async function listDemoAccounts(db: Kysely<Tables>): Promise<DemoAccountRow[]> {
  const { rows } = await sql<DemoAccountRow>`
    SELECT u.id, u.kind, u.username, CASE WHEN u.totp_bound_at IS NOT NULL THEN u.totp_sealed END AS totp_sealed,
           k.key AS api_key, k.secret_sealed AS api_secret_sealed, w.secret_sealed AS webhook_secret_sealed
    FROM app_user u
    LEFT JOIN LATERAL (
      SELECT key, secret_sealed FROM api_key
      WHERE customer_id = u.id AND NOT is_test AND disabled_at IS NULL ORDER BY id LIMIT 1) k ON true
    LEFT JOIN webhook_endpoint w ON w.customer_id = u.id AND u.kind = 'customer'
    WHERE u.is_demo AND u.status = 'active' ORDER BY u.id`.execute(db);
  return rows;
}

export async function hasExports(db: Kysely<Tables>, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM export_job WHERE owner_id = ${userId}) AS some`.execute(db);
  return rows[0]?.some === true;
}

/** Whether somebody has edited a balance by hand. */
export async function hasEdited(db: Kysely<Tables>, username: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM balance_edit e JOIN app_user u ON u.id = e.maker_id
                   WHERE u.username = ${username}) AS some`.execute(db);
  return rows[0]?.some === true;
}

/** Whether somebody has submitted anything to a second person. */
export async function hasAsked(db: Kysely<Tables>, username: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM approval a JOIN app_user u ON u.id = a.maker_id
                   WHERE u.username = ${username}) AS some`.execute(db);
  return rows[0]?.some === true;
}

/** Whether somebody has sent a file of payouts. */
export async function hasPaidOut(db: Kysely<Tables>, username: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM payout_batch b JOIN app_user u ON u.id = b.customer_id
                   WHERE u.username = ${username}) AS some`.execute(db);
  return rows[0]?.some === true;
}

/** Whether anybody of the demo ever asked for a withdrawal, a top-up or a template of channels. */
export async function hasMovedMoney(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM withdrawal) OR EXISTS (SELECT FROM deposit) OR EXISTS (SELECT FROM channel_model) AS some`.execute(
    db,
  );
  return rows[0]?.some === true;
}

/** The accounts to which a user of the demo has his money sent, in the order in which he named them. */
export async function withdrawAccountsOf(
  db: Kysely<Tables>,
  username: string,
): Promise<{ readonly id: bigint; readonly type: 'bank' | 'chain' }[]> {
  const { rows } = await sql<{ id: bigint; type: 'bank' | 'chain' }>`
    SELECT a.id, a.type FROM withdraw_account a JOIN app_user u ON u.id = a.owner_id AND u.is_demo
    WHERE u.username = ${username} AND a.deleted_at IS NULL ORDER BY a.id`.execute(db);
  return rows;
}

/** The channels of the demo by their codes. */
export async function channelIds(db: Kysely<Tables>): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: bigint; code: string }>`SELECT id, code FROM channel ORDER BY id`.execute(
    db,
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

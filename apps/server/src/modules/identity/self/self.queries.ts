import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface SelfRow {
  readonly id: bigint;
  readonly name: string;
  readonly username: string;
  readonly kind: RoleName;
  readonly currency: Currency;
  readonly agent_id: bigint | null;
  readonly totp_bound: boolean;
  readonly last_login_at: Date | null;
  readonly last_login_ip: string | null;
  readonly clock_ahead_ms: number;
}

/** The user whom the caller is, or acts for. */
export async function findSelf(db: Kysely<Tables>, userId: bigint): Promise<SelfRow | undefined> {
  const { rows } = await sql<SelfRow>`
    SELECT id, name, username, kind, currency, agent_id, totp_bound_at IS NOT NULL AS totp_bound,
           last_login_at, last_login_ip, round(extract(epoch FROM business_now() - now()) * 1000)::float8 AS clock_ahead_ms
    FROM app_user WHERE id = ${userId}`.execute(db);
  return rows[0];
}

export interface DemoRow {
  readonly kind: RoleName;
  readonly username: string;
  readonly name: string;
  readonly fresh: boolean;
}

/** The accounts that the demo made, in the order it made them; `fresh` ones never had a second factor. */
export async function listDemoAccounts(db: Kysely<Tables>): Promise<DemoRow[]> {
  const { rows } = await sql<DemoRow>`
    SELECT kind, username, name, totp_bound_at IS NULL AND totp_reset_at IS NULL AS fresh
    FROM app_user WHERE is_demo AND status = 'active' ORDER BY id`.execute(db);
  return rows;
}

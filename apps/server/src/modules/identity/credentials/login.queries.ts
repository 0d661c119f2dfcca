import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** What the door must know of a user. */
export interface LoginUser {
  readonly id: bigint;
  readonly username: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
  /** Of the owner of a sub-account; null for everybody else. */
  readonly owner_status: UserStatus | null;
  readonly name: string;
  readonly password_hash: string;
  readonly payment_password_hash: string | null;
  readonly currency: Currency;
  readonly agent_id: bigint | null;
  readonly ip_allowlist: string[];
  readonly totp_sealed: string | null;
  readonly totp_pending_sealed: string | null;
  readonly totp_bound_at: Date | null;
  readonly totp_reset_at: Date | null;
  readonly last_login_ip: string | null;
  readonly is_demo: boolean;
}

export function findUserByName(db: Kysely<Tables>, username: string): Promise<LoginUser | undefined> {
  return findUser(db, sql`lower(u.username) = ${username.toLowerCase()}`);
}

export function findUserById(db: Kysely<Tables>, userId: bigint): Promise<LoginUser | undefined> {
  return findUser(db, sql`u.id = ${userId}`);
}

/** Reads the user and locks his row, so that a change of his rights and a sign-in never pass each other. */
export function lockUser(tx: Tx, userId: bigint): Promise<LoginUser | undefined> {
  return findUser(tx, sql`u.id = ${userId}`, sql`FOR NO KEY UPDATE OF u`);
}

async function findUser(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<LoginUser | undefined> {
  const { rows } = await sql<LoginUser>`
    SELECT u.id, u.username, u.kind, u.status, o.status AS owner_status, u.name, u.password_hash,
           u.payment_password_hash, u.currency, u.agent_id,
           u.ip_allowlist, u.totp_sealed, u.totp_pending_sealed, u.totp_bound_at, u.totp_reset_at, u.last_login_ip,
           u.is_demo
    FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    WHERE ${condition} ${lock}`.execute(db);
  return rows[0];
}

/** Whether sessions were opened in this browser: by anybody, and by the user of this name. */
export async function browserHistory(
  db: Kysely<Tables>,
  browserHash: string,
  username: string,
): Promise<{ readonly anybody: boolean; readonly user: boolean }> {
  const { rows } = await sql<{ anybody: boolean; user: boolean }>`
    SELECT EXISTS (SELECT FROM session WHERE browser_hash = ${browserHash}) AS anybody,
           EXISTS (
             SELECT FROM session s JOIN app_user u ON u.id = s.user_id
             WHERE s.browser_hash = ${browserHash} AND lower(u.username) = ${username.toLowerCase()}
           ) AS user`.execute(db);
  return rows[0] ?? { anybody: false, user: false };
}

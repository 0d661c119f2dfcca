import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface ProfileRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly phone: string | null;
  readonly email: string | null;
  readonly region: string;
  readonly currency: Currency;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly payment_password_set: boolean;
  readonly totp_bound_at: Date | null;
  readonly ip_allowlist: string[];
}

export async function findProfile(db: Kysely<Tables>, userId: bigint): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    SELECT id, username, name, kind, phone, email, region, currency, created_at, updated_at,
           payment_password_hash IS NOT NULL AS payment_password_set, totp_bound_at, ip_allowlist
    FROM app_user WHERE id = ${userId}`.execute(db);
  return rows[0];
}

import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface OwnKeyRow {
  readonly id: bigint;
  readonly key: string;
  readonly is_test: boolean;
  readonly scopes: ('collect' | 'payout' | 'read')[];
  readonly ip_allowlist: string[];
  readonly daily_payout_minor: bigint | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly previous_until: Date | null;
}

/** The keys of one merchant that are in force, the newest first. */
export async function listOwnKeys(db: Kysely<Tables>, customerId: bigint): Promise<OwnKeyRow[]> {
  const { rows } = await sql<OwnKeyRow>`
    SELECT k.id, k.key, k.is_test, k.scopes, k.ip_allowlist, k.daily_payout_minor, k.created_at,
           (SELECT max(minute) FROM api_usage WHERE api_key_id = k.id) AS last_used_at,
           CASE WHEN k.previous_until > now() THEN k.previous_until END AS previous_until
    FROM api_key k WHERE k.customer_id = ${customerId} AND k.disabled_at IS NULL ORDER BY k.id DESC`.execute(
    db,
  );
  return rows;
}

export interface MerchantRow {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint | null;
  readonly currency: Currency;
}

export async function findMerchant(db: Kysely<Tables>, id: bigint): Promise<MerchantRow | undefined> {
  const { rows } = await sql<MerchantRow>`
    SELECT id, name, agent_id, currency FROM app_user WHERE id = ${id} AND kind = 'customer'`.execute(db);
  return rows[0];
}

export async function usernameOf(db: Kysely<Tables>, userId: bigint): Promise<string> {
  const { rows } = await sql<{
    username: string;
  }>`SELECT username FROM app_user WHERE id = ${userId}`.execute(db);
  return rows[0]?.username ?? '';
}

export interface OwnWebhookRow {
  readonly url: string | null;
  readonly previous_until: Date | null;
  readonly api_version: ApiVersion;
  readonly has_legacy_secret: boolean;
}

export async function findOwnWebhook(db: Kysely<Tables>, customerId: bigint): Promise<OwnWebhookRow> {
  const { rows } = await sql<OwnWebhookRow>`
    SELECT w.url, CASE WHEN w.previous_until > now() THEN w.previous_until END AS previous_until, u.api_version,
           w.v1_secret_sealed IS NOT NULL AS has_legacy_secret
    FROM app_user u LEFT JOIN webhook_endpoint w ON w.customer_id = u.id WHERE u.id = ${customerId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Merchant ${customerId} is gone`);
  return row;
}

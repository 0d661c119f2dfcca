import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface ApiKeyRow {
  readonly id: bigint;
  readonly key: string;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly secret_sealed: string;
  /** The secret before the last rotation, while it is still good. */
  readonly previous_secret_sealed: string | null;
  readonly scopes: string[];
  readonly is_test: boolean;
  readonly ip_allowlist: string[];
  readonly per_minute: number;
  readonly currency: Currency;
  readonly currencies: Currency[];
  readonly expires_in_s: number | null;
  readonly is_active: boolean;
}

/** How long his orders wait where he names no time; null where nobody has set it. */
const waits = sql`(SELECT s.expires_in_s FROM collection_setting_of(u.id, u.agent_id) s)`;

/** The currencies in which a merchant has a way to collect, open or not. */
const collects = sql`ARRAY(
  SELECT DISTINCT c.currency FROM customer_method m JOIN channel c ON c.id = m.channel_id AND c.direction = 'collection'
  WHERE m.customer_id = u.id)`;

/** The keys that are in force, of whatever merchant; disabled ones are absent. */
export async function findApiKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    SELECT k.id, k.key, k.customer_id, u.agent_id, k.secret_sealed,
           CASE WHEN k.previous_until > now() THEN k.previous_secret_sealed END AS previous_secret_sealed,
           k.scopes, k.is_test, k.ip_allowlist, k.per_minute, u.currency, ${collects} AS currencies, ${waits} AS expires_in_s,
           u.status = 'active' AS is_active
    FROM api_key k JOIN app_user u ON u.id = k.customer_id AND u.kind = 'customer'
    WHERE k.key = ANY (${keys}::text[]) AND k.disabled_at IS NULL`.execute(db);
  return rows;
}

export interface V1MerchantRow {
  readonly customer_id: bigint;
  readonly form: 'v1' | 'epay';
  readonly agent_id: bigint;
  readonly secret_sealed: string;
  readonly ip_allowlist: string[];
  readonly currency: Currency;
  readonly currencies: Currency[];
  readonly expires_in_s: number | null;
  readonly is_active: boolean;
  /** His newest key that pays out; null where he has none. */
  readonly payout_key_id: bigint | null;
  readonly payout_allowlist: string[] | null;
}

/** Merchants for whom one of the older forms is switched on and who have its secret. */
export async function findLegacyMerchants(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<V1MerchantRow[]> {
  const { rows } = await sql<V1MerchantRow>`
    SELECT u.id AS customer_id, u.api_version AS form, u.agent_id, w.v1_secret_sealed AS secret_sealed, u.ip_allowlist, u.currency,
           ${collects} AS currencies, ${waits} AS expires_in_s, u.status = 'active' AS is_active,
           k.id AS payout_key_id, k.ip_allowlist AS payout_allowlist
    FROM app_user u JOIN webhook_endpoint w ON w.customer_id = u.id
    LEFT JOIN LATERAL (
      SELECT p.id, p.ip_allowlist FROM api_key p
      WHERE p.customer_id = u.id AND p.disabled_at IS NULL AND NOT p.is_test AND 'payout' = ANY (p.scopes)
      ORDER BY p.id DESC LIMIT 1) k ON true
    WHERE u.id = ANY (${ids}::bigint[]) AND u.kind = 'customer' AND u.api_version <> 'v2'
      AND w.v1_secret_sealed IS NOT NULL`.execute(db);
  return rows;
}

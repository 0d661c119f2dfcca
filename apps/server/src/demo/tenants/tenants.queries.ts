import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** empty: nobody was ever here · demo: filled by a demo before · foreign: somebody's own data. */
export type Occupation = 'empty' | 'demo' | 'foreign';

export async function occupationOf(db: Kysely<Tables>): Promise<Occupation> {
  const { rows } = await sql<{ users: boolean; demo: boolean }>`
    SELECT EXISTS (SELECT FROM app_user) AS users, EXISTS (SELECT FROM app_user WHERE is_demo) AS demo`.execute(
    db,
  );
  const row = rows[0];
  if (row?.demo === true) return 'demo';
  return row?.users === true ? 'foreign' : 'empty';
}

export interface ShopRow {
  readonly shop: string;
  readonly url: string | null;
  readonly secret_sealed: string;
  readonly v1_secret_sealed: string | null;
}

/** The demo's merchants with the secrets that their callbacks are signed with now. */
export async function listShops(db: Kysely<Tables>): Promise<ShopRow[]> {
  const { rows } = await sql<ShopRow>`
    SELECT u.username AS shop, w.url, w.secret_sealed, w.v1_secret_sealed
    FROM webhook_endpoint w JOIN app_user u ON u.id = w.customer_id
    WHERE u.is_demo ORDER BY u.id`.execute(db);
  return rows;
}

/** Where the demo's channel accounts lead now; undefined before the first start. */
export async function findBankOrigin(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ base_url: string }>`
    SELECT a.base_url FROM channel_account a
    JOIN provider p ON p.id = a.provider_id AND p.driver = 'simpay'
    JOIN app_user u ON u.id = a.agent_id AND u.is_demo
    ORDER BY a.id LIMIT 1`.execute(db);
  return rows[0]?.base_url;
}

export interface MerchantRow {
  readonly id: bigint;
  readonly username: string;
}

export async function listMerchants(db: Kysely<Tables>): Promise<MerchantRow[]> {
  return db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('is_demo', '=', true)
    .where('kind', '=', 'customer')
    .orderBy('id')
    .execute();
}

import pg from 'pg';

export const merchantCount = 1_000;
export const firstMerchantId = 200_001;

/** A senior agent with a general agent, a middleman, one channel, and merchants who use it: plain rows. */
export async function seedTenants(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, agent_id, created_at, updated_at) VALUES
        (100001, 'agent', 'agent', 'Agent', '-', '100001.', NULL, now(), now()),
        (100002, 'subAgent', 'general', 'General', '-', '100001.100002.', 100001, now(), now()),
        (100003, 'middleman', 'middleman', 'Middleman', '-', '100001.100003.', 100001, now(), now());
      INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, agent_id, sub_agent_id, middleman_id, created_at, updated_at)
      SELECT n, 'customer', 'merchant' || n, 'Merchant ' || n, '-', '100001.' || n || '.', 100001, 100002, 100003, now(), now()
      FROM generate_series(${firstMerchantId}, ${firstMerchantId + merchantCount - 1}) AS n;
      INSERT INTO provider (code, name, driver) VALUES ('bench', 'Bench', 'simpay');
      INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
      VALUES (1, 100001, 'Bench', 'collection', 'TWD', 'http://127.0.0.1:9', '-', now());
      INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
      VALUES ('collection', 'BANK', 'Bank', 'bank_transfer', 1, 'TWD', 1.5, 20000);
      INSERT INTO agent_method (agent_id, channel_id, system_pct) VALUES (100001, 1, 0.2);
      INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, middleman_pct)
      SELECT id, 1, 'bank', 2.8, 50000, 0.3, 0.1 FROM app_user WHERE kind = 'customer';`);
  } finally {
    await client.end();
  }
}

import pg from 'pg';

export const merchantCount = 1_000;
export const firstMerchantId = 200_001;
const agentCount = 20;

/** The senior agent of a merchant. */
export function agentOf(merchantId: bigint): bigint {
  return 100_001n + (merchantId % BigInt(agentCount));
}

/** Twenty senior agents, each with a general agent and a middleman, one channel, and merchants who use it. */
export async function seedTenants(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, agent_id, created_at, updated_at)
      SELECT 100000 + n, 'agent', 'agent' || n, 'Agent', '-', (100000 + n) || '.', NULL, now(), now()
      FROM generate_series(1, ${agentCount}) AS n
      UNION ALL
      SELECT 110000 + n, 'subAgent', 'general' || n, 'General', '-', (100000 + n) || '.' || (110000 + n) || '.', 100000 + n, now(), now()
      FROM generate_series(1, ${agentCount}) AS n
      UNION ALL
      SELECT 120000 + n, 'middleman', 'middleman' || n, 'Middleman', '-', (100000 + n) || '.' || (120000 + n) || '.', 100000 + n, now(), now()
      FROM generate_series(1, ${agentCount}) AS n;
      INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, agent_id, sub_agent_id, middleman_id, created_at, updated_at)
      SELECT id, 'customer', 'merchant' || id, 'Merchant ' || id, '-', agent || '.' || id || '.', agent, agent + 10000, agent + 20000, now(), now()
      FROM (SELECT n AS id, 100001 + n % ${agentCount} AS agent
            FROM generate_series(${firstMerchantId}, ${firstMerchantId + merchantCount - 1}) AS n) m;
      INSERT INTO provider (code, name, driver) VALUES ('bench', 'Bench', 'simpay');
      INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
      VALUES (1, 100001, 'Bench', 'collection', 'TWD', 'http://127.0.0.1:9', '-', now());
      INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
      VALUES ('collection', 'BANK', 'Bank', 'bank_transfer', 1, 'TWD', 1.5, 20000);
      INSERT INTO agent_method (agent_id, channel_id, system_pct)
      SELECT 100000 + n, 1, 0.2 FROM generate_series(1, ${agentCount}) AS n;
      INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, middleman_pct)
      SELECT id, 1, 'bank', 2.8, 50000, 0.3, 0.1 FROM app_user WHERE kind = 'customer';`);
  } finally {
    await client.end();
  }
}

/** A channel by which all of them pay out, at a price of their own, and rules that are looked at and allow it. */
export const payoutTerms = `
  INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
  VALUES (1, 100001, 'Out', 'payout', 'TWD', 'http://127.0.0.1:9', '-', now());
  INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_per_item)
  VALUES ('payout', 'OUT', 'Out', 'bank_transfer', 2, 'TWD', 80000);
  INSERT INTO agent_method (agent_id, channel_id, system_per_item) SELECT id, 2, 20000 FROM app_user WHERE kind = 'agent';
  INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, sub_agent_per_item)
  SELECT id, 2, 'out', 0.1, 150000, 0, 30000 FROM app_user WHERE kind = 'customer';
  UPDATE payout_setting SET merchant_peak_factor = 1000000000, payee_hour_count = 1000000, key_hour_count = 1000000000;`;

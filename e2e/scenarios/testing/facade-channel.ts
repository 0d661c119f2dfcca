import { loadSecrets } from '../../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../../apps/server/src/platform/crypto/vault.ts';
import { openAdmin } from '../../harness/database.ts';
import type { ServerView } from '../../harness/server-view.ts';

/** A provider that the sandbox speaks the language of. */
export interface Facade {
  readonly driver: string;
  /** How its payers pay. */
  readonly methodType: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/**
 * Opens a channel by a facade to a merchant, at the prices that he has for his codes, under the driver's name as method
 * code. What comes late by it is credited.
 */
export async function openFacade(
  server: ServerView,
  username: string,
  { credentials, driver, methodType }: Facade,
): Promise<void> {
  const admin = openAdmin(server);
  try {
    const sealed = createVault(loadSecrets(server.dataDir)).seal(
      JSON.stringify({ ...credentials, payer_base_url: `${server.url}/sandbox/${driver}` }),
      'channel_account.credentials',
    );
    await admin.query(
      'INSERT INTO provider (code, name, driver) VALUES ($1, $1, $1) ON CONFLICT DO NOTHING',
      [driver],
    );
    const rows = await admin.query(
      `WITH model AS (
         SELECT m.*, c.id AS of_channel, a.agent_id, a.base_url, a.currency, c.endpoint_pct, c.endpoint_per_item
         FROM customer_method m JOIN app_user u ON u.id = m.customer_id
         JOIN channel c ON c.id = m.channel_id JOIN channel_account a ON a.id = c.channel_account_id
         WHERE u.username = $1 AND m.alias = 'qr' LIMIT 1
       ), account AS (
         INSERT INTO channel_account
           (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, late_payment, created_at)
         SELECT p.id, model.agent_id, p.name, 'collection', model.currency, model.base_url || '/' || $2, $3, 'credit', now()
         FROM model, provider p WHERE p.code = $2 RETURNING id
       ), opened AS (
         INSERT INTO channel
           (direction, code, name, method_type, channel_account_id, currency, min_amount, max_amount, integer_only,
            endpoint_pct, endpoint_per_item)
         SELECT 'collection', $2, $2, $4, account.id, model.currency, 10000, 1000000000, true,
                model.endpoint_pct, model.endpoint_per_item
         FROM model, account RETURNING id
       ), priced AS (
         INSERT INTO agent_method (agent_id, channel_id, system_pct, system_per_item)
         SELECT model.agent_id, opened.id, s.system_pct, s.system_per_item
         FROM model, opened, agent_method s
         WHERE s.agent_id = model.agent_id AND s.channel_id = model.of_channel RETURNING 1
       )
       INSERT INTO customer_method
         (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, sub_agent_per_item,
          middleman_pct, middleman_per_item)
       SELECT model.customer_id, opened.id, $2, model.merchant_pct, model.merchant_per_item, model.sub_agent_pct,
              model.sub_agent_per_item, model.middleman_pct, model.middleman_per_item
       FROM model, opened, priced RETURNING 1`,
      [username, driver, sealed, methodType],
    );
    if (rows.length !== 1) throw new Error(`No channel by ${driver} could be opened to ${username}`);
  } finally {
    await admin.close();
  }
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';

const seedLock = 5_741_650_021;

/** Of several servers that start on one empty database, one seeds. Held until the transaction ends. */
export async function lockSeed(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${seedLock})`.execute(tx);
}

/** Sets the business clock back; only an empty database lets it. */
export async function setClockBack(tx: Tx, days: number): Promise<void> {
  await sql`UPDATE business_clock SET offset_us = -${days}::bigint * 86400000000`.execute(tx);
}

export async function insertRole(
  tx: Tx,
  name: string,
  ownerId: bigint,
  permissions: readonly string[],
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO role (name, owner_id, permissions, created_at, updated_at)
    VALUES (${name}, ${ownerId}, ${permissions}::text[], business_now(), business_now()) RETURNING id`.execute(
    tx,
  );
  return idOf(rows);
}

export async function insertBranding(tx: Tx, agentId: bigint, appName: string, color: string): Promise<void> {
  await tx.insertInto('branding').values({ agent_id: agentId, app_name: appName, color }).execute();
}

export async function saveSettleRule(tx: Tx, customerId: bigint, settleRule: string): Promise<void> {
  await tx.updateTable('app_user').set({ settle_rule: settleRule }).where('id', '=', customerId).execute();
}

export async function insertProvider(tx: Tx, code: string, name: string, driver: string): Promise<bigint> {
  const row = await tx
    .insertInto('provider')
    .values({ code, name, driver })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface NewChannelAccount {
  readonly providerId: bigint;
  readonly agentId: bigint;
  readonly name: string;
  readonly currency: string;
  readonly baseUrl: string;
  readonly credentialsSealed: string;
  readonly latePayment: 'credit' | 'abnormal';
  readonly direction: 'collection' | 'payout';
}

export async function insertChannelAccount(tx: Tx, account: NewChannelAccount): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed,
                                 late_payment, created_at)
    VALUES (${account.providerId}, ${account.agentId}, ${account.name}, ${account.direction}, ${account.currency},
            ${account.baseUrl}, ${account.credentialsSealed}, ${account.latePayment}, business_now())
    RETURNING id`.execute(tx);
  return idOf(rows);
}

export interface NewChannel {
  readonly direction: 'collection' | 'payout';
  readonly code: string;
  readonly name: string;
  readonly methodType: string;
  readonly channelAccountId: bigint;
  readonly currency: string;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly windows: readonly unknown[];
  readonly priority: number;
  readonly integerOnly: boolean;
  readonly needsPayerName: boolean;
  readonly endpointPct: string;
  readonly endpointPerItem: bigint;
}

export async function insertChannel(tx: Tx, channel: NewChannel): Promise<bigint> {
  const row = await tx
    .insertInto('channel')
    .values({
      direction: channel.direction,
      code: channel.code,
      name: channel.name,
      method_type: channel.methodType,
      channel_account_id: channel.channelAccountId,
      currency: channel.currency,
      min_amount: channel.minAmount,
      max_amount: channel.maxAmount,
      windows: JSON.stringify(channel.windows),
      priority: channel.priority,
      integer_only: channel.integerOnly,
      needs_payer_name: channel.needsPayerName,
      endpoint_pct: channel.endpointPct,
      endpoint_per_item: channel.endpointPerItem,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertAgentMethod(
  tx: Tx,
  method: {
    readonly agentId: bigint;
    readonly channelId: bigint;
    readonly systemPct: string;
    readonly systemPerItem: bigint;
  },
): Promise<void> {
  await tx
    .insertInto('agent_method')
    .values({
      agent_id: method.agentId,
      channel_id: method.channelId,
      system_pct: method.systemPct,
      system_per_item: method.systemPerItem,
    })
    .execute();
}

export interface NewCustomerMethod {
  readonly customerId: bigint;
  readonly channelId: bigint;
  readonly alias: string;
  readonly weight: number;
  readonly merchantPct: string;
  readonly merchantPerItem: bigint;
  readonly subAgentPct: string;
  readonly subAgentPerItem: bigint;
  readonly middlemanPct: string;
  readonly middlemanPerItem: bigint;
}

export async function insertCustomerMethod(tx: Tx, method: NewCustomerMethod): Promise<void> {
  await tx
    .insertInto('customer_method')
    .values({
      customer_id: method.customerId,
      channel_id: method.channelId,
      alias: method.alias,
      weight: method.weight,
      merchant_pct: method.merchantPct,
      merchant_per_item: method.merchantPerItem,
      sub_agent_pct: method.subAgentPct,
      sub_agent_per_item: method.subAgentPerItem,
      middleman_pct: method.middlemanPct,
      middleman_per_item: method.middlemanPerItem,
    })
    .execute();
}

export async function insertApiKey(
  tx: Tx,
  key: {
    readonly customerId: bigint;
    readonly key: string;
    readonly secretSealed: string;
    readonly isTest: boolean;
    /** Of a key that pays others: how much in a day, in minor units. It is used on this machine alone. */
    readonly dailyPayout?: bigint;
  },
): Promise<void> {
  const pays = key.dailyPayout !== undefined;
  await sql`
    INSERT INTO api_key (customer_id, key, secret_sealed, scopes, is_test, ip_allowlist, daily_payout_minor, created_at)
    VALUES (${key.customerId}, ${key.key}, ${key.secretSealed}, ${pays ? ['payout', 'read'] : ['collect', 'read']}::text[],
      ${key.isTest}, ${pays ? ['127.0.0.1/32', '::1/128'] : []}::text[], ${key.dailyPayout ?? null}, business_now())`.execute(
    tx,
  );
}

export async function insertWebhookEndpoint(
  tx: Tx,
  endpoint: {
    readonly customerId: bigint;
    readonly url: string;
    readonly secretSealed: string;
    readonly v1SecretSealed: string;
  },
): Promise<void> {
  await tx
    .insertInto('webhook_endpoint')
    .values({
      customer_id: endpoint.customerId,
      url: endpoint.url,
      secret_sealed: endpoint.secretSealed,
      v1_secret_sealed: endpoint.v1SecretSealed,
    })
    .execute();
}

export async function insertHolidays(
  tx: Tx,
  holidays: readonly (readonly [day: string, name: string])[],
): Promise<void> {
  await sql`
    INSERT INTO holiday (day, name)
    SELECT h.day::date, h.name
    FROM unnest(${holidays.map(([day]) => day)}::text[], ${holidays.map(([, name]) => name)}::text[]) AS h (day, name)
    ON CONFLICT (day) DO NOTHING`.execute(tx);
}

/** How the codes of providers begin that the demo's sandbox plays. */
export const facadePrefix = 'sandbox-';

/** The demo's channel accounts lead to the bank where it listens now; what it plays besides stands under paths of its own. */
export async function saveBankOrigin(tx: Tx, origin: string): Promise<void> {
  await sql`
    UPDATE channel_account a SET base_url = regexp_replace(a.base_url, '^https?://[^/]+', ${origin})
    FROM provider p, app_user u
    WHERE p.id = a.provider_id AND (p.driver = 'simpay' OR starts_with(p.code, ${facadePrefix}))
      AND u.id = a.agent_id AND u.is_demo
      AND a.base_url <> regexp_replace(a.base_url, '^https?://[^/]+', ${origin})`.execute(tx);
}

/** Callbacks to the demo's shops follow the echo shop, those that still wait included. */
export async function saveEchoOrigin(tx: Tx, before: string, now: string): Promise<void> {
  await sql`
    UPDATE webhook_endpoint SET url = ${now} || substr(url, length(${before}) + 1)
    WHERE starts_with(url, ${`${before}/`})`.execute(tx);
  await sql`
    UPDATE callback SET url = ${now} || substr(url, length(${before}) + 1),
                        lane = ${now} || substr(lane, length(${before}) + 1)
    WHERE next_at IS NOT NULL AND starts_with(url, ${`${before}/`}) AND starts_with(lane, ${`${before} `})`.execute(
    tx,
  );
}

function idOf(rows: readonly { readonly id: bigint }[]): bigint {
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The row was not stored');
  return id;
}

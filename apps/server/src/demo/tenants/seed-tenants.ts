import { generateSecret } from 'otplib';
import { refuseLowLimit } from '@suanpan/domain/fees/lower-limit';
import type { CollectionTerms } from '@suanpan/domain/fees/split';
import { parseAmount } from '@suanpan/money/amount';
import { formatRate, parseRate } from '@suanpan/money/rate';
import { recordAudit } from '../../modules/audit/index.ts';
import { createUser } from '../../modules/identity/index.ts';
import type { UserDraft } from '../../modules/identity/index.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import {
  aliasTerms,
  demoChannelAccounts,
  demoChannels,
  demoPayoutAccounts,
  payoutTerms,
} from './demo-channels.ts';
import type { AliasTerms } from './demo-channels.ts';
import {
  channelAccountNames,
  channelNames,
  facadeNames,
  holidays,
  providerName,
  roleTitles,
  userNames,
} from '../demo-names.ts';
import type { DemoSecrets } from '../demo-secrets.ts';
import { demoMerchants, demoRoles, platformUsers, subAccounts } from './demo-tenants.ts';
import type { DemoMerchant, DemoUser } from './demo-tenants.ts';
import { seedRates } from './seed-rates.ts';
import { seedWithdrawals } from './seed-withdrawals.ts';
import { occupationOf } from './tenants.queries.ts';
import {
  insertAgentMethod,
  insertApiKey,
  insertBranding,
  insertChannel,
  insertChannelAccount,
  insertCustomerMethod,
  insertHolidays,
  insertProvider,
  insertRole,
  insertWebhookEndpoint,
  facadePrefix,
  lockSeed,
  saveSettleRule,
  setClockBack,
} from './tenants.store.ts';

export interface SeedTenantsDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly secrets: DemoSecrets;
  readonly bankOrigin: string;
  readonly echoShopOrigin: string;
}

/** How far back the demo's history reaches. */
export const historyDays = 30;
/** What a merchant's program may pay others in a day, in major units. */
const payoutKeyDaily = '50000';

/**
 * Fills an empty database with the demo's people, channels and keys, all in one transaction, and sets the business
 * clock back to where their history begins. False when the database is not empty: nothing was done.
 */
export async function seedTenants(deps: SeedTenantsDeps): Promise<boolean> {
  return transact(deps.db.app, async (tx) => {
    await lockSeed(tx);
    if ((await occupationOf(tx)) !== 'empty') return false;
    await setClockBack(tx, historyDays);
    const ids = await seedUsers(tx, deps);
    await insertHolidays(tx, holidays);
    await seedRates(tx, ids);
    await seedWithdrawals(tx, deps.vault, (username) => idOf(ids, username));
    await seedChannels(tx, deps, ids);
    for (const merchant of demoMerchants) await seedKeys(tx, deps, merchant, idOf(ids, merchant.username));
    await recordAudit(tx, { actorId: null, act: 'demo.seed', objectKind: 'installation', objectId: 'demo' });
    return true;
  });
}

type Ids = ReadonlyMap<string, bigint>;

async function seedUsers(tx: Tx, { vault, secrets }: SeedTenantsDeps): Promise<Ids> {
  const ids = new Map<string, bigint>();
  const roles = new Map<string, bigint>();

  async function add(user: DemoUser, more: Partial<UserDraft> = {}): Promise<void> {
    const created = await createUser(tx, vault, {
      kind: user.kind,
      madeBy: null,
      username: user.username,
      name: userNames[user.username] ?? user.username,
      password: secrets.password(user.username),
      isDemo: true,
      ...(user.parent !== undefined && { parentId: idOf(ids, user.parent) }),
      ...(user.role !== undefined && { roleId: idOf(roles, user.role) }),
      ...(user.permissions !== undefined && { permissions: user.permissions }),
      ...(user.fresh !== true && {
        totpSecret: generateSecret(),
        paymentPassword: secrets.paymentPassword(user.username),
      }),
      ...more,
    });
    ids.set(user.username, created.id);
    if (user.brandColor !== undefined) {
      await insertBranding(tx, created.id, userNames[user.username] ?? user.username, user.brandColor);
    }
  }

  for (const user of platformUsers) await add(user);
  for (const merchant of demoMerchants) {
    const { username, agent, subAgent, middleman, currency, settleRule } = merchant;
    await add(
      { kind: 'customer', username, parent: agent },
      {
        currency,
        ...(subAgent !== undefined && { subAgentId: idOf(ids, subAgent) }),
        ...(middleman !== undefined && { middlemanId: idOf(ids, middleman) }),
      },
    );
    await saveSettleRule(tx, idOf(ids, username), settleRule);
  }
  for (const { key, owner, permissions } of demoRoles) {
    roles.set(key, await insertRole(tx, roleTitles[key], idOf(ids, owner), [...new Set(permissions)]));
  }
  for (const user of subAccounts) await add(user);
  return ids;
}

async function seedChannels(
  tx: Tx,
  { vault, secrets, bankOrigin }: SeedTenantsDeps,
  ids: Ids,
): Promise<void> {
  const bankId = await insertProvider(tx, 'simpay', providerName, 'simpay');
  await seedPayoutWays(tx, { vault, secrets, bankOrigin }, ids, bankId);
  for (const account of demoChannelAccounts) {
    const { merchantNo, currency, facade } = account;
    const credentials = JSON.stringify(
      facade?.credentials ?? { merchant_no: merchantNo, secret: secrets.bank(merchantNo) },
    );
    const agentId = idOf(ids, account.agent);
    const channelAccountId = await insertChannelAccount(tx, {
      providerId: facade === undefined ? bankId : await insertFacade(tx, facade.driver),
      agentId,
      name: channelAccountNames[merchantNo] ?? merchantNo,
      currency,
      baseUrl: facade === undefined ? bankOrigin : `${bankOrigin}/${facade.driver}`,
      credentialsSealed: vault.seal(credentials, 'channel_account.credentials'),
      latePayment: account.latePayment,
      direction: 'collection',
    });
    const minor = (text: string): bigint => parseAmount(text, currency);
    for (const channel of demoChannels.filter((each) => each.merchantNo === merchantNo)) {
      const terms = aliasTerms[channel.alias];
      refuseLowLimit(minor(channel.min), toTerms(terms, minor));
      const channelId = await insertChannel(tx, {
        direction: 'collection',
        code: channel.code,
        name: channelNames[channel.code] ?? channel.code,
        methodType: terms.methodType,
        channelAccountId,
        currency,
        minAmount: minor(channel.min),
        maxAmount: minor(channel.max),
        windows: channel.window === undefined ? [] : [channel.window],
        priority: channel.priority ?? 1,
        integerOnly: channel.integerOnly ?? false,
        needsPayerName: channel.needsPayerName ?? false,
        endpointPct: terms.endpoint.pct,
        endpointPerItem: minor(terms.endpoint.perItem),
      });
      await insertAgentMethod(tx, {
        agentId,
        channelId,
        systemPct: terms.system.pct,
        systemPerItem: minor(terms.system.perItem),
      });
      for (const merchant of demoMerchants) {
        if (merchant.agent !== account.agent || merchant.currency !== currency) continue;
        await insertCustomerMethod(tx, {
          customerId: idOf(ids, merchant.username),
          channelId,
          alias: channel.alias,
          weight: channel.weight,
          merchantPct: formatRate(parseRate(terms.merchant.pct) + parseRate(merchant.surcharge)),
          merchantPerItem: minor(terms.merchant.perItem),
          subAgentPct: merchant.subAgent === undefined ? '0' : terms.subAgent.pct,
          subAgentPerItem: merchant.subAgent === undefined ? 0n : minor(terms.subAgent.perItem),
          middlemanPct: merchant.middleman === undefined ? '0' : terms.middleman.pct,
          middlemanPerItem: merchant.middleman === undefined ? 0n : minor(terms.middleman.perItem),
        });
      }
    }
  }
}

/** What the sandbox plays besides a bank of its own. */
const insertFacade = (tx: Tx, driver: string): Promise<bigint> =>
  insertProvider(tx, `${facadePrefix}${driver}`, facadeNames[driver] ?? driver, driver);

/** How merchants pay others: a channel a tree, by the bank that pays, rejects and returns what its amounts say. */
async function seedPayoutWays(
  tx: Tx,
  { vault, secrets, bankOrigin }: Pick<SeedTenantsDeps, 'vault' | 'secrets' | 'bankOrigin'>,
  ids: Ids,
  providerId: bigint,
): Promise<void> {
  const minor = (text: string): bigint => parseAmount(text, 'TWD');
  const { alias, endpoint, max, merchant: fee, middleman, min, subAgent, system } = payoutTerms;
  for (const { agent, merchantNo } of demoPayoutAccounts) {
    const credentials = JSON.stringify({ merchant_no: merchantNo, secret: secrets.bank(merchantNo) });
    const agentId = idOf(ids, agent);
    const channelAccountId = await insertChannelAccount(tx, {
      providerId,
      agentId,
      name: channelAccountNames[merchantNo] ?? merchantNo,
      currency: 'TWD',
      baseUrl: bankOrigin,
      credentialsSealed: vault.seal(credentials, 'channel_account.credentials'),
      latePayment: 'credit',
      direction: 'payout',
    });
    const channelId = await insertChannel(tx, {
      direction: 'payout',
      code: merchantNo.toLowerCase(),
      name: channelNames[merchantNo] ?? merchantNo,
      methodType: 'bank_transfer',
      channelAccountId,
      currency: 'TWD',
      minAmount: minor(min),
      maxAmount: minor(max),
      windows: [],
      priority: 1,
      integerOnly: true,
      needsPayerName: false,
      endpointPct: endpoint.pct,
      endpointPerItem: minor(endpoint.perItem),
    });
    await insertAgentMethod(tx, {
      agentId,
      channelId,
      systemPct: system.pct,
      systemPerItem: minor(system.perItem),
    });
    for (const merchant of demoMerchants) {
      if (merchant.agent !== agent || merchant.currency !== 'TWD') continue;
      await insertCustomerMethod(tx, {
        customerId: idOf(ids, merchant.username),
        channelId,
        alias,
        weight: 1,
        merchantPct: fee.pct,
        merchantPerItem: minor(fee.perItem),
        subAgentPct: subAgent.pct,
        subAgentPerItem: merchant.subAgent === undefined ? 0n : minor(subAgent.perItem),
        middlemanPct: middleman.pct,
        middlemanPerItem: merchant.middleman === undefined ? 0n : minor(middleman.perItem),
      });
    }
  }
}

function toTerms(prices: AliasTerms, minor: (text: string) => bigint): CollectionTerms {
  const fee = ({ pct, perItem }: AliasTerms['merchant']) => ({
    pct: parseRate(pct),
    perItem: minor(perItem),
  });
  return {
    merchant: fee(prices.merchant),
    endpoint: fee(prices.endpoint),
    subAgent: fee(prices.subAgent),
    middleman: fee(prices.middleman),
    system: fee(prices.system),
  };
}

async function seedKeys(
  tx: Tx,
  deps: SeedTenantsDeps,
  { currency, username }: DemoMerchant,
  customerId: bigint,
): Promise<void> {
  const { vault, secrets } = deps;
  for (const mode of ['live', 'test'] as const) {
    await insertApiKey(tx, {
      customerId,
      key: secrets.apiKey(username, mode),
      secretSealed: vault.seal(secrets.apiSecret(username, mode), 'api_key.secret'),
      isTest: mode === 'test',
    });
  }
  if (currency === 'TWD') {
    await insertApiKey(tx, {
      customerId,
      key: secrets.payoutKey(username),
      secretSealed: vault.seal(secrets.payoutSecret(username), 'api_key.secret'),
      isTest: false,
      dailyPayout: parseAmount(payoutKeyDaily, currency),
    });
  }
  await insertWebhookEndpoint(tx, {
    customerId,
    url: `${deps.echoShopOrigin}/hooks/${username}`,
    secretSealed: vault.seal(secrets.webhook(username), 'webhook_endpoint.secret'),
    v1SecretSealed: vault.seal(secrets.webhookV1(username), 'webhook_endpoint.v1_secret'),
  });
}

function idOf(ids: Ids, name: string): bigint {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo speaks of ${name} before it is made`);
  return id;
}

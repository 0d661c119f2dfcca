import { exampleTerms } from '@suanpan/domain/fees/example-terms';
import type { CollectionTerms, FeeTerms } from '@suanpan/domain/fees/split';
import type { Currency } from '@suanpan/money/currency';
import { formatRate } from '@suanpan/money/rate';
import type { Tables } from '../src/platform/db/tables.generated.ts';
import type { Insertable } from 'kysely';
import type { TestDatabase } from './database.ts';

type UserColumns = Partial<Insertable<Tables['app_user']>>;
type AccountColumns = Partial<Insertable<Tables['channel_account']>>;
type ChannelColumns = Partial<Insertable<Tables['channel']>>;
type MethodColumns = Partial<Insertable<Tables['customer_method']>>;

/** Where a channel's provider stands and how we sign to it. */
export interface Provider {
  readonly origin: string;
  readonly merchantNo: string;
  readonly secret: string;
  /** What our account there is spoken for with, where that is not a number and a secret. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The protocol it speaks; simpay when none is named. */
  readonly driver?: string;
}

export interface TenantOptions {
  readonly provider: Provider;
  /** The prices of domain §3's worked journals, unless a test wants others. */
  readonly terms?: CollectionTerms;
  readonly currency?: Currency;
  readonly agent?: UserColumns;
}

/** The cast of the worked journals: a senior agent, his general agent and a middleman, a merchant, a channel. */
export interface Tenant {
  readonly agentId: bigint;
  readonly subAgentId: bigint;
  readonly middlemanId: bigint;
  /** Bound to both, settled T1. */
  readonly merchantId: bigint;
  readonly channelAccountId: bigint;
  readonly channelId: bigint;
  /** A user below the senior agent; `tenant_path` and names are filled in. */
  user(kind: string, columns?: UserColumns): Promise<bigint>;
  /** A merchant of this tenant on its channel, bound to nobody unless the columns say so. */
  merchant(columns?: UserColumns, method?: MethodColumns): Promise<bigint>;
  /** One more real channel with its channel, open to the merchants named. */
  channel(options?: {
    readonly provider?: Provider;
    readonly merchants?: readonly bigint[];
    readonly account?: AccountColumns;
    readonly channel?: ChannelColumns;
    readonly method?: MethodColumns;
  }): Promise<{ channelAccountId: bigint; channelId: bigint }>;
}

/** What an account at this provider is opened with. */
export const credentialsOf = ({
  credentials,
  merchantNo,
  secret,
}: Provider): Readonly<Record<string, string>> => credentials ?? { merchant_no: merchantNo, secret };

let serial = 0;
const next = (): number => (serial += 1);

/** Makes the cast as rows, the way the modules that own them would have left them. */
export async function createTenant(base: TestDatabase, options: TenantOptions): Promise<Tenant> {
  const { database, vault } = base;
  const currency = options.currency ?? 'TWD';
  const terms = options.terms ?? exampleTerms;
  const at = new Date();
  const agentId = await insertUser(base, 'agent', '', { currency, ...options.agent });
  const path = `${agentId}.`;
  await database.app.updateTable('app_user').set({ tenant_path: path }).where('id', '=', agentId).execute();
  const user = async (kind: string, columns: UserColumns = {}): Promise<bigint> => {
    const id = await insertUser(base, kind, path, {
      currency,
      agent_id: agentId,
      parent_id: agentId,
      ...columns,
    });
    await database.app
      .updateTable('app_user')
      .set({ tenant_path: `${path}${id}.` })
      .where('id', '=', id)
      .execute();
    return id;
  };

  async function openTo(customerId: bigint, channelId: bigint, method: MethodColumns = {}): Promise<void> {
    await database.app
      .insertInto('customer_method')
      .values({
        customer_id: customerId,
        channel_id: channelId,
        alias: 'bank',
        ...priced('merchant', terms.merchant),
        ...priced('sub_agent', terms.subAgent),
        ...priced('middleman', terms.middleman),
        ...method,
      } as Insertable<Tables['customer_method']>)
      .execute();
  }

  const channel: Tenant['channel'] = async (wanted = {}) => {
    const provider = wanted.provider ?? options.provider;
    const driver = provider.driver ?? 'simpay';
    await database.app
      .insertInto('provider')
      .values({ code: driver, name: 'Sandbox bank', driver })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id: providerId } = await database.app
      .selectFrom('provider')
      .select('id')
      .where('code', '=', driver)
      .executeTakeFirstOrThrow();
    const credentials = JSON.stringify(credentialsOf(provider));
    const { id: channelAccountId } = await database.app
      .insertInto('channel_account')
      .values({
        provider_id: providerId,
        agent_id: agentId,
        name: `Account ${next()}`,
        direction: 'collection',
        currency,
        base_url: provider.origin,
        credentials_sealed: vault.seal(credentials, 'channel_account.credentials'),
        created_at: at,
        ...wanted.account,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: channelId } = await database.app
      .insertInto('channel')
      .values({
        direction: 'collection',
        code: `BANK-${next()}`,
        name: `Bank ${serial}`,
        method_type: 'bank_transfer',
        channel_account_id: channelAccountId,
        currency,
        ...priced('endpoint', terms.endpoint),
        ...wanted.channel,
      } as Insertable<Tables['channel']>)
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.app
      .insertInto('agent_method')
      .values({ agent_id: agentId, channel_id: channelId, ...priced('system', terms.system) })
      .execute();
    for (const merchant of wanted.merchants ?? []) await openTo(merchant, channelId, wanted.method);
    return { channelAccountId, channelId };
  };

  const subAgentId = await user('subAgent');
  const middlemanId = await user('middleman');
  const { channelAccountId, channelId } = await channel();
  const merchant: Tenant['merchant'] = async (columns = {}, method = {}) => {
    const id = await user('customer', columns);
    await openTo(id, channelId, method);
    return id;
  };
  const merchantId = await merchant({ sub_agent_id: subAgentId, middleman_id: middlemanId });
  return {
    agentId,
    subAgentId,
    middlemanId,
    merchantId,
    channelAccountId,
    channelId,
    user,
    merchant,
    channel,
  };
}

async function insertUser(
  { database }: TestDatabase,
  kind: string,
  path: string,
  columns: UserColumns,
): Promise<bigint> {
  const at = new Date();
  const name = `${kind}-${next()}`;
  const { id } = await database.app
    .insertInto('app_user')
    .values({
      kind,
      username: name,
      name,
      password_hash: 'none',
      tenant_path: path,
      created_at: at,
      updated_at: at,
      ...columns,
    } as Insertable<Tables['app_user']>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function priced(party: string, price: FeeTerms | undefined): Record<string, string | bigint> {
  if (price === undefined) return {};
  return { [`${party}_pct`]: formatRate(price.pct), [`${party}_per_item`]: price.perItem };
}

import { Refusal } from '@suanpan/domain/errors';
import { providerTimeoutMs } from '@suanpan/domain/limits';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { businessNow } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { addressMatcher } from '../../platform/http/client-ip.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { traced } from '../../platform/tracing/tracing.ts';
import type { DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import { createBreaker } from './health/breaker.ts';
import type { Breaker } from './health/breaker.ts';
import { createFeeInversions } from './health/fee-inversions.ts';
import type { FeeInversions } from './health/fee-inversions.ts';
import { driversOfAccounts, findChannelAccount } from './channels.queries.ts';
import { insertProviderLog } from './channels.store.ts';
import type { ProviderLogEntry } from './channels.store.ts';
import { believingFormer } from './former-credentials.ts';
import { guardAdapter } from './guard-adapter.ts';
import type { GuardedAdapter } from './guard-adapter.ts';
import { presentDriver } from './definitions/definitions.present.ts';
import { NoAnswer } from './port.ts';
import type { ChannelAccount, ChannelAdapters, CredentialField, Exchange, TransferFeed } from './port.ts';

const keptCharacters = 4_000;

/** What a contract's credentials are sealed for (channel_account.credentials_sealed). */
export const credentialsPurpose = 'channel_account.credentials';

/** What a contract's provider knows it by, opened. */
export const openCredentials = (vault: Vault, sealed: string): Record<string, string> =>
  JSON.parse(vault.open(sealed, credentialsPurpose)) as Record<string, string>;

/** Opens channel accounts and speaks to their providers; every exchange is kept beside its order. */
export interface Channels {
  /**
   * The only drivers that may take an order, or null for any: test orders reach those alone that exist to be played
   * with, and in production real ones never do.
   */
  driversFor(order: { readonly isTest: boolean }): ReadonlySet<string> | null;
  /** Whether a sandbox provider may be asked to let something happen to an order that no payer did. */
  mayPlay(order: { readonly isTest: boolean }): boolean;
  /** Whether a driver pays accounts of this bank; of the code of a chain, whether payouts over it go by the driver. */
  paysOut(driver: string, bankCode: string): boolean;
  /** Of these accounts those whose provider pays payments back by itself. */
  paysBack(accountIds: readonly bigint[]): Promise<ReadonlySet<bigint>>;
  /** Whether a driver exists to be played with. */
  isSandbox(driver: string): boolean;
  /** Drivers whose providers are not asked by the clock whether they are well. */
  unprobed(): readonly string[];
  /** How a driver's accounts tell what came in; undefined where it knows orders. */
  feedOf(driver: string): TransferFeed | undefined;
  /** How many addresses or cards of its own each of these accounts has; one that knows orders is left out. */
  placesOf(accountIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
  /** Drivers whose accounts are read, and how often. */
  feeds(): readonly { readonly driver: string; readonly readEveryMs: number }[];
  /** Every protocol of the product, with what its adapter declares. */
  drivers(): readonly DriverView[];
  /**
   * The account with its credentials opened, and its adapter. Refuses `notFound` for an unknown account. Whoever has a
   * transaction reads it through that, so that he waits for no second connection.
   */
  open(channelAccountId: bigint, through?: Kysely<Tables>): Promise<OpenChannel>;
  /** Hears what providers say to new orders, and trips the channels of those that fail. */
  readonly breaker: Breaker;
  readonly feeInversions: FeeInversions;
  /** An exchange bound to one order and account; keeps what was said, whatever comes of it. */
  exchangeFor(orderId: bigint | null, channelAccountId: bigint): Exchange;
  /** The same for whoever asks by the clock: nothing is kept until he says that it matters. */
  quietExchange(
    orderId: bigint | null,
    channelAccountId: bigint,
  ): { readonly exchange: Exchange; keep(): Promise<void> };
  /** The same of a payout. What is in `hidden` is not kept. */
  payoutExchange(orderId: bigint, channelAccountId: bigint, hidden: readonly string[]): Exchange;
}

export interface OpenChannel {
  readonly account: ChannelAccount;
  readonly adapter: GuardedAdapter;
}

/** Whether a notice for this account may come from an address. */
export function mayNotifyFrom({ notifyNetworks = [] }: ChannelAccount, ip: string): boolean {
  return notifyNetworks.length === 0 || addressMatcher(notifyNetworks)(ip);
}

export interface ChannelDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly adapters: ChannelAdapters;
  /** Money is real: what exists to be played with takes test orders alone. */
  readonly production: boolean;
}

export function createChannels({ db, vault, outbound, adapters, production }: ChannelDeps): Channels {
  const guarded = new Map(
    Object.values(adapters).map((adapter) => [adapter.driver, guardAdapter(adapter)] as const),
  );
  const driversWhere = (isSandbox: boolean): ReadonlySet<string> =>
    new Set([...guarded.values()].flatMap(({ driver, sandbox }) => (sandbox === isSandbox ? [driver] : [])));
  /** By account what is never kept of an exchange, whoever repeats it: an adapter is handed an opened account alone. */
  const secrets = new Map<bigint, readonly string[]>();
  const [sandboxDrivers, realDrivers] = [driversWhere(true), driversWhere(false)];
  return {
    breaker: createBreaker(db),
    feeInversions: createFeeInversions(),
    driversFor({ isTest }) {
      if (isTest) return sandboxDrivers;
      return production ? realDrivers : null;
    },
    mayPlay: ({ isTest }) => isTest || !production,
    paysOut(driver, bankCode) {
      const adapter = guarded.get(driver);
      return isPayoutNetwork(bankCode)
        ? adapter?.watched?.network === bankCode
        : adapter?.payouts !== undefined;
    },
    async paysBack(accountIds) {
      const known = await driversOfAccounts(db.app, accountIds);
      return new Set(
        known.flatMap(({ driver, id }) => (guarded.get(driver)?.refunds === undefined ? [] : [id])),
      );
    },
    isSandbox: (driver) => sandboxDrivers.has(driver),
    unprobed: () =>
      [...guarded.values()].flatMap(({ capabilities, driver }) =>
        capabilities.countsUnknownOrders ? [driver] : [],
      ),
    feedOf: (driver) => guarded.get(driver)?.feed,
    async placesOf(accountIds) {
      const known = await driversOfAccounts(db.app, accountIds);
      const places = new Map<bigint, number>();
      for (const { driver, id } of known) {
        const feed = guarded.get(driver)?.feed;
        if (feed !== undefined) places.set(id, feed.reads((await this.open(id)).account).length);
      }
      return places;
    },
    feeds: () =>
      [...guarded.values()].flatMap(({ driver, feed }) =>
        feed === undefined ? [] : [{ driver, readEveryMs: feed.readEveryMs }],
      ),
    drivers: () => [...guarded.values()].map(presentDriver),

    async open(channelAccountId, through = db.app) {
      const row = await findChannelAccount(through, channelAccountId);
      const adapter = row && guarded.get(row.driver);
      if (row === undefined || adapter === undefined) throw new Refusal('notFound');
      const former = row.previous_credentials_sealed;
      const credentials = openCredentials(vault, row.credentials_sealed);
      const formerly = former === null ? null : openCredentials(vault, former);
      secrets.set(row.id, secretsAmong(adapter.credentialFields, [credentials, formerly ?? {}]));
      return {
        adapter: formerly === null ? adapter : believingFormer(adapter, formerly),
        account: {
          id: row.id,
          driver: row.driver,
          name: row.name,
          agentId: row.agent_id,
          direction: row.direction,
          currency: row.currency,
          baseUrl: row.base_url,
          credentials,
          latePayment: row.late_payment,
          notifyNetworks: row.notify_networks,
        },
      };
    },

    exchangeFor: (orderId, channelAccountId) => exchange({ orderId, channelAccountId }, [], log),
    quietExchange(orderId, channelAccountId) {
      const unkept: ProviderLogEntry[] = [];
      const hold = async (entry: ProviderLogEntry): Promise<void> => void unkept.push(entry);
      return {
        exchange: exchange({ orderId, channelAccountId }, [], hold),
        async keep() {
          for (const entry of unkept.splice(0)) await log(entry);
        },
      };
    },
    payoutExchange: (orderId, channelAccountId, hidden) =>
      exchange({ orderId, orderKind: 'payout', channelAccountId }, hidden, log),
  };

  function log(entry: ProviderLogEntry): Promise<void> {
    return insertProviderLog(db.app, entry);
  }

  function exchange(
    about: Pick<ProviderLogEntry, 'orderId' | 'orderKind' | 'channelAccountId'>,
    hidden: readonly string[],
    keep: (entry: ProviderLogEntry) => Promise<void>,
  ): Exchange {
    const kept = (text: string): string =>
      [...hidden, ...(secrets.get(about.channelAccountId) ?? [])]
        .reduce((shown, secret) => shown.replaceAll(secret, '*'.repeat(secret.length)), text)
        .slice(0, keptCharacters);
    const ask = async (request: Parameters<Exchange>[0]): ReturnType<Exchange> => {
      const result = await outbound.send({
        method: request.method,
        url: request.url,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        timeoutMs: request.timeoutMs ?? providerTimeoutMs,
      });
      const isAnswered = result.kind === 'answered';
      const body = isAnswered ? result.body.toString('utf8') : '';
      await keep({
        ...about,
        at: await businessNow(db.app),
        direction: 'out',
        operation: request.operation,
        httpStatus: isAnswered ? result.status : null,
        latencyMs: result.durationMs,
        outcome: !isAnswered ? result.reason : result.status < 300 ? 'accepted' : 'error',
        request: kept(`${request.method} ${request.url}\n${request.body ?? ''}`),
        response: kept(body),
      });
      if (!isAnswered) throw new NoAnswer(result.reason, result.mayHaveArrived);
      return { status: result.status, body };
    };
    const facts = {
      'suanpan.channel_account': String(about.channelAccountId),
      ...(about.orderId !== null && { 'suanpan.order': String(about.orderId) }),
    };
    return (request) => traced(`provider ${request.operation}`, facts, 'below', () => ask(request));
  }
}

/** A shorter one says so little that hiding it would only spoil the text around it. */
const leastSecret = 6;

/** The secrets of credentials in every way in which they are written in an address, a form or a document. */
function secretsAmong(
  fields: readonly CredentialField[],
  held: readonly Readonly<Record<string, string>>[],
): readonly string[] {
  const values = fields
    .filter(({ secret }) => secret)
    .flatMap(({ name }) => held.map((credentials) => credentials[name] ?? ''))
    .filter((value) => value.length >= leastSecret);
  return [
    ...new Set(
      values.flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]),
    ),
  ];
}

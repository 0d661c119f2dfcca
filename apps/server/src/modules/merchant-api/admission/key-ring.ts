import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { merchantRatePerMinute } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import type { WallClock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addressMatcher } from '../../../platform/http/client-ip.ts';
import { v1SecretPurpose } from '../../callbacks/index.ts';
import { findApiKeys, findLegacyMerchants } from './api-keys.queries.ts';
import type { ApiKeyRow, V1MerchantRow } from './api-keys.queries.ts';
import { createRecent } from './recent.ts';

/** What an API key's secrets are sealed for (columns of api_key). */
export const apiKeySecretPurpose = 'api_key.secret';

export type ApiScope = 'collect' | 'payout' | 'read';

/** Whoever calls: one merchant, in the real books or in those of tests. */
export interface MerchantCaller {
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly currency: Currency;
  /** In which he has a way to collect. */
  readonly currencies: readonly Currency[];
  /** How long his orders wait where he names no time; null where nobody has set it. */
  readonly expiresInS: number | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  readonly mayCallFrom: (ip: string) => boolean;
  /** Whose nonces and minutes are counted: the key's id, or the merchant's below zero in the legacy form. */
  readonly counterId: bigint;
  readonly perMinute: number;
}

export interface ApiKey extends MerchantCaller {
  readonly scopes: readonly string[];
  /** The newest first; two while a secret is being rotated. */
  readonly secrets: readonly OpenedSecret[];
}

export interface V1Merchant extends MerchantCaller {
  /** Which of the older forms is switched on for him. */
  readonly form: 'v1' | 'epay';
  readonly secret: string;
  /**
   * His key that pays out. The legacy form knows no scopes, so what it pays goes by this key: made by two persons, with its
   * addresses and its daily amount. Null where he has none, and pays nobody by this form.
   */
  readonly payoutKey: { readonly id: bigint; readonly mayCallFrom: (ip: string) => boolean } | null;
}

interface OpenedSecret {
  readonly sealed: string;
  readonly key: KeyObject;
}

export interface KeyRing {
  /** A key in force with its secrets opened, at most a second old; undefined when there is none. */
  findKey(key: string): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** A merchant of the legacy form by his number (his user id). */
  findV1(merchantNo: string): Promise<V1Merchant | undefined>;
  /** A merchant of the epay form by the same number. */
  findEpay(merchantNo: string): Promise<V1Merchant | undefined>;
  close(): Promise<void>;
}

/** A disabled key, a changed secret and a changed list of addresses act within this time. */
const maxAgeMs = 1_000;

export function openKeyRing(deps: {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: WallClock;
}): KeyRing {
  const { clock, db, vault } = deps;
  const keys = createRecent<ApiKey>({
    name: 'merchant.keys',
    maxAgeMs,
    clock,
    load: async (names, before) => {
      const rows = await findApiKeys(db.app, names);
      return new Map(rows.map((row) => [row.key, toApiKey(vault, row, before(row.key)?.secrets ?? [])]));
    },
  });
  const merchants = createRecent<V1Merchant>({
    name: 'merchant.legacy',
    maxAgeMs,
    clock,
    load: async (names) => {
      const rows = await findLegacyMerchants(
        db.app,
        names.map((name) => BigInt(name)),
      );
      return new Map(rows.map((row) => [String(row.customer_id), toV1Merchant(vault, row)]));
    },
  });
  async function findLegacy(merchantNo: string, form: V1Merchant['form']): Promise<V1Merchant | undefined> {
    const found = await merchants.find(merchantNo);
    return found?.form === form ? found : undefined;
  }
  return {
    findKey: (key) => keys.find(key),
    findV1: (merchantNo) => findLegacy(merchantNo, 'v1'),
    findEpay: (merchantNo) => findLegacy(merchantNo, 'epay'),
    async close() {
      await Promise.all([keys.close(), merchants.close()]);
    },
  };
}

function toApiKey(vault: Vault, row: ApiKeyRow, opened: readonly OpenedSecret[]): ApiKey {
  const open = (sealed: string): OpenedSecret =>
    opened.find((secret) => secret.sealed === sealed) ?? {
      sealed,
      key: createSecretKey(Buffer.from(vault.open(sealed, apiKeySecretPurpose), 'utf8')),
    };
  const sealed = [row.secret_sealed, row.previous_secret_sealed].filter((text) => text !== null);
  return {
    customerId: row.customer_id,
    agentId: row.agent_id,
    currency: row.currency,
    currencies: row.currencies,
    expiresInS: row.expires_in_s,
    isActive: row.is_active,
    isTest: row.is_test,
    mayCallFrom: matcherOf(row.ip_allowlist),
    counterId: row.id,
    perMinute: row.per_minute,
    scopes: row.scopes,
    secrets: sealed.map(open),
  };
}

function toV1Merchant(vault: Vault, row: V1MerchantRow): V1Merchant {
  return {
    form: row.form,
    customerId: row.customer_id,
    agentId: row.agent_id,
    currency: row.currency,
    currencies: row.currencies,
    expiresInS: row.expires_in_s,
    isActive: row.is_active,
    isTest: false,
    mayCallFrom: matcherOf(row.ip_allowlist),
    counterId: -row.customer_id,
    perMinute: merchantRatePerMinute,
    secret: vault.open(row.secret_sealed, v1SecretPurpose),
    payoutKey:
      row.payout_key_id === null || row.payout_allowlist === null || row.payout_allowlist.length === 0
        ? null
        : { id: row.payout_key_id, mayCallFrom: matcherOf(row.payout_allowlist) },
  };
}

/** An empty list lets everybody in; one that cannot be read lets nobody in. */
function matcherOf(entries: readonly string[]): (ip: string) => boolean {
  if (entries.length === 0) return () => true;
  try {
    return addressMatcher(entries);
  } catch {
    return () => false;
  }
}

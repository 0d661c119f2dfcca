import { banksOf } from '../../modules/settings/index.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { WallClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { givenNames, surnames } from '../demo-names.ts';
import type { Dice } from '../dice.ts';
import { listLiveKeys } from './live.queries.ts';
import { createShopClient } from './shop-client.ts';

export interface PayOthersDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: WallClock;
  readonly origin: string;
}

/** What the sandbox bank makes of a payout: mostly paid; now and then rejected, returned, told often, answered late. */
const endings = [0, 1, 2, 5, 6, 7];
const endingWeights = [80, 5, 4, 4, 3, 4];

/** A merchant's program pays somebody, by its own key. One without the money is refused, as everybody is. */
export async function payOthers(
  { clock, db, origin, vault }: PayOthersDeps,
  dice: Dice,
  signal: AbortSignal,
): Promise<void> {
  const keys = await listLiveKeys(db.app, 'payout');
  const banks = banksOf('TW') ?? [];
  if (keys.length === 0) return;
  const key = dice.pick(keys);
  const client = createShopClient({
    origin,
    key: key.key,
    secret: vault.open(key.secret_sealed, 'api_key.secret'),
    clock,
    signal,
  });
  const ending = endings[dice.weigh(endingWeights)] ?? 0;
  await client.post('/api/v2/payouts', {
    order_no: `P${clock.now().getTime().toString(36).toUpperCase()}`,
    amount: String(dice.whole(2, 15) * 100 + ending),
    currency: 'TWD',
    type: 'bank',
    beneficiary: {
      name: `${dice.pick(surnames)}${dice.pick(givenNames)}`,
      account_no: `9${String(dice.whole(0, 99_999_999_999)).padStart(11, '0')}`,
      bank_code: dice.pick(banks).code,
    },
  });
}

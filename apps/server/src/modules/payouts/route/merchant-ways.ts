import type { Currency } from '@suanpan/money/currency';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { merchantChannels, merchantExceptions } from '../../channels/index.ts';
import type { MerchantChannelRow, PickRequest } from '../../channels/index.ts';
import { chainOf } from '../payouts.queries.ts';
import type { ChainRow } from '../payouts.queries.ts';

/** A change of a merchant's channels acts within this time; the door looks at them again when it prices the payout. */
const maxAgeMs = 1_000;
const mostKept = 10_000;

/** What is known of a merchant's ways out in one currency. */
export interface MerchantWays {
  readonly chain: ChainRow;
  readonly channels: readonly MerchantChannelRow[];
  /** The round robin's state, by method; it goes on with every choice. */
  turns: ReadonlyMap<bigint, number>;
  readonly exceptions: NonNullable<PickRequest['exceptions']>;
  /** How far business time is ahead of the wall clock. */
  readonly aheadMs: number;
}

/**
 * Reads the ways of merchants, each at most once a second. The round robin goes on in this memory, so every process
 * spreads what it sends itself.
 */
export function createMerchantWays(db: Database) {
  const known = new Map<string, { readonly at: number; readonly ways: Promise<MerchantWays | undefined> }>();

  async function read(customerId: bigint, currency: Currency): Promise<MerchantWays | undefined> {
    const chain = await chainOf(db.app, customerId);
    if (chain === undefined) return undefined;
    const channels = await merchantChannels(db.app, customerId, chain.agent_id, currency, null, 'payout');
    const exceptions =
      channels[0]?.has_exceptions === true ? await merchantExceptions(db.app, customerId, 'payout') : [];
    const aheadMs = (await businessNow(db.app)).getTime() - wallClock.now().getTime();
    return { chain, channels, turns: new Map(), exceptions, aheadMs };
  }

  return {
    find(customerId: bigint, currency: Currency): Promise<MerchantWays | undefined> {
      const key = `${customerId} ${currency}`;
      const now = wallClock.monotonicMs();
      const found = known.get(key);
      if (found !== undefined && now - found.at < maxAgeMs) return found.ways;
      if (known.size >= mostKept) known.clear();
      const ways = Promise.all([read(customerId, currency), found?.ways]).then(([fresh, last]) =>
        fresh === undefined || last === undefined ? fresh : { ...fresh, turns: last.turns },
      );
      known.set(key, { at: now, ways });
      ways.catch(() => known.delete(key));
      return ways;
    },
    /** Keeps whose turn it is after a choice. */
    turn(ways: MerchantWays, weights: ReadonlyMap<bigint, number>): void {
      if (weights.size < 2) return;
      ways.turns = new Map([...ways.turns, ...weights]);
    },
  };
}
export type WaysOfMerchants = ReturnType<typeof createMerchantWays>;

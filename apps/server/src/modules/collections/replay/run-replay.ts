import { setImmediate as breathe } from 'node:timers/promises';
import type { RouteCandidate } from '@suanpan/domain/routing/candidate';
import { createReplay } from '@suanpan/domain/routing/replay';
import type { ReplayPool, ReplayResult } from '@suanpan/domain/routing/replay';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { candidateOf, exceptionsOf, merchantChannels, merchantExceptions } from '../../channels/index.ts';
import type {
  MerchantChannelRow,
  MerchantException,
  PastDay,
  PastOrders,
  PastRow,
  Place,
} from '../../channels/index.ts';

type Direction = 'collection' | 'payout';

/** What would be changed of a channel; amounts in minor units. */
export interface ChannelChange {
  readonly weight?: number | undefined;
  readonly priority?: number | undefined;
  readonly enabled?: boolean | undefined;
  readonly min?: bigint | undefined;
  readonly max?: bigint | undefined;
}

const pageSize = 5_000;
/** So many orders are routed between two breaths of the process. */
const stretch = 500;

/** Replays a day of orders over changed channels, page by page; `noted` hears how many are done. */
export async function runReplay(
  db: Kysely<Tables>,
  asked: {
    readonly scope: Scope;
    readonly direction: Direction;
    readonly past: PastOrders;
    readonly day: PastDay;
    /** By channel. */
    readonly changes: ReadonlyMap<string, ChannelChange>;
  },
  noted: (orders: number) => Promise<void> = () => Promise.resolve(),
): Promise<ReplayResult> {
  const merchants = new Map<bigint, MerchantPools>();
  const pools = new Map<string, ReplayPool>();
  const replay = createReplay((key) => {
    const pool = pools.get(key);
    if (pool === undefined) throw new Error('An order of no pool');
    return pool;
  });
  let after: Place | null = null;
  for (;;) {
    const page = await asked.past(db, asked.scope, asked.day, after, pageSize);
    for (const [n, row] of page.entries()) {
      if (n % stretch === 0) await breathe();
      const merchant = merchants.get(row.customer_id) ?? (await readMerchant(db, row, asked.direction));
      merchants.set(row.customer_id, merchant);
      const pool = `${row.customer_id} ${row.currency} ${row.method ?? ''} ${row.has_sub_agent} ${row.has_middleman}`;
      if (!pools.has(pool)) pools.set(pool, makePool(merchant, row, asked));
      replay.take({
        orderNo: row.order_no,
        pool,
        amount: row.amount,
        payer: row.name,
        paidBefore: row.paid_before && {
          orderNo: row.paid_before.order_no,
          channelId: row.paid_before.channel_id,
        },
        at: row.created_at,
        channelId: row.channel_id === null ? null : String(row.channel_id),
        cost: row.endpoint_fee ?? 0n,
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return replay.result;
    after = { at: last.place, id: last.id };
    await noted(replay.result.orders);
  }
}

interface MerchantPools {
  readonly rows: readonly MerchantChannelRow[];
  readonly exceptions: readonly MerchantException[];
}

async function readMerchant(db: Kysely<Tables>, row: PastRow, direction: Direction): Promise<MerchantPools> {
  const rows = await merchantChannels(db, row.customer_id, row.agent_id, null, null, direction);
  const hasRules = rows[0]?.has_exceptions === true;
  const rules = hasRules ? await merchantExceptions(db, row.customer_id, direction) : [];
  return { rows, exceptions: rules };
}

function makePool(
  { exceptions, rows }: MerchantPools,
  order: PastRow,
  {
    changes,
    direction,
  }: { readonly changes: ReadonlyMap<string, ChannelChange>; readonly direction: Direction },
): ReplayPool {
  const chain = { hasSubAgent: order.has_sub_agent, hasMiddleman: order.has_middleman };
  const candidates = rows
    .filter(
      (row) =>
        row.currency === order.currency &&
        (order.method === null || row.alias === order.method || row.code === order.method),
    )
    // How a channel stands today says nothing of that day.
    .map((row): RouteCandidate => {
      const { funds: _, ...candidate } = candidateOf(row, chain);
      return {
        ...candidate,
        runtime: 'ok',
        paused: null,
        balanceLimit: { limit: 0n, used: 0n },
      };
    });
  const changed = candidates.map((candidate) => changeCandidate(candidate, changes.get(candidate.channelId)));
  const isChanged = changed.some((candidate, n) => candidate !== candidates[n]);
  return {
    currency: order.currency,
    candidates,
    changed: isChanged ? changed : candidates,
    exceptions: exceptionsOf(exceptions, order.currency),
    isFeeOnTop: direction === 'payout',
  };
}

/** The same object where nothing of it would be another. */
function changeCandidate(candidate: RouteCandidate, change: ChannelChange | undefined): RouteCandidate {
  if (change === undefined) return candidate;
  const [min = 0n, ...ownMin] = candidate.minAmounts;
  const [max = 0n, ...ownMax] = candidate.maxAmounts;
  const isSame =
    (change.weight ?? candidate.weight) === candidate.weight &&
    (change.priority ?? candidate.priority) === candidate.priority &&
    (change.enabled ?? candidate.channelEnabled) === candidate.channelEnabled &&
    (change.min ?? min) === min &&
    (change.max ?? max) === max;
  if (isSame) return candidate;
  return {
    ...candidate,
    weight: change.weight ?? candidate.weight,
    priority: change.priority ?? candidate.priority,
    channelEnabled: change.enabled ?? candidate.channelEnabled,
    minAmounts: [change.min ?? min, ...ownMin],
    maxAmounts: [change.max ?? max, ...ownMax],
  };
}

import type { RouteCandidate } from '@suanpan/domain/routing/candidate';
import { chooseChannel } from '@suanpan/domain/routing/choose-channel';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import type { MerchantChannelRow } from '../../channels/index.ts';
import type { ChosenWay } from '../submit/submit-request.ts';

export interface WayRequest {
  readonly amount: bigint;
  readonly currency: Currency;
  readonly hasSubAgent: boolean;
  readonly hasMiddleman: boolean;
  /** Whether a driver may take the order at all. */
  readonly mayTake: (driver: string) => boolean;
  /** Channels whose provider has surely refused this payout already. */
  readonly refused: ReadonlySet<string>;
  readonly at: Date;
}

/** The choice among the merchant's channels, why the others were passed over, and the round robin's state after it. */
export function pickWay(
  all: readonly MerchantChannelRow[],
  request: WayRequest,
): { readonly way: ChosenWay; readonly weights: ReadonlyMap<bigint, number> } {
  const rows = all.filter((row) => request.mayTake(row.driver));
  const choice = chooseChannel(
    rows.map((row) => toCandidate(row, request)),
    {
      amount: request.amount,
      currency: request.currency,
      isFeeOnTop: true,
      at: request.at,
      excluded: request.refused,
    },
  );
  const skipped = new Map(choice.skipped.map((skip) => [skip.channelId, skip.reason]));
  const chosen = rows.find((row) => String(row.channel_id) === choice.channelId);
  const candidates = rows.map((row) => {
    const id = String(row.channel_id);
    const isChosen = row === chosen;
    return {
      channel_id: id,
      channel: row.name,
      chosen: isChosen,
      reason: isChosen
        ? 'chosen'
        : request.refused.has(id)
          ? 'channelError'
          : (skipped.get(id) ?? 'notDrawn'),
    };
  });
  return {
    way: { channelId: chosen?.channel_id ?? null, method: chosen?.alias ?? null, route: { candidates } },
    weights: new Map([...choice.currentWeights].map(([id, weight]) => [BigInt(id), weight])),
  };
}

function toCandidate(row: MerchantChannelRow, request: WayRequest): RouteCandidate {
  const fee = (pct: string, perItem: bigint) => ({ pct: parseRate(pct), perItem });
  return {
    channelId: String(row.channel_id),
    currency: row.currency,
    merchantEnabled: row.merchant_enabled,
    agentEnabled: row.agent_enabled,
    channelEnabled: row.channel_enabled,
    accountEnabled: row.account_enabled,
    polling: row.polling,
    priority: row.priority,
    weight: row.weight,
    currentWeight: row.current_weight,
    minAmounts: [row.min_amount, row.merchant_min],
    maxAmounts: [row.max_amount, row.merchant_max],
    integerOnly: row.integer_only,
    windows: [row.windows as TimeWindow[]],
    dailyAmount: { limit: 0n, used: 0n },
    dailyCount: { limit: 0, used: 0 },
    balanceLimit: { limit: 0n, used: 0n },
    cardUsage: { limit: 0, used: 0 },
    runtime: 'ok',
    terms: {
      merchant: fee(row.merchant_pct, row.merchant_per_item),
      endpoint: fee(row.endpoint_pct, row.endpoint_per_item),
      system: fee(row.system_pct, row.system_per_item),
      ...(request.hasSubAgent && { subAgent: fee(row.sub_agent_pct, row.sub_agent_per_item) }),
      ...(request.hasMiddleman && { middleman: fee(row.middleman_pct, row.middleman_per_item) }),
    },
    allowLoss: false,
  };
}

import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../../platform/db/transact.ts';
import {
  anyAlias,
  lockPolling,
  merchantChannels,
  merchantExceptions,
  pickChannel,
  readUsage,
  savePollingState,
  termsOf,
} from '../../channels/index.ts';
import type { ChainOfOrder, MerchantChannelRow, PickRequest, RouteLine } from '../../channels/index.ts';

export interface RouteRequestOfOrder extends ChainOfOrder {
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly currency: Currency;
  readonly payAmount: bigint;
  readonly alias: string | null;
  /** The only drivers that may take the order; null for any. */
  readonly drivers: ReadonlySet<string> | null;
  /** Channels whose provider has surely refused this order already. */
  readonly refused: ReadonlySet<string>;
  readonly at: Date;
  /** Whom the merchant's rules are held against. */
  readonly payer?: string | null;
}

export interface ChosenRoute {
  /** What was chosen from. */
  readonly rows: readonly MerchantChannelRow[];
  readonly channel: MerchantChannelRow | null;
  readonly terms: CollectionTerms | null;
  readonly lines: readonly RouteLine[];
}

/**
 * Chooses a channel under the merchant's polling lock and saves the round robin's state with the order. What limits are used
 * and which rules the merchant has is read only where there are any. It reserves nothing (`reserveChannel`).
 */
export async function chooseRoute(tx: Tx, request: RouteRequestOfOrder): Promise<ChosenRoute> {
  const alias = request.alias ?? anyAlias;
  await lockPolling(tx, request.customerId, alias);
  const rows = await merchantChannels(
    tx,
    request.customerId,
    request.agentId,
    request.currency,
    request.alias,
  );
  const { route, weights } = pickRoute(rows, request, {
    usage: await readUsage(tx, rows),
    ...(rows[0]?.has_exceptions === true && {
      exceptions: await merchantExceptions(tx, request.customerId),
    }),
  });
  await savePollingState(tx, request.customerId, alias, weights);
  return route;
}

/** The choice among all of the merchant's channels, and the round robin's state after it, by channel. */
export function pickRoute(
  all: readonly MerchantChannelRow[],
  request: RouteRequestOfOrder,
  standing: Pick<PickRequest, 'usage' | 'exceptions'> = {},
): { readonly route: ChosenRoute; readonly weights: ReadonlyMap<bigint, number> } {
  const rows = all.filter((row) => request.drivers?.has(row.driver) ?? true);
  const { channel, lines, weights } = pickChannel(rows, {
    ...request,
    ...standing,
    amount: request.payAmount,
    isFeeOnTop: false,
  });
  return { route: { rows, channel, lines, terms: channel && termsOf(channel, request) }, weights };
}

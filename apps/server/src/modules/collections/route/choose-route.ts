import type { Kysely } from 'kysely';
import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import {
  anyAlias,
  merchantChannels,
  merchantExceptions,
  pickChannel,
  readUsage,
  termsOf,
} from '../../channels/index.ts';
import type {
  ChainOfOrder,
  MerchantChannelRow,
  PaidBefore,
  PickRequest,
  Route,
  RouteLine,
  Turn,
  TurnLane,
} from '../../channels/index.ts';
import { lastPaid } from './known-payer.store.ts';
import type { KnownPayer } from './known-payer.store.ts';

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
  /** Whose payer he is, where payers may be kept on their channels. */
  readonly known?: KnownPayer | undefined;
}

export interface ChosenRoute {
  /** What was chosen from. */
  readonly rows: readonly MerchantChannelRow[];
  readonly channel: MerchantChannelRow | null;
  readonly terms: CollectionTerms | null;
  readonly lines: readonly RouteLine[];
  /** As it is kept with the order. */
  readonly route: Route;
  /** One of the channels keeps its payers: whoever comes is to be known again. */
  readonly keepsPayers: boolean;
}

/**
 * Chooses a channel, and takes its turn in the round robin where there is more than one to draw from. Outside every transaction, so
 * that no order of the merchant waits for what becomes of another; a turn stands taken whether the order goes that way or not. What
 * limits are used, which rules the merchant has and where the payer paid last are read only where they count. It reserves nothing
 * (`reserveChannel`).
 */
export async function chooseRoute(
  { db, turns }: { readonly db: Kysely<Tables>; readonly turns: TurnLane },
  request: RouteRequestOfOrder,
): Promise<ChosenRoute> {
  const { customerId } = request;
  const rows = await merchantChannels(db, customerId, request.agentId, request.currency, request.alias);
  const standing = {
    usage: await readUsage(db, rows),
    ...(rows[0]?.has_exceptions === true && {
      exceptions: await merchantExceptions(db, customerId),
    }),
    paidBefore: await keptOn(db, rows, request.known),
  };
  const { route, weights } = pickRoute(rows, request, standing);
  if (weights.size < 2) return route;
  const drawn = await turns.submit({
    customerId,
    alias: request.alias ?? anyAlias,
    methods: takingPart(rows, weights),
  });
  const channel = rows.find((row) => row.method_id === drawn);
  if (channel === undefined) throw new Error(`Method ${drawn} was drawn, and took no part`);
  return drawnInstead(route, channel, request);
}

/** The same choice, of which the turn has drawn this channel. */
function drawnInstead(route: ChosenRoute, channel: MerchantChannelRow, chain: ChainOfOrder): ChosenRoute {
  const place = route.rows.indexOf(channel);
  const lines = route.lines.map((line, at): RouteLine => {
    if (at === place) return { ...line, chosen: true, reason: 'chosen' };
    return line.chosen ? { ...line, chosen: false, reason: 'notDrawn' } : line;
  });
  return {
    ...route,
    channel,
    terms: termsOf(channel, chain),
    lines,
    route: { ...route.route, candidates: lines },
  };
}

/** Those that are drawn from; where none has a weight, they take turns evenly. */
function takingPart(
  rows: readonly MerchantChannelRow[],
  drawn: ReadonlyMap<bigint, number>,
): Turn['methods'] {
  const taking = rows.filter((row) => drawn.has(row.method_id));
  const isEven = taking.every((row) => row.weight === 0);
  return taking.map((row) => ({ methodId: row.method_id, weight: isEven ? 1 : row.weight }));
}

/** The choice among all of the merchant's channels, and the round robin's state after it, by method. */
export function pickRoute(
  all: readonly MerchantChannelRow[],
  request: RouteRequestOfOrder,
  standing: Pick<PickRequest, 'usage' | 'exceptions' | 'paidBefore' | 'turns'> = {},
): { readonly route: ChosenRoute; readonly weights: ReadonlyMap<bigint, number> } {
  const rows = all.filter((row) => request.drivers?.has(row.driver) ?? true);
  const { channel, lines, weights } = pickChannel(rows, {
    ...request,
    ...standing,
    amount: request.payAmount,
    isFeeOnTop: false,
  });
  const { paidBefore } = standing;
  return {
    route: {
      rows,
      channel,
      lines,
      terms: channel && termsOf(channel, request),
      route: { candidates: lines, ...(paidBefore && { paid_before: paidBefore }) },
      keepsPayers: rows.some((row) => row.keeps_payers),
    },
    weights,
  };
}

/** What the payer paid last, where it was by one of these channels and that keeps its payers. */
async function keptOn(
  db: Kysely<Tables>,
  rows: readonly MerchantChannelRow[],
  known: KnownPayer | undefined,
): Promise<PaidBefore | undefined> {
  if (known === undefined || !rows.some((row) => row.keeps_payers)) return undefined;
  const paid = await lastPaid(db, known);
  return rows.some((row) => row.keeps_payers && String(row.channel_id) === paid?.channel_id)
    ? paid
    : undefined;
}

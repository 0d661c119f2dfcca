import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { idOfOrderNo } from '@suanpan/domain/ids';
import { amountWithin, within } from '../../../platform/db/list-query.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope, merchantsOf } from './scope.queries.ts';
import type { OrderKind } from './story.queries.ts';
import { seesTheChain } from './story.present.ts';

/** What a search for orders of any kind asks; every part optional, all parts together. */
export interface OrderFilter {
  readonly id?: bigint;
  readonly ids?: readonly bigint[];
  readonly merchantOrderNo?: string;
  readonly orderNo?: string;
  readonly numbers?: readonly string[];
  readonly status?: readonly string[];
  readonly callbackStatus?: readonly string[];
  /** Zero: taken by none. */
  readonly channelId?: bigint;
  readonly channelAccountId?: bigint;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
  /** Zero: of none. */
  readonly subAgentId?: bigint;
  readonly currency?: string;
  /** Millionths of a major unit. */
  readonly amountMinMillionths?: bigint;
  readonly amountMaxMillionths?: bigint;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  readonly completedFrom?: Date;
  readonly completedTo?: Date;
  readonly isTest?: boolean;
  /** Only what comes after this order, newest first: a place that no new order moves. */
  readonly after?: bigint;
  /** Where such orders are, found beforehand (`fewPlaces`). */
  readonly places?: RawBuilder<unknown>;
}

/** What of a kind of orders its search has to know. */
export interface OrderColumns {
  readonly kind: OrderKind;
  readonly table: string;
  readonly amount: string;
  /** The orders that providers know by one of these numbers. */
  byProviderNumber(numbers: readonly string[]): RawBuilder<unknown>;
}

/** The filter without its dates: for counting what they hide. */
export function withoutDates<Filter extends OrderFilter>({
  createdFrom: _from,
  createdTo: _to,
  completedFrom: _since,
  completedTo: _until,
  ...dateless
}: Filter) {
  return dateless;
}

/**
 * The filter for the page after an order of the same list, newest first. The end of its days lies above that order: were it asked for
 * too, PostgreSQL would begin there and pass by every order before the page, for each page anew.
 */
export function pageAfter<Filter extends OrderFilter>({ createdTo: _to, ...filter }: Filter, after: bigint) {
  return { ...filter, after };
}

/**
 * Orders that are kept beside the others because few stand so, in their table `k`. Their times and owners stand there too, so that
 * they are met newest first without a look at any other order.
 */
function among(
  table: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  scope: Scope,
  { agentId, createdFrom, createdTo, customerId }: OrderFilter,
): RawBuilder<unknown> {
  const kept = [
    which,
    ...ownersIn(scope),
    ...(agentId === undefined ? [] : [sql`k.agent_id = ${agentId}`]),
    ...(customerId === undefined ? [] : [sql`k.customer_id = ${customerId}`]),
    ...within('k.created_at', createdFrom, createdTo),
  ];
  return sql`(o.created_at, o.id) IN (SELECT k.created_at, k.order_id FROM ${table} k WHERE ${sql.join(kept, sql` AND `)})`;
}

/** What of a tree the owners of an order tell; the order itself tells the rest. */
function ownersIn(scope: Scope): RawBuilder<unknown>[] {
  switch (scope.kind) {
    case 'platform':
      return [];
    case 'agent':
      return [sql`k.agent_id = ${scope.agentId}`];
    case 'customer':
      return [sql`k.customer_id = ${scope.customerId}`];
    case 'subAgent':
      return [sql`k.customer_id IN (${merchantsOf(scope.subAgentId)})`];
    case 'middleman':
      return [sql`k.customer_id IN (${merchantsOf(scope.middlemanId)})`];
  }
}

/** Orders of a kind where few of them stand (`isRare`). */
export function amongRare(
  kind: OrderKind,
  status: readonly string[] | null,
  scope: Scope,
  filter: OrderFilter,
): RawBuilder<unknown> {
  const stands = status === null ? sql`` : sql` AND k.status = ANY (${status})`;
  return among(sql`rare_order`, sql`k.order_kind = ${kind}${stands}`, scope, filter);
}

/** Those orders themselves, whose columns are called as in the table of their kind. */
export const rareOrders = (kind: OrderKind): RawBuilder<unknown> =>
  sql`(SELECT k.*, k.order_id AS id FROM rare_order k WHERE k.order_kind = ${kind})`;

/** The conditions that orders of every kind share, the caller's tree first. */
export function orderConditions(
  { kind, table, amount, byProviderNumber }: OrderColumns,
  scope: Scope,
  filter: OrderFilter,
): RawBuilder<unknown>[] {
  const conditions = [inOrderScope(scope)];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`o.id = ${filter.id}`);
  if (filter.ids !== undefined) add(sql`o.id = ANY (${filter.ids}::bigint[])`);
  if (filter.merchantOrderNo !== undefined) add(sql`o.merchant_order_no = ${filter.merchantOrderNo}`);
  if (filter.orderNo !== undefined)
    add(sql`o.id = ${idOfOrderNo(filter.orderNo)} AND o.order_no = ${filter.orderNo}`);
  if (filter.numbers !== undefined) {
    // Ours end in the id that finds them; a day that does not fit makes them no number of ours.
    const ours = filter.numbers.map(idOfOrderNo);
    add(
      sql`((o.id = ANY (${ours}::bigint[]) AND o.order_no = ANY (${filter.numbers}))
           OR o.merchant_order_no = ANY (${filter.numbers}) OR ${byProviderNumber(filter.numbers)})`,
    );
  }
  if (filter.status !== undefined) add(sql`o.status = ANY (${filter.status})`);
  if (filter.callbackStatus !== undefined) {
    // `sending` shows as not sent: the specification knows three callback states.
    add(
      sql`CASE o.callback_status WHEN 'sending' THEN 'not_sent' ELSE o.callback_status END = ANY (${filter.callbackStatus})`,
    );
    if (filter.callbackStatus.every((status) => status === 'failed'))
      add(among(sql`failed_callback`, sql`k.order_kind = ${kind}`, scope, filter));
  }
  const isOf = (column: RawBuilder<unknown>, id: bigint): RawBuilder<unknown> =>
    id === 0n ? sql`${column} IS NULL` : sql`${column} = ${id}`;
  if (filter.channelId !== undefined) add(isOf(sql`o.channel_id`, filter.channelId));
  if (filter.channelAccountId !== undefined) {
    add(seesTheChain(scope) ? isOf(sql`o.channel_account_id`, filter.channelAccountId) : sql`false`);
  }
  if (filter.customerId !== undefined) add(sql`o.customer_id = ${filter.customerId}`);
  if (filter.agentId !== undefined) add(sql`o.agent_id = ${filter.agentId}`);
  if (filter.subAgentId !== undefined) {
    const isHis = scope.kind === 'subAgent' && scope.subAgentId === filter.subAgentId;
    add(seesTheChain(scope) || isHis ? isOf(sql`o.sub_agent_id`, filter.subAgentId) : sql`false`);
  }
  if (filter.currency !== undefined) add(sql`o.currency = ${filter.currency}`);
  conditions.push(
    ...amountWithin(`o.${amount}`, filter.amountMinMillionths, filter.amountMaxMillionths),
    ...within('o.created_at', filter.createdFrom, filter.createdTo),
    ...within('o.completed_at', filter.completedFrom, filter.completedTo),
  );
  if (filter.isTest !== undefined) add(sql`o.is_test = ${filter.isTest}`);
  if (filter.after !== undefined) {
    add(
      sql`(o.created_at, o.id) < (
        (SELECT a.created_at FROM ${sql.table(table)} a WHERE a.id = ${filter.after}), ${filter.after}::bigint)`,
    );
  }
  if (filter.places !== undefined) add(filter.places);
  return conditions;
}

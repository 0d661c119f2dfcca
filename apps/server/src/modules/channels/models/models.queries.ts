import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { isKnown, methodColumns, placeColumns } from '../merchants/merchants.queries.ts';
import type { KeptMethod } from '../merchants/merchants.queries.ts';
import type { Direction, MethodPlace, MethodPrices, MethodSettings } from '../merchants/method.ts';

/** One channel of a template; its settings never switch anything off, allow no loss, and say nothing of keeping payers. */
export interface ModelItem extends Omit<MethodSettings, keyof ModelLess>, MethodPrices {
  readonly channel_id: bigint;
  readonly channel_name: string;
  readonly currency: Currency;
}

/** What a merchant's channel has and a template does not set. */
export type ModelLess = Pick<MethodSettings, 'enabled' | 'allow_loss' | 'keeps_payers'>;

export interface ListedModel {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly version: number;
  readonly customers: number;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

interface ModelFilter {
  readonly direction: Direction;
  readonly search?: string;
  readonly id?: bigint;
}

/** One's own templates, and those of the platform that name no channel of anybody else: channels and prices are his. */
function readable(scope: Scope, { direction, id, search }: ModelFilter): RawBuilder<unknown> {
  const part = search?.replace(/[\\%_]/g, '\\$&');
  return sql.join(
    [
      sql`t.direction = ${direction}`,
      sql`(${inTree(scope, { agent: 't.agent_id' })} OR (t.agent_id IS NULL AND NOT EXISTS (
        SELECT FROM channel_model_item i WHERE i.model_id = t.id AND NOT EXISTS (
          SELECT FROM agent_method g WHERE g.channel_id = i.channel_id AND ${inTree(scope, { agent: 'g.agent_id' })}))))`,
      ...(id === undefined ? [] : [sql`t.id = ${id}`]),
      ...(part === undefined ? [] : [sql`t.name ILIKE ${`%${part}%`}`]),
    ],
    sql` AND `,
  );
}

export async function listModels(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ModelFilter,
  { offset, limit }: Page,
): Promise<ListedModel[]> {
  const { rows } = await sql<ListedModel>`
    SELECT t.id, t.name, t.agent_id, a.name AS agent_name, t.version, (
      SELECT count(*)::int FROM customer_model x JOIN app_user u ON u.id = x.customer_id
      WHERE x.model_id = t.id AND ${inTree(scope, { agent: 'u.agent_id' })}) AS customers
    FROM channel_model t LEFT JOIN app_user a ON a.id = t.agent_id
    WHERE ${readable(scope, filter)} ORDER BY t.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countModels(db: Kysely<Tables>, scope: Scope, filter: ModelFilter): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM channel_model t WHERE ${readable(scope, filter)}`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** What the templates that were found before hold. */
export async function itemsOf(
  db: Kysely<Tables>,
  modelIds: readonly bigint[],
): Promise<(ModelItem & { readonly model_id: bigint })[]> {
  if (modelIds.length === 0) return [];
  const { rows } = await sql<ModelItem & { model_id: bigint }>`
    SELECT m.model_id, m.channel_id, c.name AS channel_name, c.currency, m.alias, m.weight, m.polling, m.priority,
           m.min_amount, m.max_amount, m.daily_amount, m.daily_count, m.balance_limit, m.windows,
           trim_scale(m.merchant_pct)::text AS merchant_pct, m.merchant_per_item,
           trim_scale(m.sub_agent_pct)::text AS sub_agent_pct, m.sub_agent_per_item,
           trim_scale(m.middleman_pct)::text AS middleman_pct, m.middleman_per_item
    FROM channel_model_item m JOIN channel c ON c.id = m.channel_id
    WHERE m.model_id = ANY (${modelIds}::bigint[]) ORDER BY m.model_id, m.alias, m.channel_id`.execute(db);
  return rows;
}

/** Channels of a direction that the owner of a template may put in: a senior agent's own, or any. */
export async function offeredChannels(
  db: Kysely<Tables>,
  direction: Direction,
  agentId: bigint | null,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Currency>> {
  const { rows } = await sql<{ id: bigint; currency: Currency }>`
    SELECT c.id, c.currency FROM channel c
    WHERE c.id = ANY (${ids}::bigint[]) AND c.direction = ${direction}
      AND (${agentId}::bigint IS NULL OR EXISTS (
        SELECT FROM agent_method g WHERE g.channel_id = c.id AND g.agent_id = ${agentId}))`.execute(db);
  return new Map(rows.map(({ currency, id }) => [id, currency]));
}

/** A senior agent who is there. */
export async function isAgent(db: Kysely<Tables>, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM app_user u WHERE u.id = ${id} AND u.kind = 'agent' AND u.status <> 'archived'`.execute(db);
  return rows.length > 0;
}

interface ListedCustomerModel {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly model_id: bigint | null;
  readonly model_name: string | null;
}

export interface CustomerModelFilter {
  readonly direction: Direction;
  readonly modelId?: bigint;
  readonly channelName?: string;
  readonly search?: string;
}

function merchantsBy(scope: Scope, filter: CustomerModelFilter): RawBuilder<unknown> {
  const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { channelName, direction, modelId, search } = filter;
  return sql`
    FROM app_user u JOIN app_user a ON a.id = u.agent_id
    LEFT JOIN customer_model x ON x.customer_id = u.id AND x.direction = ${direction}
    LEFT JOIN channel_model t ON t.id = x.model_id
    WHERE ${sql.join(
      [
        sql`u.kind = 'customer' AND u.status <> 'archived'`,
        inTree(scope, { agent: 'u.agent_id' }),
        ...(modelId === undefined ? [] : [sql`x.model_id = ${modelId}`]),
        ...(search === undefined ? [] : [sql`(u.name ILIKE ${like(search)} OR u.id::text = ${search})`]),
        ...(channelName === undefined
          ? []
          : [
              sql`EXISTS (SELECT FROM customer_method m JOIN channel c ON c.id = m.channel_id
                WHERE m.customer_id = u.id AND c.direction = ${direction} AND c.name ILIKE ${like(channelName)})`,
            ]),
      ],
      sql` AND `,
    )}`;
}

/** The merchants of the caller's tree with the template that each was given. */
export async function listCustomerModels(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CustomerModelFilter,
  { offset, limit }: Page,
): Promise<ListedCustomerModel[]> {
  const { rows } = await sql<ListedCustomerModel>`
    SELECT u.id AS customer_id, u.name AS customer_name, u.agent_id, a.name AS agent_name, x.model_id, t.name AS model_name
    ${merchantsBy(scope, filter)} ORDER BY x.model_id IS NULL, u.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countCustomerModels(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CustomerModelFilter,
): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n ${merchantsBy(scope, filter)}`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** All that these merchants have of a direction; `isLocked` keeps it until the transaction ends. */
export async function keptMethods(
  db: Kysely<Tables>,
  scope: Scope,
  direction: Direction,
  customerIds: readonly bigint[],
  isLocked = false,
): Promise<KeptMethod[]> {
  const { rows } = await sql<KeptMethod>`
    SELECT ${placeColumns}, ${methodColumns}
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE m.customer_id = ANY (${customerIds}::bigint[]) AND c.direction = ${direction}
      AND ${inTree(scope, { agent: 'u.agent_id' })} AND ${isKnown(scope)}
    ORDER BY m.id ${isLocked ? sql`FOR UPDATE OF m` : sql``}`.execute(db);
  return rows;
}

/** Merchants of the caller's own tree, each with each of the channels that his senior agent may use. */
export async function placesOf(
  db: Kysely<Tables>,
  scope: Scope,
  customerIds: readonly bigint[],
  channelIds: readonly bigint[],
): Promise<MethodPlace[]> {
  const { rows } = await sql<MethodPlace>`
    SELECT ${placeColumns}
    FROM app_user u JOIN channel c ON c.id = ANY (${channelIds}::bigint[])
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE u.id = ANY (${customerIds}::bigint[]) AND u.kind = 'customer' AND u.status <> 'archived'
      AND ${inTree(scope, { agent: 'u.agent_id' })}
    ORDER BY u.id, c.id`.execute(db);
  return rows;
}

/** Of these, the merchants of the caller's own tree. */
export async function merchantsAmong(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT u.id, u.name FROM app_user u
    WHERE u.id = ANY (${ids}::bigint[]) AND u.kind = 'customer' AND u.status <> 'archived'
      AND ${inTree(scope, { agent: 'u.agent_id' })} ORDER BY u.id`.execute(db);
  return rows;
}

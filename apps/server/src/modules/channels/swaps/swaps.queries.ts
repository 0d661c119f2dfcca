import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { methodColumns, placeColumns } from '../merchants/merchants.queries.ts';
import type { KeptMethod } from '../merchants/merchants.queries.ts';
import type { Direction, MethodPlace } from '../merchants/method.ts';

export interface ListedSwap {
  readonly id: bigint;
  readonly at: Date;
  readonly direction: Direction;
  readonly agent_id: bigint | null;
  readonly operator: string | null;
  readonly from_id: bigint;
  readonly from_name: string;
  readonly to_id: bigint;
  readonly to_name: string;
  readonly affected: number;
  readonly reason: string;
  readonly undone_at: Date | null;
}

interface SwapFilter {
  readonly direction?: Direction;
  readonly id?: bigint;
}

function visible(scope: Scope, { direction, id }: SwapFilter): RawBuilder<unknown> {
  return sql.join(
    [
      inTree(scope, { agent: 's.agent_id' }),
      ...(direction === undefined ? [] : [sql`s.direction = ${direction}`]),
      ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ],
    sql` AND `,
  );
}

/** The swaps of the caller's tree, newest first. */
export async function listSwaps(
  db: Kysely<Tables>,
  scope: Scope,
  filter: SwapFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedSwap[]> {
  const { rows } = await sql<ListedSwap>`
    SELECT s.id, s.at, s.direction, s.agent_id, o.username AS operator, s.from_channel_id AS from_id, f.name AS from_name,
           s.to_channel_id AS to_id, t.name AS to_name, s.affected, s.reason, s.undone_at
    FROM channel_swap s JOIN channel f ON f.id = s.from_channel_id JOIN channel t ON t.id = s.to_channel_id
    LEFT JOIN app_user o ON o.id = s.maker_id AND ${isNamedTo(scope, 'o')}
    WHERE ${visible(scope, filter)} ORDER BY s.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countSwaps(db: Kysely<Tables>, scope: Scope, filter: SwapFilter): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM channel_swap s WHERE ${visible(scope, filter)}`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** A channel that the caller may swap from or to: any for the platform, those that he may use for a senior agent. */
export async function findChannel(
  db: Kysely<Tables>,
  scope: Scope,
  direction: Direction,
  id: bigint,
): Promise<{ readonly id: bigint; readonly name: string; readonly currency: Currency } | undefined> {
  const isHis =
    scope.kind === 'platform'
      ? sql`true`
      : sql`EXISTS (SELECT FROM agent_method g WHERE g.channel_id = c.id AND ${inTree(scope, { agent: 'g.agent_id' })})`;
  const { rows } = await sql<{ id: bigint; name: string; currency: Currency }>`
    SELECT c.id, c.name, c.currency FROM channel c
    WHERE c.id = ${id} AND c.direction = ${direction} AND ${isHis}`.execute(db);
  return rows[0];
}

/** Which merchants a swap is about, and in whose tree. */
interface SwapScope {
  readonly agentId: bigint | null;
  readonly modelId: bigint | null;
  readonly customerIds: readonly bigint[] | null;
  readonly alias: string | null;
}

/** What merchants have of a channel that is switched on, by the alias too where one is named. */
export async function methodsOn(
  db: Kysely<Tables>,
  channelId: bigint,
  { agentId, alias, customerIds, modelId }: SwapScope,
): Promise<KeptMethod[]> {
  const { rows } = await sql<KeptMethod>`
    SELECT ${placeColumns}, ${methodColumns}
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE m.channel_id = ${channelId} AND m.enabled AND u.status <> 'archived'
      AND (${agentId}::bigint IS NULL OR u.agent_id = ${agentId})
      AND (${alias}::text IS NULL OR m.alias = ${alias})
      AND (${customerIds === null ? null : [...customerIds]}::bigint[] IS NULL
        OR u.id = ANY (${customerIds === null ? null : [...customerIds]}::bigint[]))
      AND (${modelId}::bigint IS NULL OR EXISTS (
        SELECT FROM customer_model x WHERE x.customer_id = u.id AND x.model_id = ${modelId} AND x.direction = c.direction))
    ORDER BY m.id FOR UPDATE OF m`.execute(db);
  return rows;
}

/** A rule of a merchant by which orders must go by a channel. */
export interface ForcingRule {
  readonly id: bigint;
  readonly n: number;
  readonly note: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
}

/** The rules of these merchants that are in force and let orders go by this channel alone. */
export async function rulesForcing(
  db: Kysely<Tables>,
  channelId: bigint,
  direction: Direction,
  customerIds: readonly bigint[],
): Promise<ForcingRule[]> {
  const { rows } = await sql<ForcingRule>`
    SELECT e.id, e.n, e.note, e.customer_id, u.name AS customer_name
    FROM channel_exception e JOIN app_user u ON u.id = e.customer_id
    WHERE e.channel_id = ${channelId} AND e.direction = ${direction} AND e.act = 'force'
      AND e.customer_id = ANY (${customerIds}::bigint[]) AND (e.until IS NULL OR e.until > business_now())
    ORDER BY u.name, e.customer_id, e.n`.execute(db);
  return rows;
}

/** What these merchants have of another channel already. */
export async function methodsAt(
  db: Kysely<Tables>,
  channelId: bigint,
  customerIds: readonly bigint[],
): Promise<KeptMethod[]> {
  const { rows } = await sql<KeptMethod>`
    SELECT ${placeColumns}, ${methodColumns}
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE m.channel_id = ${channelId} AND m.customer_id = ANY (${customerIds}::bigint[])
    ORDER BY m.id FOR UPDATE OF m`.execute(db);
  return rows;
}

/** The channel as each of these merchants would have it; a merchant whose senior agent may not use it is left out. */
export async function placesAt(
  db: Kysely<Tables>,
  channelId: bigint,
  customerIds: readonly bigint[],
): Promise<MethodPlace[]> {
  const { rows } = await sql<MethodPlace>`
    SELECT ${placeColumns}
    FROM app_user u JOIN channel c ON c.id = ${channelId}
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id AND g.enabled
    WHERE u.id = ANY (${customerIds}::bigint[])`.execute(db);
  return rows;
}

export interface SwappedRow {
  readonly method_id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly alias: string;
  /** As it was before the swap; null where the swap gave it to the merchant. */
  readonly before: unknown;
  readonly version: number;
  /** Null where it is no longer there. */
  readonly version_now: number | null;
}

/** What a swap wrote, with how it stands now; the rows are kept until the transaction ends. */
export async function rowsOf(db: Kysely<Tables>, swapId: bigint): Promise<SwappedRow[]> {
  await sql`
    SELECT 1 FROM customer_method m WHERE m.id IN (
      SELECT r.method_id FROM channel_swap_row r WHERE r.swap_id = ${swapId}) ORDER BY m.id FOR UPDATE`.execute(
    db,
  );
  const { rows } = await sql<SwappedRow>`
    SELECT r.method_id, r.customer_id, u.name AS customer_name, r.alias, r.before, r.version, m.version AS version_now
    FROM channel_swap_row r JOIN app_user u ON u.id = r.customer_id LEFT JOIN customer_method m ON m.id = r.method_id
    WHERE r.swap_id = ${swapId} ORDER BY r.method_id`.execute(db);
  return rows;
}

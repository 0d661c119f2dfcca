import type { CallbackResult } from '@suanpan/domain/states/callback';
import type { MerchantEventType } from '@suanpan/domain/states/wire';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { StoryRow } from '../callbacks.queries.ts';
import type { LeasedRow } from '../delivery/delivery.store.ts';
import type { OrderKind } from '../order-news.ts';
import { isOutdated } from '../resend.store.ts';

export interface CallbackFilter {
  readonly id?: bigint;
  readonly kind?: OrderKind;
  /** What a number names: an event, or orders of either kind. */
  readonly named?: { readonly eventId: string } & { readonly [Kind in OrderKind]: readonly bigint[] };
  readonly status?: string;
  readonly result?: CallbackResult;
  readonly customerId?: bigint;
  readonly type?: MerchantEventType;
  readonly isHeld?: boolean;
  readonly isGivenUp?: boolean;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what comes after this event, newest first. */
  readonly before?: bigint;
}

export interface ListedCallback {
  readonly id: bigint;
  readonly event_id: string;
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly recipient_id: bigint;
  readonly type: string;
  readonly shown_status: 'not_sent' | 'success' | 'failed';
  readonly is_sending: boolean;
  readonly result: CallbackResult | null;
  readonly url: string;
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly last_http: number | null;
  readonly last_at: Date | null;
  readonly paused: boolean;
  readonly outdated: boolean;
}

/** While it is on its way: its last result, and `not_sent` before any (domain §4). */
const shownStatus = sql`CASE c.status WHEN 'sending' THEN coalesce((
    SELECT CASE a.result WHEN 'success' THEN 'success' ELSE 'failed' END FROM whole.callback_attempt a
    WHERE a.callback_id = c.id ORDER BY a.attempt DESC LIMIT 1), 'not_sent') ELSE c.status END`;

/** Nothing more goes out by itself, it did not arrive, and its merchant knows nothing newer of the order. */
const isGivenUp = sql`c.next_at IS NULL AND c.status IN ('not_sent', 'failed')
  AND c.result IS DISTINCT FROM 'v1_no_rejection' AND NOT ${isOutdated}`;

/** One page of the events that the caller may see, newest first; every query carries his tree. */
export async function listCallbacks(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CallbackFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedCallback[]> {
  const { rows } = await sql<ListedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.customer_id, u.name AS customer_name, c.recipient_id, c.type,
           ${shownStatus} AS shown_status, c.lease_until > now() AS is_sending, c.result, c.url, c.attempts,
           CASE WHEN c.lease_until IS NULL THEN c.next_at END AS next_at, c.created_at, last.http_status AS last_http,
           last.at AS last_at, coalesce(w.paused_at IS NOT NULL AND w.url = c.url, false) AS paused,
           ${isOutdated} AS outdated
    FROM whole.callback c
    JOIN app_user u ON u.id = c.customer_id
    LEFT JOIN webhook_endpoint w ON w.customer_id = c.recipient_id
    LEFT JOIN LATERAL (
      SELECT a.http_status, a.at FROM whole.callback_attempt a WHERE a.callback_id = c.id
      ORDER BY a.attempt DESC LIMIT 1) last ON true
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY c.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows.map((row) => ({ ...row, is_sending: row.is_sending ?? false }));
}

/** How many there are. */
export async function countCallbacks(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CallbackFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM whole.callback c WHERE ${conditionsOf(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

/** An event as it is kept, with what it is signed by. */
export type KeptCallback = StoryRow &
  Pick<LeasedRow, 'api_version' | 'secret_sealed' | 'previous_secret_sealed' | 'v1_secret_sealed'>;

/** The caller has found the event in his tree. */
export async function getKept(db: Kysely<Tables>, id: bigint): Promise<KeptCallback> {
  const { rows } = await sql<KeptCallback>`
    SELECT c.id, c.event_id, c.type, c.status, c.result, c.url, c.next_at, c.body, c.api_version, w.secret_sealed,
           CASE WHEN w.previous_until > now() THEN w.previous_secret_sealed END AS previous_secret_sealed,
           w.v1_secret_sealed
    FROM whole.callback c LEFT JOIN webhook_endpoint w ON w.customer_id = c.recipient_id WHERE c.id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Callback ${id} is gone`);
  return row;
}

function conditionsOf(scope: Scope, filter: CallbackFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    inTree(scope, { agent: 'c.agent_id', customer: 'c.customer_id' }),
    ...within('c.created_at', filter.from, filter.to),
  ];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`c.id = ${filter.id}`);
  if (filter.kind !== undefined) add(sql`c.order_kind = ${filter.kind}`);
  if (filter.named !== undefined) {
    const { collection, eventId, payout } = filter.named;
    add(
      sql`(c.event_id = ${eventId} OR (c.order_kind = 'collection' AND c.order_id = ANY (${collection}::bigint[]))
           OR (c.order_kind = 'payout' AND c.order_id = ANY (${payout}::bigint[])))`,
    );
  }
  if (filter.status !== undefined) add(sql`${shownStatus} = ${filter.status}`);
  if (filter.result !== undefined) add(sql`c.result = ${filter.result}`);
  if (filter.customerId !== undefined) add(sql`c.customer_id = ${filter.customerId}`);
  if (filter.type !== undefined) add(sql`c.type = ${filter.type}`);
  if (filter.isHeld === true) add(sql`c.result = 'held_after_8h'`);
  if (filter.isGivenUp === true) add(isGivenUp);
  if (filter.before !== undefined) add(sql`c.id < ${filter.before}`);
  return sql.join(conditions, sql` AND `);
}

import type { RequestDirection, httpClasses } from '@suanpan/contract/endpoints/request-log';
import { requestDirections } from '@suanpan/contract/endpoints/request-log';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import { within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface RequestFilter {
  readonly direction?: RequestDirection;
  /** One row of its direction. */
  readonly id?: bigint;
  /** Orders by our ids, and the number that named them, under which a refused call may stand alone. */
  readonly orders?: {
    readonly collection: readonly bigint[];
    readonly payout: readonly bigint[];
    readonly no: string;
  };
  readonly requestId?: string;
  readonly ip?: string;
  readonly endpoint?: string;
  readonly http?: (typeof httpClasses)[number];
  readonly from?: Date;
  readonly to?: Date;
  /** Only what comes after this place, newest first. */
  readonly after?: string;
}

export interface ListedRequest {
  readonly id: bigint;
  readonly direction: RequestDirection;
  readonly at: Date;
  readonly who: string | null;
  readonly endpoint: string;
  readonly order_kind: 'collection' | 'payout' | null;
  readonly order_id: bigint | null;
  readonly order_no: string | null;
  readonly http: number | null;
  readonly outcome: string;
  readonly ms: number | null;
  readonly request_id: string | null;
  readonly ip: string | null;
  /** Where the row stands in the list, for what comes after it. */
  readonly place: string;
}

const order = sql`o.kind AS order_kind, o.id AS order_id, o.order_no, o.created_at AS order_at`;
/** The order of a row, by kind and id. */
const orderOf = (kind: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  LEFT JOIN LATERAL (
    SELECT 'collection' AS kind, oc.id, oc.order_no, oc.created_at FROM whole.collection_order oc
    WHERE ${kind} = 'collection' AND oc.id = ${id}
    UNION ALL
    SELECT 'payout', op.id, op.order_no, op.created_at FROM whole.payout_order op WHERE ${kind} = 'payout' AND op.id = ${id}
  ) o ON true`;

/**
 * Of a merchant's call: by our id, or by the number that he gave the order; his own orders alone, the archived too. Where it names two,
 * it is about the older one: what is too old to be shown is shown under no other name.
 */
const ownOrder = sql`
  LEFT JOIN LATERAL (
    SELECT 'collection' AS kind, c.id, c.order_no, c.created_at FROM whole.collection_order c
    WHERE l.order_kind = 'collection' AND c.id = l.order_id AND c.customer_id = l.customer_id
    UNION ALL
    SELECT 'collection', c.id, c.order_no, c.created_at FROM whole.collection_order c
    WHERE l.order_kind = 'collection' AND c.merchant_order_no = l.merchant_order_no AND c.customer_id = l.customer_id
    UNION ALL
    SELECT 'payout', p.id, p.order_no, p.created_at FROM whole.payout_order p
    WHERE l.order_kind = 'payout' AND p.id = l.order_id AND p.customer_id = l.customer_id
    UNION ALL
    SELECT 'payout', p.id, p.order_no, p.created_at FROM whole.payout_order p
    WHERE l.order_kind = 'payout' AND p.merchant_order_no = l.merchant_order_no AND p.customer_id = l.customer_id
    ORDER BY created_at LIMIT 1
  ) o ON true`;

interface Source {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly at: string;
  readonly request: RawBuilder<unknown>;
  readonly response: RawBuilder<unknown>;
}

/** Where each direction is kept. A callback's body is that of its event, and the same at every attempt. */
const sources: Readonly<Record<RequestDirection, Source>> = {
  merchant_in: {
    columns: sql`l.id, l.at, u.name AS who, l.endpoint, o.kind AS order_kind, o.id AS order_id,
      coalesce(o.order_no, l.merchant_order_no) AS order_no, o.created_at AS order_at, l.http_status AS http, l.outcome,
      l.latency_ms AS ms, l.request_id, l.ip`,
    from: sql`request_log l LEFT JOIN app_user u ON u.id = l.customer_id ${ownOrder}`,
    at: 'l.at',
    request: sql`l.request`,
    response: sql`l.response`,
  },
  provider_out: {
    columns: sql`l.id, l.at, a.name AS who, l.operation AS endpoint, ${order}, l.http_status AS http, l.outcome,
      l.latency_ms AS ms, NULL::text AS request_id, NULL::text AS ip`,
    from: sql`provider_log l JOIN channel_account a ON a.id = l.channel_account_id AND l.direction = 'out'
      ${orderOf(sql`l.order_kind`, sql`l.order_id`)}`,
    at: 'l.at',
    request: sql`l.request`,
    response: sql`l.response`,
  },
  provider_in: {
    columns: sql`l.id, l.received_at AS at, a.name AS who, 'notice' AS endpoint, ${order}, NULL::int AS http, l.outcome,
      NULL::int AS ms, NULL::text AS request_id, l.ip`,
    from: sql`channel_notice l JOIN channel_account a ON a.id = l.channel_account_id
      LEFT JOIN collection_attempt ca ON ca.channel_account_id = l.channel_account_id AND ca.request_no = l.order_no
      LEFT JOIN payout_attempt pa ON pa.channel_account_id = l.channel_account_id AND pa.request_no = l.order_no
      ${orderOf(
        sql`CASE WHEN ca.order_id IS NULL THEN 'payout' ELSE 'collection' END`,
        sql`coalesce(ca.order_id, pa.order_id)`,
      )}`,
    at: 'l.received_at',
    // It may be any bytes at all.
    request: sql`encode(l.raw, 'base64')`,
    response: sql`''`,
  },
  callback_out: {
    columns: sql`l.id, l.at, u.name AS who, c.type AS endpoint, ${order}, l.http_status AS http, l.result AS outcome,
      l.latency_ms AS ms, c.event_id AS request_id, NULL::text AS ip`,
    from: sql`callback_attempt l JOIN callback c ON c.id = l.callback_id LEFT JOIN app_user u ON u.id = c.recipient_id
      ${orderOf(sql`c.order_kind`, sql`c.order_id`)}`,
    at: 'l.at',
    request: sql`'POST ' || c.url || E'\\n' || c.body`,
    response: sql`l.response`,
  },
};

/** Rows of the asked directions since an instant; `isShown`: of orders young enough, or of those that are not. */
function matching(
  filter: RequestFilter,
  since: Date,
  isShown: boolean,
  more: { readonly bodies?: true; readonly limit?: number } = {},
): RawBuilder<unknown> {
  const asked = filter.direction === undefined ? requestDirections : [filter.direction];
  const branches = asked.map((direction) => {
    const { at, columns, from, request, response } = sources[direction];
    const bodies = more.bodies === true ? sql`, ${request} AS request, ${response} AS response` : sql``;
    const conditions = sql.join(
      [
        ...within(at, filter.from, filter.to),
        isShown
          ? sql`${sql.ref(at)} >= ${since} AND coalesce(o.created_at, ${sql.ref(at)}) >= ${since}`
          : sql`(${sql.ref(at)} < ${since} OR o.created_at < ${since})`,
        ...(filter.id === undefined ? [] : [sql`l.id = ${filter.id}`]),
      ],
      sql` AND `,
    );
    const rows = sql`
      SELECT ${direction}::text AS direction, r.*, r.at::text || '|' || ${direction}::text || '|' || r.id AS place
      FROM (SELECT ${columns}${bodies} FROM ${from} WHERE ${conditions}) r WHERE ${conditionsOf(filter, direction)}`;
    return more.limit === undefined
      ? sql`(${rows})`
      : sql`(${rows} ORDER BY r.at DESC, r.id DESC LIMIT ${more.limit})`;
  });
  return sql.join(branches, sql` UNION ALL `);
}

function conditionsOf(filter: RequestFilter, direction: RequestDirection): RawBuilder<unknown> {
  const { after, endpoint, http, ip, orders, requestId } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (orders !== undefined) {
    conditions.push(sql`(
      (r.order_kind = 'collection' AND r.order_id = ANY (${orders.collection}::bigint[]))
      OR (r.order_kind = 'payout' AND r.order_id = ANY (${orders.payout}::bigint[]))
      OR (r.order_id IS NULL AND r.order_no = ${orders.no}))`);
  }
  if (requestId !== undefined) conditions.push(sql`r.request_id = ${requestId}`);
  if (ip !== undefined) conditions.push(sql`r.ip = ${ip}`);
  if (endpoint !== undefined) conditions.push(sql`strpos(lower(r.endpoint), lower(${endpoint})) > 0`);
  if (http !== undefined) {
    conditions.push(http === 'none' ? sql`r.http IS NULL` : sql`r.http / 100 = ${http.charAt(0)}::int`);
  }
  if (after !== undefined) {
    const [at, at_, id] = after.split('|');
    conditions.push(
      sql`(r.at, ${direction}::text, r.id) < (${at}::timestamptz, ${at_}::text, ${id}::bigint)`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

/** One page, newest first. The platform's people alone come here, so it carries no tree. */
export async function listRequests(
  db: Kysely<Tables>,
  filter: RequestFilter,
  since: Date,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    SELECT * FROM (${matching(filter, since, true, { limit: page.offset + page.limit })}) f
    ORDER BY at DESC, direction DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** One with what was sent and answered; undefined where there is none, or none that may be shown. */
export async function findRequest(
  db: Kysely<Tables>,
  direction: RequestDirection,
  id: bigint,
  since: Date,
): Promise<(ListedRequest & { readonly request: string; readonly response: string }) | undefined> {
  const { rows } = await sql<ListedRequest & { request: string; response: string }>`
    ${matching({ direction, id }, since, true, { bodies: true })}`.execute(db);
  return rows[0];
}

/** How many are shown, at most `most`. */
export async function countRequests(
  db: Kysely<Tables>,
  filter: RequestFilter,
  since: Date,
  most: number,
): Promise<number> {
  return countRows(db, matching(filter, since, true, { limit: most }), most);
}

/** How many match and are kept without being shown, among those of so many days; at most `most`. */
export async function countKept(
  db: Kysely<Tables>,
  filter: RequestFilter,
  since: Date,
  keptSince: Date,
  most: number,
): Promise<number> {
  const asked = { ...filter, from: filter.from ?? keptSince };
  return countRows(db, matching(asked, since, false), most);
}

async function countRows(db: Kysely<Tables>, found: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM (SELECT FROM (${found}) f LIMIT ${most}) c`.execute(db);
  return countOf(rows[0]?.n ?? 0n);
}

/** Merchants' calls of that time that were not written down. */
export async function countDropped(db: Kysely<Tables>, from: Date, to: Date | undefined): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT coalesce(sum(dropped), 0) AS n FROM request_log_gap g
    WHERE ${sql.join(within('g.at', from, to), sql` AND `)}`.execute(db);
  return countOf(BigInt(rows[0]?.n ?? 0n));
}

/** Whether all the orders that were asked for are too old, so that the answer is the hint. */
export async function areAllOlder(
  db: Kysely<Tables>,
  { collection, payout }: NonNullable<RequestFilter['orders']>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ older: boolean | null }>`
    SELECT bool_and(created_at < ${since}) AS older FROM (
      SELECT created_at FROM whole.collection_order WHERE id = ANY (${collection}::bigint[])
      UNION ALL SELECT created_at FROM whole.payout_order WHERE id = ANY (${payout}::bigint[])
    ) o`.execute(db);
  return rows[0]?.older === true;
}

import type pg from 'pg';
import { defaultBehaviour } from './modes.ts';
import type { Behaviour, Mode } from './modes.ts';
import type { Callback } from './read-callback.ts';

/** A received callback as stored. */
export interface ReceivedEvent extends Callback {
  id: bigint;
  shop: string;
  receivedAt: Date;
  attempt: number;
  mode: Mode;
  answered: number;
  headers: Record<string, string>;
  body: string;
}

const columns = `id, shop, received_at as "receivedAt", form, verified, reason, event_key as "eventKey", attempt, type,
  order_no as "orderNo", status, amount, currency, mode, answered, headers, body`;

/** Which delivery of an event this one is, counted from 1. */
export async function countAttempt(pool: pg.Pool, shop: string, eventKey: string): Promise<number> {
  const { rows } = await pool.query<{ attempt: number }>(
    'select count(*)::int + 1 as attempt from echo_shop.event where shop = $1 and event_key = $2',
    [shop, eventKey],
  );
  return rows[0]?.attempt ?? 1;
}

export async function insertEvent(pool: pg.Pool, event: Omit<ReceivedEvent, 'id'>): Promise<void> {
  await pool.query(
    `insert into echo_shop.event (shop, received_at, form, verified, reason, event_key, attempt, type, order_no,
       status, amount, currency, mode, answered, headers, body)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)`,
    [
      event.shop,
      event.receivedAt,
      event.form,
      event.verified,
      event.reason,
      event.eventKey,
      event.attempt,
      event.type,
      event.orderNo,
      event.status,
      event.amount,
      event.currency,
      event.mode,
      event.answered,
      JSON.stringify(event.headers),
      event.body,
    ],
  );
}

export interface EventFilter {
  shop?: string | undefined;
  orderNo?: string | undefined;
  afterId?: bigint | undefined;
  limit: number;
}

/** Received callbacks, newest first. */
export async function listEvents(pool: pg.Pool, filter: EventFilter): Promise<ReceivedEvent[]> {
  const { rows } = await pool.query<ReceivedEvent>(
    `select ${columns} from echo_shop.event
     where ($1::text is null or shop = $1) and ($2::text is null or order_no = $2) and id > $3
     order by id desc limit $4`,
    [filter.shop ?? null, filter.orderNo ?? null, filter.afterId ?? 0n, filter.limit],
  );
  return rows;
}

export interface ShopTotals {
  shop: string;
  received: bigint;
  verified: bigint;
  repeated: bigint;
}

export async function sumEvents(pool: pg.Pool): Promise<ShopTotals[]> {
  const { rows } = await pool.query<ShopTotals>(
    `select shop, count(*) as received, count(*) filter (where verified) as verified,
       count(*) filter (where attempt > 1) as repeated
     from echo_shop.event group by shop`,
  );
  return rows;
}

export async function saveBehaviour(pool: pg.Pool, shop: string, behaviour: Behaviour): Promise<void> {
  await pool.query(
    `insert into echo_shop.mode (shop, mode, n) values ($1, $2, $3)
     on conflict (shop) do update set mode = excluded.mode, n = excluded.n`,
    [shop, behaviour.mode, behaviour.n],
  );
}

export async function findBehaviour(pool: pg.Pool, shop: string): Promise<Behaviour> {
  const { rows } = await pool.query<Behaviour>('select mode, n from echo_shop.mode where shop = $1', [shop]);
  return rows[0] ?? defaultBehaviour;
}

import { idOfOrderNo } from '@suanpan/domain/ids';
import type { CallbackState } from '@suanpan/domain/states/callback';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { foundOrRecalled, recallOrders } from '../../archive/index.ts';
import { inOrderScope } from '../read/scope.queries.ts';
import type { OrderKind } from '../read/story.queries.ts';

interface OrderNow<Status> {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly status: Status;
  readonly callback_status: CallbackState;
  readonly order_amount: bigint;
  readonly currency: Currency;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  /** When it was read, by the business clock: the later of two readings is the newer truth. */
  readonly at: Date;
}

/** Orders of one kind as those see them who tell merchants and browsers what became of an order. */
export function toldOrders<News extends { readonly status: unknown }>(kind: OrderKind, amount: string) {
  const table = sql.table(`${kind}_order`);
  const everyTable = sql.table(`whole.${kind}_order`);
  const news = sql`${sql.id(`${kind}_news`)}(o)`;
  return {
    /** As they stand now; locks nothing. */
    async news(db: Kysely<Tables>, ids: readonly bigint[]): Promise<News[]> {
      const { rows } = await sql<{ news: News }>`
        SELECT ${news} AS news FROM ${table} o WHERE o.id = ANY (${ids}::bigint[])`.execute(db);
      return rows.map((row) => row.news);
    },
    /** What notices and browsers say of them, as they stand now, in ascending id. */
    async now(db: Kysely<Tables>, ids: readonly bigint[]): Promise<OrderNow<News['status']>[]> {
      const { rows } = await sql<OrderNow<News['status']>>`
        SELECT o.id, o.order_no, o.merchant_order_no, o.status, o.callback_status, ${sql.ref(`o.${amount}`)} AS order_amount,
               o.currency, o.customer_id, o.agent_id, o.sub_agent_id, business_now() AS at
        FROM ${table} o WHERE o.id = ANY (${ids}::bigint[]) ORDER BY o.id`.execute(db);
      return rows;
    },
    /** The orders of a tree that go by this number, ours or the merchant's. */
    async numbered(db: Kysely<Tables>, scope: Scope, no: string): Promise<bigint[]> {
      const { rows } = await sql<{ id: bigint }>`
        SELECT o.id FROM ${everyTable} o
        WHERE ${inOrderScope(scope)} AND ((o.id = ${idOfOrderNo(no)} AND o.order_no = ${no}) OR o.merchant_order_no = ${no})
        ORDER BY o.id DESC LIMIT 100`.execute(db);
      return rows.map(({ id }) => id);
    },
    /** Takes the row locks of orders in ascending id, before their callback status changes; what is archived comes back. */
    async lock(tx: Tx, ids: readonly bigint[]): Promise<void> {
      const { rows } = await sql`
        SELECT FROM ${table} o WHERE o.id = ANY (${ids}::bigint[]) ORDER BY o.id FOR NO KEY UPDATE`.execute(
        tx,
      );
      if (rows.length < new Set(ids).size) await recallOrders(tx, kind, ids);
    },
    /** An order under its row lock, if it lies in the caller's tree, from wherever it stands; `now` is the business clock. */
    async lockInScope(
      tx: Tx,
      scope: Scope,
      id: bigint,
    ): Promise<{ readonly news: News; readonly now: Date } | undefined> {
      const lock = async () => {
        const { rows } = await sql<{ news: News; now: Date }>`
          SELECT ${news} AS news, business_now() AS now
          FROM ${table} o WHERE o.id = ${id} AND ${inOrderScope(scope)}
          FOR NO KEY UPDATE OF o`.execute(tx);
        return rows[0];
      };
      // A stranger's question brings nothing back.
      const { rows: seen } = await sql`
        SELECT FROM ${everyTable} o WHERE o.id = ${id} AND ${inOrderScope(scope)}`.execute(tx);
      return seen.length === 0 ? undefined : foundOrRecalled(tx, kind, id, lock);
    },
    /**
     * Keeps how far the merchants of orders were told. The caller holds the locks where an order was told before; the others are
     * locked here in ascending id, as everybody takes orders: a release of the same orders would stand across it otherwise.
     */
    async markTold(
      tx: Tx,
      told: readonly { readonly orderId: bigint; readonly status: CallbackState }[],
    ): Promise<void> {
      if (told.length === 0) return;
      const ordered = told.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
      await sql`
        UPDATE ${table} o SET callback_status = t.status
        FROM unnest(${ordered.map(({ orderId }) => orderId)}::bigint[], ${ordered.map(({ status }) => status)}::text[])
          AS t (id, status)
        WHERE o.id = t.id AND o.callback_status <> t.status`.execute(tx);
    },
  };
}

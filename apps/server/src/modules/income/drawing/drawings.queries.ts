import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface DrawingFilter {
  readonly currency?: string;
  /** Any part of where it went. */
  readonly payee?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only those before this one, newest first. */
  readonly before?: bigint;
}

export interface ListedDrawing {
  readonly id: bigint;
  readonly created_at: Date;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly payee: string;
  readonly drawable: bigint;
  readonly operator: string | null;
  readonly checker: string | null;
  readonly reason: string;
  readonly journal_id: bigint;
}

/** One page of the drawings, newest first. They are the platform's own: nobody of a tree sees one. */
export async function listDrawings(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DrawingFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedDrawing[]> {
  const { rows } = await sql<ListedDrawing>`
    SELECT d.id, d.created_at, d.currency, d.amount, d.payee, d.drawable, m.username AS operator, c.username AS checker, d.reason,
           j.id AS journal_id
    FROM income_drawing d
    JOIN journal j ON j.event = 'income.draw' AND j.ref_id = d.id AND j.seq = 0
    LEFT JOIN app_user m ON m.id = d.maker_id
    LEFT JOIN app_user c ON c.id = d.checker_id
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY d.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

interface DrawingSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly amount: bigint;
}

/** The totals of the whole filter, one row a currency. */
export async function sumDrawings(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DrawingFilter,
): Promise<DrawingSum[]> {
  const { rows } = await sql<WithSums<DrawingSum, 'amount'>>`
    SELECT d.currency, count(*) AS count, sum(d.amount) AS amount
    FROM income_drawing d WHERE ${conditionsOf(scope, filter)} GROUP BY d.currency ORDER BY d.currency`.execute(
    db,
  );
  return readSums(rows, ['amount']);
}

/** What could be drawn now, of every currency that brought or cost anything. */
export async function listDrawable(
  db: Kysely<Tables>,
): Promise<readonly { readonly currency: Currency; readonly amount: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; amount: bigint }>`
    SELECT c.currency, drawable_income(c.currency) AS amount
    FROM (SELECT DISTINCT n.currency FROM income_day_now n) c ORDER BY c.currency`.execute(db);
  return rows;
}

function conditionsOf(scope: Scope, filter: DrawingFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [inTree(scope, {})];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.currency !== undefined) add(sql`d.currency = ${filter.currency}`);
  if (filter.payee !== undefined && filter.payee !== '') {
    // Only literal text is searched for.
    add(sql`strpos(lower(d.payee), lower(${filter.payee})) > 0`);
  }
  if (filter.from !== undefined) add(sql`d.created_at >= ${filter.from}`);
  if (filter.to !== undefined) add(sql`d.created_at < ${filter.to}`);
  if (filter.before !== undefined) add(sql`d.id < ${filter.before}`);
  return sql.join(conditions, sql` AND `);
}

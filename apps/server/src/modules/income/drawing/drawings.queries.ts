import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { AmountSum } from '../../ledger/index.ts';
import { houseActsIn, itsPersons } from '../house-acts.queries.ts';
import type { HouseFilter } from '../house-filter.ts';

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
  filter: HouseFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedDrawing[]> {
  const { rows } = await sql<ListedDrawing>`
    SELECT h.id, h.created_at, h.currency, h.amount, h.payee, h.drawable, m.username AS operator, c.username AS checker, h.reason,
           j.id AS journal_id
    FROM income_drawing h
    JOIN journal j ON j.event = 'income.draw' AND j.ref_id = h.id AND j.seq = 0
    ${itsPersons}
    WHERE ${drawingsIn(scope, filter)}
    ORDER BY h.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** The totals of the whole filter, one row a currency. */
export async function sumDrawings(
  db: Kysely<Tables>,
  scope: Scope,
  filter: HouseFilter,
): Promise<AmountSum[]> {
  const { rows } = await sql<WithSums<AmountSum, 'amount'>>`
    SELECT h.currency, count(*) AS count, sum(h.amount) AS amount
    FROM income_drawing h WHERE ${drawingsIn(scope, filter)} GROUP BY h.currency ORDER BY h.currency`.execute(
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
    FROM (SELECT DISTINCT n.currency FROM income_day_now n WHERE n.kind <> 'F300') c ORDER BY c.currency`.execute(
    db,
  );
  return rows;
}

const drawingsIn = (scope: Scope, filter: HouseFilter): RawBuilder<unknown> =>
  houseActsIn(scope, filter, { currencies: sql`h.currency`, other: sql`h.payee` });

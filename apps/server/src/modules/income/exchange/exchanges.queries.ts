import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { houseActsIn, itsPersons } from '../house-acts.queries.ts';
import type { HouseFilter } from '../house-filter.ts';
import type { Pair } from './positions.queries.ts';

export interface ListedExchange extends Pair {
  readonly id: bigint;
  readonly created_at: Date;
  readonly base_amount: bigint;
  readonly quote_amount: bigint;
  readonly held: bigint;
  readonly result: bigint;
  readonly counterparty: string;
  readonly operator: string | null;
  readonly checker: string | null;
  readonly reason: string;
  readonly journal_id: bigint;
}

/** One page of the house's exchanges, newest first. They are the platform's own: nobody of a tree sees one. */
export async function listExchanges(
  db: Kysely<Tables>,
  scope: Scope,
  filter: HouseFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedExchange[]> {
  const { rows } = await sql<ListedExchange>`
    SELECT h.id, h.created_at, h.base, h.quote, h.base_amount, h.quote_amount, h.held, h.result, h.counterparty,
           m.username AS operator, c.username AS checker, h.reason, j.id AS journal_id
    FROM house_exchange h
    JOIN journal j ON j.event = 'income.exchange' AND j.ref_id = h.id AND j.seq = 1
    ${itsPersons}
    WHERE ${exchangesIn(scope, filter)}
    ORDER BY h.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

interface ExchangeSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly result: bigint;
}

/** The results of the whole filter, one row a quote. */
export async function sumExchanges(
  db: Kysely<Tables>,
  scope: Scope,
  filter: HouseFilter,
): Promise<ExchangeSum[]> {
  const { rows } = await sql<WithSums<ExchangeSum, 'result'>>`
    SELECT h.quote AS currency, count(*) AS count, sum(h.result) AS result
    FROM house_exchange h WHERE ${exchangesIn(scope, filter)} GROUP BY h.quote ORDER BY h.quote`.execute(db);
  return readSums(rows, ['result']);
}

/** By either side of the pair. */
const exchangesIn = (scope: Scope, filter: HouseFilter): RawBuilder<unknown> =>
  houseActsIn(scope, filter, { currencies: sql`h.base, h.quote`, other: sql`h.counterparty` });

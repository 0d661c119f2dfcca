import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { largestOrders } from './by-amount.queries.ts';
import type { Asked } from './by-amount.queries.ts';
import type { OrderFilter } from './order-filter.queries.ts';

/** The sorts of a list of orders. */
type Sort = '-created_at' | 'created_at' | '-amount' | 'amount';

/**
 * The filter of a page, and where the first `wanted` of its orders are, as they are sorted. `placed` adds where the orders of a filter
 * are if they are few: so many of the newest, or all.
 */
export async function paged<Filter extends OrderFilter>(
  db: Kysely<Tables>,
  asked: Asked & { readonly filter: Filter },
  placed: (filter: Filter, newest: number | null) => Promise<Filter>,
  sort: Sort,
  wanted: number,
): Promise<Filter> {
  const { filter } = asked;
  if (sort === '-created_at') return placed(filter, wanted);
  if (sort === 'created_at') return placed(filter, null);
  // The walk along amounts meets these soon.
  const { amountMinMillionths: _least, amountMaxMillionths: _most, ...amountless } = filter;
  const { places } = await placed(amountless as Filter, null);
  const found = places ?? (await largestOrders(db, asked, sort, wanted));
  return found === null ? filter : { ...filter, places: found };
}

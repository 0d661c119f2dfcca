import type { Kysely } from 'kysely';
import type { ListQuery } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { largestOrders } from './by-amount.queries.ts';
import type { Asked } from './by-amount.queries.ts';
import type { OrderFilter } from './order-filter.queries.ts';

/** The sorts of a list of orders. */
type Sort = '-created_at' | 'created_at' | '-amount' | 'amount';

interface Finding<Filter> {
  readonly askedOf: (scope: Scope, filter: Filter) => Asked & { readonly filter: Filter };
  /** Adds where the orders of a filter are if they are few: so many of the newest, or all. */
  readonly placed: (
    db: Kysely<Tables>,
    scope: Scope,
    filter: Filter,
    newest: number | null,
  ) => Promise<Filter>;
}

/** Pages of a list of orders, each read where its first orders are, as they are sorted. */
export function pagedBy<Filter extends OrderFilter, Row, Sum>(
  { page: readPage }: ListQuery<Filter, Row, Sum, Sort>,
  { askedOf, placed }: Finding<Filter>,
): typeof readPage {
  return async (db, scope, filter, sort, page) => {
    const wanted = page.offset + page.limit;
    return readPage(db, scope, await narrowed(), sort, page);

    async function narrowed(): Promise<Filter> {
      if (sort === '-created_at') return placed(db, scope, filter, wanted);
      if (sort === 'created_at') return placed(db, scope, filter, null);
      // The walk along amounts meets these soon.
      const { amountMinMillionths: _least, amountMaxMillionths: _most, ...amountless } = filter;
      const { places } = await placed(db, scope, amountless as Filter, null);
      const found = places ?? (await largestOrders(db, askedOf(scope, filter), sort, wanted));
      return found === null ? filter : { ...filter, places: found };
    }
  };
}

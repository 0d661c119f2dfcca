import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { countAll } from '../../../platform/count-all.ts';
import { writtenList } from '../../../platform/export-list.ts';
import { writeLines } from '../../../platform/lines/write-lines.ts';
import { pageAfter } from '../../orders/index.ts';
import { filterOf } from '../collections.routes.ts';
import { collectionLines } from './export-collections.queries.ts';
import { sumCollections } from './search.queries.ts';

/** The order list as a file: what its screen shows this reader, and nothing besides. */
const exportOf = (kind: 'collections.transactions' | 'admin.collections') =>
  writtenList({
    kind,
    filter: searchCollections.input.omit({ page: true, paginate: true, cursor: true, sort: true }).strict(),
    async count({ db, actor }, filter) {
      const sums = await sumCollections(db.reports, actor.scope, filterOf(filter));
      return countAll(sums);
    },
    write({ db, actor, locale }, filter, { after, limit }, wanted) {
      const first = filterOf(filter);
      const page = after === null ? first : pageAfter(first, BigInt(after));
      return writeLines(db.reports, collectionLines(actor.scope, page, locale), { ...wanted, limit });
    },
  });

/** Of each screen of orders one: what the caller may see of them is his scope's to say. */
export const collectionExports = [exportOf('collections.transactions'), exportOf('admin.collections')];

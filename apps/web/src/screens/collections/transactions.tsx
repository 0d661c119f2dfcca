import { getCollection, liveCollections, searchCollections } from '@suanpan/contract/endpoints/collections';
import { CollectionOrders } from '../../parts/collection/order-list.tsx';

const calls = { search: searchCollections, live: liveCollections, read: getCollection };

/** The collection orders of one's own tree. */
export function CollectionTransactions() {
  return <CollectionOrders name="collections.transactions" calls={calls} />;
}

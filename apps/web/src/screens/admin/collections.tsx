import {
  getAnyCollection,
  liveAllCollections,
  searchAllCollections,
} from '@suanpan/contract/endpoints/collections';
import { CollectionOrders } from '../../parts/collection/order-list.tsx';

const calls = { search: searchAllCollections, live: liveAllCollections, read: getAnyCollection };

/** The collection orders of all tenants, each opened at what was said to and by its provider. */
export function AllCollections() {
  return <CollectionOrders name="admin.collections" calls={calls} firstTab="provider" isAcrossTenants />;
}

import { ownOrders } from '../../orders/index.ts';
import type { OrderRow } from '../collections.queries.ts';

const own = ownOrders<OrderRow>('whole.collection_order');
export const findOwnOrder = own.find;
export const listOwnOrders = own.list;

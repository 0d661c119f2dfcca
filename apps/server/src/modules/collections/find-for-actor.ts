import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Actor } from '../../platform/http/actor.ts';
import { recallOrders } from '../archive/index.ts';
import { seesTheChain } from '../orders/index.ts';
import { listCollections } from './read/search.queries.ts';
import type { ListedOrder } from './read/search.queries.ts';
import type { Collections } from './service.ts';

/**
 * An order that this person may act on. Refuses `notFound` for an absent order, for one of another tree, and to whoever stands
 * below the senior agent. An archived one comes back.
 */
export async function findForActor(
  { db }: Pick<Collections, 'db'>,
  { scope }: Actor,
  id: string,
): Promise<ListedOrder> {
  const [row] =
    isId(id) && seesTheChain(scope)
      ? await listCollections(db.app, scope, { id: BigInt(id) }, '-created_at', { offset: 0, limit: 1 })
      : [];
  if (row === undefined) throw new Refusal('notFound');
  await recallOrders(db.app, 'collection', [row.id]);
  return row;
}

import { currentAttempt } from '../route/attempts.queries.ts';
import { findOrder } from '../collections.queries.ts';
import { confirmAttempt } from './confirm-attempt.ts';
import type { Confirmation } from './confirm-attempt.ts';
import type { Collections } from '../service.ts';

/** Asks the provider by which an order goes now, as `confirmAttempt`; an order without one is unpaid. */
export async function confirmCollection(
  collections: Collections,
  orderId: bigint,
  requestId: string | null,
): Promise<Confirmation> {
  const { db } = collections;
  const order = await findOrder(db.app, orderId);
  if (order === undefined || order.channel_account_id === null) return 'unpaid';
  return confirmAttempt(collections, order, await currentAttempt(db.app, order), requestId);
}

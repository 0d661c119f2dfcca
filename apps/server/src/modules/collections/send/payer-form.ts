import { wallClock } from '../../../platform/clock.ts';
import type { PayerForm } from '../../channels/index.ts';
import { readRequest } from '../route/asked-request.ts';
import type { AskedRequest } from '../route/asked-request.ts';
import { markHanded } from '../route/attempts.store.ts';
import { currentAttempt } from '../route/attempts.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { Collections } from '../service.ts';
import { pagesOf } from './ask-provider.ts';

/** The form that takes the payer of this order to his provider; null where he goes there without one. */
export async function payerFormOf(collections: Collections, order: OrderRow): Promise<PayerForm | null> {
  if (order.channel_account_id === null || order.payment === null) return null;
  const { account, adapter } = await collections.channels.open(order.channel_account_id);
  const attempt = await currentAttempt(collections.db.app, order);
  const asked = attempt.request as AskedRequest | null;
  if (asked === null || adapter.payerForm === undefined) return null;
  const request = readRequest(attempt.request_no, asked, pagesOf(collections, order.id));
  await markHanded(collections.db.app, attempt);
  return adapter.payerForm(account, request, wallClock.now().getTime());
}

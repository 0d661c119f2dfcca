import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { createAsksMax } from '@suanpan/domain/limits';
import { transact } from '../../../platform/db/transact.ts';
import type { OpenChannel } from '../../channels/index.ts';
import { readRequest, writeRequest } from '../route/asked-request.ts';
import type { AskedRequest } from '../route/asked-request.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import { askOnceMore, keepAccepted, keepGone, leaveOpen } from '../route/attempts.store.ts';
import { methodTypeOf } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { scheduleCheck } from '../collections.store.ts';
import { checkoutUrlOf } from '../create/checkout-token.ts';
import { confirmAttempt } from '../confirm/confirm-attempt.ts';
import type { Collections } from '../service.ts';

const recheckAfterS = 10;

/** An order on its way to a provider, in the hand of this server. */
export interface Asking {
  readonly order: OrderRow;
  /** The method that was named before a channel was chosen: what the order goes back to when this one fails. */
  readonly named: string | null;
  readonly attempt: AttemptRow;
}

/** gone: surely no payment comes of this attempt · open: nobody knows · moved: the order went on without it. */
export type Asked =
  | { readonly end: 'payment'; readonly payment: Payment }
  | { readonly end: 'gone' }
  | { readonly end: 'open' }
  | { readonly end: 'moved' };

/** Asks a provider that has never heard of this attempt. An account that cannot be opened was surely not asked. */
export async function askFirst(collections: Collections, asking: Asking): Promise<Asked> {
  const { named, attempt } = asking;
  let channel: OpenChannel;
  try {
    channel = await collections.channels.open(attempt.channel_account_id);
  } catch (error) {
    const account = String(attempt.channel_account_id);
    collections.log.error({ err: error, account }, 'a channel account could not be opened');
    return (await keep(collections, attempt, 'refused', named))
      ? { end: 'gone' }
      : stayOpen(collections, attempt);
  }
  return create(collections, asking, channel);
}

/**
 * Asks about an attempt that the provider may have taken: first what became of it, and only where that is a waiting
 * payment, or nothing yet, once more for the payment.
 */
export async function askAgain(collections: Collections, asking: Asking): Promise<Asked> {
  const { order, named, attempt } = asking;
  const confirmation = await confirmAttempt(collections, order, attempt, null);
  switch (confirmation) {
    case 'unpaid':
    case 'notFound': {
      const channel = await collections.channels.open(attempt.channel_account_id);
      const mayAsk = attempt.asks < createAsksMax && channel.adapter.capabilities.createIsRepeatable;
      const again = mayAsk ? await askOnceMore(collections.db.app, attempt) : undefined;
      return again === undefined
        ? stayOpen(collections, attempt)
        : create(collections, { ...asking, attempt: again }, channel);
    }
    case 'failed':
      return (await keep(collections, attempt, 'failed', named)) ? { end: 'gone' } : { end: 'moved' };
    case 'unanswered':
      return stayOpen(collections, attempt);
    case 'settled':
    case 'aside':
    case 'simulated':
    case 'flagged':
      return { end: 'moved' };
  }
}

async function create(
  collections: Collections,
  { order, named, attempt }: Asking,
  { account, adapter }: OpenChannel,
): Promise<Asked> {
  const { db, channels } = collections;
  const request = (attempt.request as AskedRequest | null) ?? (await requestOf(collections, order, attempt));
  const answer = await adapter.createCollection(
    account,
    readRequest(attempt.request_no, request, pagesOf(collections, order.id)),
    { first: attempt.asks === 1 },
    channels.exchangeFor(order.id, account.id),
  );
  await channels.breaker.heard(attempt.channel_id, order.customer_id, answer);
  if (answer.outcome === 'accepted') {
    const { providerOrderNo, payment } = answer.value;
    const { askedEveryMs } = adapter.capabilities;
    const isKept = await transact(
      db.app,
      async (tx) => {
        if (!(await keepAccepted(tx, attempt, providerOrderNo, JSON.stringify(payment)))) return false;
        // Whoever tells no news is asked by the clock.
        if (askedEveryMs !== null)
          await scheduleCheck(tx, order.id, 'asked_by_the_clock', askedEveryMs / 1_000);
        return true;
      },
      { attempts: 5 },
    );
    return isKept ? { end: 'payment', payment } : { end: 'moved' };
  }
  if (answer.outcome === 'refused' && (await keep(collections, attempt, 'refused', named))) {
    return { end: 'gone' };
  }
  return stayOpen(collections, attempt);
}

async function keep(
  { db }: Collections,
  attempt: AttemptRow,
  outcome: 'refused' | 'failed',
  named: string | null,
): Promise<boolean> {
  return transact(db.app, (tx) => keepGone(tx, attempt, outcome, named), { attempts: 5 });
}

async function stayOpen({ db }: Collections, attempt: AttemptRow): Promise<Asked> {
  await leaveOpen(db.app, attempt);
  await scheduleCheck(db.app, attempt.order_id, 'create_unknown', recheckAfterS);
  return { end: 'open' };
}

/** What an order of history would have asked. */
async function requestOf(
  { db, publicUrl }: Collections,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<AskedRequest> {
  return writeRequest(order, {
    methodType: attempt.channel_id === null ? 'redirect' : await methodTypeOf(db.app, attempt.channel_id),
    notifyUrl: notifyUrlOf(publicUrl, attempt.channel_account_id),
    mayPlay: false,
  });
}

/** Where a payer finds this order, and the form by which he goes on to a provider. */
export const pagesOf = (collections: Collections, orderId: bigint) => ({
  checkoutUrl: checkoutUrlOf(collections, orderId),
  formUrl: `${collections.publicUrl}/api/checkout/${collections.tokens.issue(orderId)}/form`,
});

/** Where a provider tells its news. */
export const notifyUrlOf = (publicUrl: string, channelAccountId: bigint): string =>
  `${publicUrl}/api/notify/${channelAccountId}`;

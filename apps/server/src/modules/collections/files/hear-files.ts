import { afterCommit, transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { OpenChannel } from '../../channels/index.ts';
import { bookedRefs } from '../awaited/awaited.queries.ts';
import { receiveUnidentified } from '../awaited/awaited.store.ts';
import { findOrder } from '../collections.queries.ts';
import { confirmTransfer } from '../confirm/confirm-attempt.ts';
import { findAttempt } from '../route/attempts.queries.ts';
import type { Collections } from '../service.ts';
import { judgeTold } from './judge-told.ts';
import { closeTold } from './told-transfers.store.ts';
import type { Told } from './told-transfers.store.ts';
import { listOpenTold } from './transfer-files.queries.ts';
import type { OpenTold } from './transfer-files.queries.ts';

/**
 * Books what files told, as what accounts tell by themselves is booked: an order's as its payment, what is nobody's or may be
 * several orders' as unidentified. What may be an order's yet waits. Doing it again, or twice at once, changes nothing: each is
 * booked once by its number. All of them have their turn: what waits, or cannot be booked, stands before nobody else's.
 */
export async function hearFiles(collections: Collections, atOnce = 500): Promise<void> {
  let last: OpenTold | undefined;
  for (;;) {
    const open = await listOpenTold(collections.db.workers, last, atOnce);
    for (const each of open) await hearOpen(collections, each);
    if (open.length < atOnce) return;
    last = open.at(-1);
  }
}

async function hearOpen(
  collections: Collections,
  { channel_account_id: accountId, id, told }: OpenTold,
): Promise<void> {
  const { channels, db, log } = collections;
  try {
    const channel = await channels.open(accountId);
    const isBooked = async (): Promise<boolean> =>
      (await bookedRefs(db.workers, accountId, [told.ref])).size > 0;
    if ((await isBooked()) || (await hear(collections, channel, told).then(isBooked)))
      await closeTold(db.workers, id);
  } catch (error) {
    log.error({ err: error, account: String(accountId) }, 'a line of a file could not be booked');
  }
}

async function hear(collections: Collections, channel: OpenChannel, told: Told): Promise<void> {
  const { account, adapter } = channel;
  const { db } = collections;
  if (adapter.feed === undefined) return;
  const judged = await judgeTold(db.workers, account, adapter.feed, told);
  if (judged.kind === 'open') return;
  if (judged.kind === 'its') {
    const attempt = await findAttempt(db.workers, account.id, judged.waiting.request_no);
    const order = attempt && (await findOrder(db.workers, judged.waiting.order_id));
    if (attempt !== undefined && order !== undefined)
      await confirmTransfer(collections, channel, order, attempt, told);
    return;
  }
  await transact(
    db.workers,
    async (tx) => {
      afterCommit(tx, wakeRelays);
      await receiveUnidentified(tx, {
        channelAccountId: account.id,
        ref: told.ref,
        currency: account.currency,
        amount: told.amount,
      });
    },
    { attempts: 5 },
  );
}

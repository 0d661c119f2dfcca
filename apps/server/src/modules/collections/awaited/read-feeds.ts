import { likenessOf } from '@suanpan/domain/transfers/match-transfer';
import type { Transfer } from '@suanpan/domain/transfers/match-transfer';
import { wallClock } from '../../../platform/clock.ts';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { accountsByDriver } from '../../channels/index.ts';
import type { ChannelAccount, OpenChannel, TransferFeed } from '../../channels/index.ts';
import { confirmAttempt } from '../confirm/confirm-attempt.ts';
import { findAttempt } from '../route/attempts.queries.ts';
import { findOrder } from '../collections.queries.ts';
import { tellTransfers } from '../files/told-transfers.store.ts';
import type { Told } from '../files/told-transfers.store.ts';
import type { Collections } from '../service.ts';
import { awaitedOf } from './awaited-of.ts';
import { bookedRefs, dueFeeds, listWaiting } from './awaited.queries.ts';
import type { DueFeed } from './awaited.queries.ts';
import { receiveUnidentified, saveRead } from './awaited.store.ts';

/** An account may tell of a transfer late: so much of what was read is read again. */
const readAgainMs = 30 * 60_000;

/**
 * Reads the accounts that know no orders. What came in for an order is confirmed as any provider's payment is; what is nobody's
 * is booked as unidentified, once no open order can still turn out to be its. Reading again changes nothing.
 */
export async function readFeeds(collections: Collections): Promise<void> {
  const { channels, db, log } = collections;
  for (const { driver, readEveryMs } of channels.feeds()) {
    const accounts = await accountsByDriver(db.workers, driver);
    for (const due of await dueFeeds(db.workers, accounts, readEveryMs)) {
      try {
        await readFeed(collections, due);
      } catch (error) {
        const account = String(due.channel_account_id);
        log.warn({ err: error, account }, 'an account could not be read');
        // It was looked at all the same: how long it has been unread is told by that.
        await saveRead(db.workers, due.channel_account_id, due.read_until ?? wallClock.now(), false);
      }
    }
  }
}

export async function readFeed(collections: Collections, due: DueFeed): Promise<void> {
  const { channels, db } = collections;
  const now = wallClock.now();
  const channel = await channels.open(due.channel_account_id);
  const { account, adapter } = channel;
  if (adapter.feed === undefined) return;
  const until = due.read_until ?? now;
  const since = new Date(until.getTime() - readAgainMs);
  const { exchange, keep } = channels.quietExchange(null, account.id);
  const answer = await adapter.feed.list(account, since, exchange);
  if (answer.outcome === 'unknown') {
    await keep();
    return saveRead(db.workers, account.id, until, false);
  }
  const told = answer.transfers.filter(({ amount }) => amount > 0n);
  // A file may have told the same before.
  const refs =
    adapter.feed.payers === 'named'
      ? await tellTransfers(db.workers, account.id, null, told.map(asTold))
      : new Map<string, string>();
  const refOf = ({ ref }: Transfer): string => refs.get(ref) ?? ref;
  const booked = await bookedRefs(db.workers, account.id, told.map(refOf));
  let open = now;
  for (const transfer of told) {
    const ref = refOf(transfer);
    if (booked.has(ref)) continue;
    const whose = await hear(collections, channel, adapter.feed, transfer, ref);
    // What lay there before the account was ours to read is no matter of ours.
    if (whose === 'nobodys' && due.begun_at !== null && transfer.at >= due.begun_at)
      await book(collections, account, { ...transfer, ref });
    if (whose === 'open' && transfer.at < open) open = transfer.at;
  }
  await saveRead(db.workers, account.id, open, true);
}

function asTold({ payerAccount, ...transfer }: Transfer): Told {
  const digits = payerAccount?.replaceAll(/\D/g, '') ?? '';
  return { ...transfer, payerLast5: digits.length < 5 ? null : digits.slice(-5) };
}

/** booked: an order's, and confirmed · open: it may be an order's yet · nobodys. */
async function hear(
  collections: Collections,
  { account }: OpenChannel,
  feed: TransferFeed,
  transfer: Transfer,
  ref: string,
): Promise<'booked' | 'open' | 'nobodys'> {
  const { db } = collections;
  let mayBeAnOrders = false;
  for (const waiting of await listWaiting(db.workers, account.id, transfer)) {
    const awaited = { ...awaitedOf(feed, account, waiting), code: feed.codeOf(waiting.request_no) };
    const likeness = likenessOf(transfer, awaited, feed.payers);
    if (likeness === 'no' || (likeness === 'perhaps' && !waiting.is_pending)) continue;
    mayBeAnOrders = true;
    const attempt = await findAttempt(db.workers, account.id, waiting.request_no);
    const order = attempt && (await findOrder(db.workers, waiting.order_id));
    if (likeness !== 'its' || order === undefined || attempt === undefined) continue;
    await confirmAttempt(collections, order, attempt, null, transfer.ref);
    if ((await bookedRefs(db.workers, account.id, [ref])).size > 0) return 'booked';
  }
  return mayBeAnOrders ? 'open' : 'nobodys';
}

async function book({ db }: Collections, account: ChannelAccount, transfer: Transfer): Promise<void> {
  await transact(
    db.workers,
    async (tx) => {
      afterCommit(tx, wakeRelays);
      await receiveUnidentified(tx, {
        channelAccountId: account.id,
        ref: transfer.ref,
        currency: account.currency,
        amount: transfer.amount,
      });
    },
    { attempts: 5 },
  );
}

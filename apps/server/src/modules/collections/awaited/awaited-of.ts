import type { Awaited } from '@suanpan/domain/transfers/match-transfer';
import type { ChannelAccount, TransferFeed } from '../../channels/index.ts';
import type { Waiting } from './awaited.queries.ts';

/** Clocks of accounts and ours may be so far apart. */
const clocksApartMs = 60_000;

/** By what the transfer of a waiting order is known, but for its code. */
export const awaitedOf = (
  feed: TransferFeed,
  account: ChannelAccount,
  waiting: Waiting,
): Omit<Awaited, 'code'> => ({
  destination: waiting.destination,
  amount: waiting.amount,
  from: new Date(waiting.asked_at.getTime() - clocksApartMs),
  until: waiting.freed_at,
  payerName: waiting.real_name,
  payerLast5: waiting.payer_last5,
  isAlone: !feed.places(account, waiting.order_id).shared,
});

import type { ChannelAccount, Exchange, SentAnswer, SoughtTransfer } from '../../modules/channels/port.ts';
import { isOurCoin, readAddress } from './feed.ts';
import { clocksApartMs } from './transfer.ts';

/**
 * Which transactions moved exactly that to the payee since then, from whichever address, in blocks that stand. A history that
 * cannot be read to its end leaves all of it unsaid.
 */
export async function listSent(
  account: ChannelAccount,
  { amount, since, to }: SoughtTransfer,
  exchange: Exchange,
): Promise<SentAnswer> {
  const rows = await readAddress(account, to, new Date(since.getTime() - clocksApartMs), exchange);
  if (typeof rows === 'string') return { outcome: 'unknown', reason: rows };
  const moved = rows.filter(
    (row) => isOurCoin(account, row) && row.to === to && BigInt(row.value) === amount,
  );
  return { outcome: 'found', hashes: [...new Set(moved.map((row) => row.transaction_id))] };
}

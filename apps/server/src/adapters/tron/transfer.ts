import { tronAccountOf } from '@suanpan/signing/tron-address';
import { readJson } from '../../platform/read-json.ts';
import type { ChannelAccount, Exchange, NamedTransfer, TransferAnswer } from '../../modules/channels/port.ts';
import { addressesOf } from './pool.ts';
import { transaction } from './wire.ts';

/** Keccak-256 of `Transfer(address,address,uint256)`: by it the log of a token tells of a transfer. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Nodes and our own clock need not agree to the minute. */
export const clocksApartMs = 600_000;

/**
 * Whether a transaction moved exactly this from one of our addresses to the payee. It is asked of the node's solidified state, in
 * which a block cannot be undone any more, and by its number alone: whatever the transaction did is in the answer, so that one of
 * somebody else's, a failed one and one of a coin that only calls itself USDT are told apart from one that is not there yet.
 */
export async function readTransfer(
  account: ChannelAccount,
  named: NamedTransfer,
  exchange: Exchange,
): Promise<TransferAnswer> {
  const { status, body } = await exchange({
    operation: 'transaction',
    method: 'POST',
    url: `${account.baseUrl}/walletsolidity/gettransactioninfobyid`,
    headers: {
      'content-type': 'application/json',
      'tron-pro-api-key': account.credentials['api_key'] ?? '',
    },
    body: JSON.stringify({ value: named.hash }),
  });
  if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
  const told = readJson(body);
  if (isEmpty(told)) return { outcome: 'notFound' };
  const parsed = transaction.safeParse(told);
  if (!parsed.success || parsed.data.id !== named.hash) {
    return { outcome: 'unknown', reason: 'unreadable answer' };
  }
  const { blockTimeStamp, log, receipt, result } = parsed.data;
  if (result === 'FAILED' || (receipt.result !== undefined && receipt.result !== 'SUCCESS')) {
    return { outcome: 'refused', why: 'failed' };
  }
  // Any contract may tell of transfers in words of its own, from whichever address it likes: only the coin's own log counts.
  const token = tronAccountOf(account.credentials['token'] ?? '');
  const own = new Set(addressesOf(account).map(tronAccountOf));
  const payee = tronAccountOf(named.to);
  if (token === undefined || payee === undefined) return { outcome: 'unknown', reason: 'no whole address' };
  const moved = log.flatMap((line) => {
    const [topic, from, to] = line.topics;
    const isOurs = accountIn(line.address) === token && topic === transferTopic && line.topics.length === 3;
    return isOurs
      ? [{ from: accountIn(from), to: accountIn(to), amount: BigInt(`0x${line.data || '0'}`) }]
      : [];
  });
  if (moved.length === 0) return { outcome: 'refused', why: 'otherToken' };
  const sent = moved.filter(({ from }) => own.has(from));
  if (sent.length === 0) return { outcome: 'refused', why: 'otherSender' };
  const received = sent.filter(({ to }) => to === payee);
  if (received.length === 0) return { outcome: 'refused', why: 'otherPayee' };
  if (!received.some(({ amount }) => amount === named.amount)) {
    return { outcome: 'refused', why: 'otherAmount' };
  }
  if (blockTimeStamp < named.since.getTime() - clocksApartMs) return { outcome: 'refused', why: 'earlier' };
  return { outcome: 'paid' };
}

/** The account of a word of a log, or of an address that stands there with or without the byte of its network. */
const accountIn = (word = ''): string => word.slice(-40);

/** A node answers so for what is in no block that stands. */
function isEmpty(told: unknown): boolean {
  return typeof told === 'object' && told !== null && !Array.isArray(told) && Object.keys(told).length === 0;
}

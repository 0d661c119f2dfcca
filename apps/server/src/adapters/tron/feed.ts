import type { Transfer } from '@suanpan/domain/transfers/match-transfer';
import { readJson } from '../../platform/read-json.ts';
import type { ChannelAccount, Exchange, FeedAnswer } from '../../modules/channels/port.ts';
import { addressesOf } from './pool.ts';
import { page } from './wire.ts';
import type { TokenTransfer } from './wire.ts';

/** An answer is read up to 64 KB, and a row has a third of one: two hundred, which the node would give, are cut off. */
const [pageLength, mostPages] = [50, 100];
/** USDT counts as the ledger does: minor units are those of the chain. */
const decimals = 6;
/** Less than a hundredth is dust, which is sent so that its sender's address may be copied by mistake: nobody's matter. */
const leastMinor = 10_000n;
/** No more than this can be in the ledger; a coin that says so is none. */
const mostMinor = 9_000_000_000_000_000_000n;
/** Enough to tell our own addresses apart; all of it would make a number that no field of a search takes. */
const endOfAddress = 8;

/** What came in to our addresses in blocks that stand. An address that cannot be read to its end leaves all of it unsaid. */
export async function listTransfers(
  account: ChannelAccount,
  since: Date,
  exchange: Exchange,
): Promise<FeedAnswer> {
  const found: Transfer[] = [];
  for (const address of addressesOf(account)) {
    const rows = await readAddress(account, address, since, exchange);
    if (typeof rows === 'string') return { outcome: 'unknown', reason: rows };
    found.push(...incomingTo(account, address, rows));
  }
  return { outcome: 'found', transfers: found.toSorted((a, b) => a.at.getTime() - b.at.getTime()) };
}

/** Every row since then, or why they cannot be told. */
export async function readAddress(
  account: ChannelAccount,
  address: string,
  since: Date,
  exchange: Exchange,
): Promise<TokenTransfer[] | string> {
  const rows: TokenTransfer[] = [];
  let fingerprint = '';
  for (let n = 0; n < mostPages; n += 1) {
    const query = new URLSearchParams({
      contract_address: account.credentials['token'] ?? '',
      only_confirmed: 'true',
      min_timestamp: String(since.getTime()),
      limit: String(pageLength),
      ...(fingerprint !== '' && { fingerprint }),
    });
    const { status, body } = await exchange({
      operation: 'feed',
      method: 'GET',
      url: `${account.baseUrl}/v1/accounts/${address}/transactions/trc20?${query.toString()}`,
      headers: { 'tron-pro-api-key': account.credentials['api_key'] ?? '' },
    });
    if (status !== 200) return `HTTP ${status}`;
    const parsed = page.safeParse(readJson(body));
    if (!parsed.success) return 'unreadable answer';
    rows.push(...parsed.data.data);
    fingerprint = parsed.data.meta?.fingerprint ?? '';
    if (fingerprint === '') return rows;
  }
  return 'more pages than can be';
}

/** Any contract may call itself USDT: only transfers of the one of ours count, whatever was asked for. */
export const isOurCoin = (account: ChannelAccount, { token_info, type }: TokenTransfer): boolean =>
  token_info.address === account.credentials['token'] &&
  token_info.decimals === decimals &&
  type === 'Transfer';

/**
 * What of it is our coin, sent to us.
 * A page may repeat a row, and the rows name no place in the log: what one transaction sends from one address to another in one
 * sum counts once, and what it sends to two of ours counts for each.
 */
function incomingTo(
  account: ChannelAccount,
  address: string,
  rows: readonly TokenTransfer[],
): Iterable<Transfer> {
  const found = new Map<string, Transfer>();
  for (const row of rows) {
    const { block_timestamp, from, to, transaction_id, value } = row;
    const amount = BigInt(value);
    if (!isOurCoin(account, row) || to !== address || from === address) continue;
    if (amount < leastMinor || amount > mostMinor) continue;
    const ref = `${transaction_id}-${from}-${to.slice(-endOfAddress)}-${value}`;
    found.set(ref, {
      ref,
      destination: address,
      at: new Date(block_timestamp),
      amount,
      payerName: null,
      payerAccount: from,
      memo: null,
    });
  }
  return found.values();
}

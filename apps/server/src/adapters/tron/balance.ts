import { readJson } from '../../platform/read-json.ts';
import type { BalanceAnswer, ChannelAccount, Exchange } from '../../modules/channels/port.ts';
import { addressesOf } from './pool.ts';
import { holdings } from './wire.ts';

/** How much of our coin there is at all the account's addresses, in minor units. One that cannot be read leaves all unsaid. */
export async function readBalance(account: ChannelAccount, exchange: Exchange): Promise<BalanceAnswer> {
  let available = 0n;
  for (const address of addressesOf(account)) {
    const { status, body } = await exchange({
      operation: 'balance',
      method: 'GET',
      url: `${account.baseUrl}/v1/accounts/${address}`,
      headers: { 'tron-pro-api-key': account.credentials['api_key'] ?? '' },
    });
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = holdings.safeParse(readJson(body));
    if (!parsed.success) return { outcome: 'unknown', reason: 'unreadable answer' };
    // An address that never had anything is told of by nobody.
    const tokens = parsed.data.data[0]?.trc20 ?? [];
    for (const held of tokens) available += BigInt(held[account.credentials['token'] ?? ''] ?? '0');
  }
  return { outcome: 'found', available };
}

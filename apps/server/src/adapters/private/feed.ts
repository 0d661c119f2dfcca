import type { Transfer } from '@suanpan/domain/transfers/match-transfer';
import { readAmount } from '@suanpan/money/amount';
import { readJson } from '../../platform/read-json.ts';
import type { ChannelAccount, Exchange, FeedAnswer } from '../../modules/channels/port.ts';
import { cardOf } from './card.ts';
import { transfers } from './wire.ts';

const mostPages = 20;

/** What came in to the card, or to the numbers of its range. An account that does not read to its end says nothing. */
export async function listTransfers(
  account: ChannelAccount,
  since: Date,
  exchange: Exchange,
): Promise<FeedAnswer> {
  const { accountNo, range } = cardOf(account);
  const path = `/accounts/${encodeURIComponent(range?.prefix ?? accountNo)}/transfers`;
  const found: Transfer[] = [];
  let after = '';
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ since: since.toISOString(), ...(after !== '' && { after }) });
    const { status, body } = await exchange({
      operation: 'feed',
      method: 'GET',
      url: `${account.baseUrl}${path}?${query.toString()}`,
      headers: { authorization: `Bearer ${account.credentials['feed_token'] ?? ''}` },
    });
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = transfers.safeParse(readJson(body));
    if (!parsed.success || parsed.data.currency !== account.currency) {
      return { outcome: 'unknown', reason: 'unreadable answer' };
    }
    for (const each of parsed.data.transfers) {
      const amount = readAmount(each.amount, account.currency);
      if (amount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
      found.push({
        ref: each.id,
        destination: each.account_no,
        at: new Date(each.at),
        amount,
        payerName: each.payer_name ?? null,
        payerAccount: each.payer_account ?? null,
        memo: each.memo ?? null,
      });
    }
    if (parsed.data.next === null) return { outcome: 'found', transfers: found };
    after = parsed.data.next;
  }
  return { outcome: 'unknown', reason: 'more pages than can be' };
}

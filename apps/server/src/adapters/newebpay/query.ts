import { formatWhole, readAmount } from '@suanpan/money/amount';
import { checkCode, checkValue } from '@suanpan/signing/newebpay';
import { equalText } from '@suanpan/signing/equal-text';
import { parseTaiwanTime } from '@suanpan/signing/taiwan-time';
import { readJson } from '../../platform/read-json.ts';
import { wallClock } from '../../platform/clock.ts';
import type {
  ChannelAccount,
  CollectionState,
  Exchange,
  KnownCollection,
  QueryAnswer,
} from '../../modules/channels/port.ts';
import { keysOf } from './keys.ts';
import { queryAnswer, refusedAnswer } from './wire.ts';

/** What TradeStatus means: 3 is an authorisation that was cancelled, 6 a refund. */
const statuses: Readonly<Record<string, CollectionState['status']>> = {
  '0': 'pending',
  '1': 'paid',
  '2': 'failed',
  '3': 'failed',
  '6': 'reversed',
};
const noSuchTrade = 'TRA10021';

/** Asks what became of an order of this sum. An answer counts only with NewebPay's own CheckCode. */
export async function queryTrade(
  account: ChannelAccount,
  orderNo: string,
  exchange: Exchange,
  known?: KnownCollection,
): Promise<QueryAnswer> {
  if (known === undefined) return { outcome: 'unknown', reason: 'the sum is not known' };
  const merchantId = account.credentials['merchant_id'] ?? '';
  const asked = { merchantId, orderNo, amount: formatWhole(known.amount, 'TWD') };
  const { status, body } = await exchange({
    operation: 'query',
    method: 'POST',
    url: `${account.baseUrl}/API/QueryTradeInfo`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      MerchantID: merchantId,
      Version: '1.3',
      RespondType: 'JSON',
      CheckValue: checkValue(asked, keysOf(account)),
      TimeStamp: String(Math.floor(wallClock.now().getTime() / 1000)),
      MerchantOrderNo: orderNo,
      Amt: asked.amount,
    }).toString(),
  });
  if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
  const json = readJson(body);
  if (refusedAnswer.safeParse(json).data?.Status === noSuchTrade) return { outcome: 'notFound' };
  const parsed = queryAnswer.safeParse(json);
  if (!parsed.success) return { outcome: 'unknown', reason: 'unreadable answer' };
  const { Result: found } = parsed.data;
  const proof = checkCode(
    { merchantId, orderNo: found.MerchantOrderNo, amount: found.Amt, tradeNo: found.TradeNo },
    keysOf(account),
  );
  if (found.MerchantID !== merchantId || !equalText(proof, found.CheckCode)) {
    return { outcome: 'unknown', reason: 'an answer that is not signed' };
  }
  return stateOf(found);
}

function stateOf(found: ReturnType<typeof queryAnswer.parse>['Result']): QueryAnswer {
  const status = statuses[found.TradeStatus];
  if (status === undefined) return { outcome: 'unknown', reason: `TradeStatus ${found.TradeStatus}` };
  const amount = readAmount(/^\d+$/.test(found.Amt) ? found.Amt : '', 'TWD');
  if (amount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  const hasMoney = status === 'paid' || status === 'reversed';
  return {
    outcome: 'found',
    state: {
      orderNo: found.MerchantOrderNo,
      providerOrderNo: found.TradeNo,
      status,
      amount,
      paidAmount: hasMoney ? amount : 0n,
      currency: 'TWD',
      paidAt: hasMoney ? parseTaiwanTime(found.PayTime ?? '') : null,
      simulated: false,
    },
  };
}

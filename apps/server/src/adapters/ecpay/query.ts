import { readAmount } from '@suanpan/money/amount';
import { signEcpay, verifyEcpay } from '@suanpan/signing/ecpay';
import { parseTaiwanTime } from '@suanpan/signing/taiwan-time';
import { wallClock } from '../../platform/clock.ts';
import type { ChannelAccount, CollectionState, Exchange, QueryAnswer } from '../../modules/channels/port.ts';
import { keysOf } from './keys.ts';

/** What TradeStatus means. 10200095: the payer did not go through with it. */
const statuses: Readonly<Record<string, CollectionState['status']>> = {
  '0': 'pending',
  '1': 'paid',
  '10200095': 'failed',
};
const noSuchTrade = '10200047';

/** Asks what became of an order. An answer counts only with ECPay's own signature; told to wait (403), nothing is known. */
export async function queryTrade(
  account: ChannelAccount,
  orderNo: string,
  exchange: Exchange,
): Promise<QueryAnswer> {
  const fields = {
    MerchantID: account.credentials['merchant_id'] ?? '',
    MerchantTradeNo: orderNo,
    TimeStamp: String(Math.floor(wallClock.now().getTime() / 1000)),
  };
  const { status, body } = await exchange({
    operation: 'query',
    method: 'POST',
    url: `${account.baseUrl}/Cashier/QueryTradeInfo/V5`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(signEcpay(fields, keysOf(account))).toString(),
  });
  if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
  const answer: Partial<Record<string, string>> = Object.fromEntries(new URLSearchParams(body));
  if (!verifyEcpay(answer as Record<string, string>, keysOf(account))) {
    return { outcome: 'unknown', reason: 'an answer that is not signed' };
  }
  if (answer['MerchantID'] !== fields.MerchantID) return { outcome: 'unknown', reason: 'another shop' };
  if (answer['TradeStatus'] === noSuchTrade) return { outcome: 'notFound' };
  return stateOf(answer);
}

function stateOf(answer: Partial<Record<string, string>>): QueryAnswer {
  const status = statuses[answer['TradeStatus'] ?? ''];
  const { MerchantTradeNo: orderNo, TradeNo: tradeNo = '', TradeAmt: traded = '' } = answer;
  if (status === undefined || orderNo === undefined) {
    return { outcome: 'unknown', reason: 'unreadable answer' };
  }
  const amount = readAmount(/^\d+$/.test(traded) ? traded : '', 'TWD');
  if (amount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  return {
    outcome: 'found',
    state: {
      orderNo,
      // It may have no number of its own before anybody chose how to pay; a payment without one is none.
      providerOrderNo: tradeNo === '' && status !== 'paid' ? orderNo : tradeNo,
      status,
      amount,
      paidAmount: status === 'paid' ? amount : 0n,
      currency: 'TWD',
      paidAt: status === 'paid' ? parseTaiwanTime(answer['PaymentDate'] ?? '') : null,
      // A test of the shop's own is told apart by its notice alone.
      simulated: false,
    },
  };
}

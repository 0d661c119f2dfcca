import {
  checkCode,
  checkValue,
  decryptTradeInfo,
  encryptTradeInfo,
  newebpaySandboxShop,
  tradeSha,
} from '@suanpan/signing/newebpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { FakeBank } from './fake-bank.ts';

const shop = newebpaySandboxShop;
const { merchantId } = shop;

const dialect: PeerDialect = {
  driver: 'newebpay',
  credentials: { merchant_id: merchantId, hash_key: shop.hashKey, hash_iv: shop.hashIv },
  refusal: { status: 400, body: 'MPG03009' },
  read({ body, path }) {
    const form = new URLSearchParams(body);
    if (path === '/API/QueryTradeInfo') {
      const orderNo = form.get('MerchantOrderNo') ?? '';
      const asked = { merchantId, orderNo, amount: form.get('Amt') ?? '' };
      return form.get('CheckValue') === checkValue(asked, shop) ? { operation: 'query', orderNo } : undefined;
    }
    const tradeInfo = form.get('TradeInfo') ?? '';
    if (form.get('TradeSha') !== tradeSha(tradeInfo, shop)) return undefined;
    const order = new URLSearchParams(decryptTradeInfo(tradeInfo, shop) ?? '');
    return {
      operation: 'create',
      orderNo: order.get('MerchantOrderNo') ?? '',
      charge: { amount: order.get('Amt') ?? '', currency: 'TWD' },
    };
  },
  answerCreate: () => ({ body: '<title>NewebPay</title>' }),
  answerQuery(orderNo, charge) {
    if (charge === undefined) return { body: '{"Status":"TRA10021","Message":"查無交易資料","Result":[]}' };
    const isPaid = charge.status === 'paid';
    const amount = (isPaid ? charge.paidAmount : charge.request['amount']) ?? '';
    const Result = {
      MerchantID: merchantId,
      MerchantOrderNo: orderNo,
      Amt: amount,
      TradeNo: charge.chargeNo,
      TradeStatus: isPaid ? '1' : charge.status === 'failed' ? '2' : '0',
      PayTime: charge.paidAt ? formatTaiwanTime(charge.paidAt.getTime(), '-') : '',
      CheckCode: checkCode({ merchantId, orderNo, amount, tradeNo: charge.chargeNo }, shop),
    };
    return { body: JSON.stringify({ Status: 'SUCCESS', Message: '查詢成功', Result }) };
  },
  tell(orderNo, charge, { eventId, secret, status = 'paid' }) {
    const told = {
      Status: status === 'failed' ? 'MPG03009' : 'SUCCESS',
      Message: '授權成功',
      Result: {
        MerchantID: merchantId,
        MerchantOrderNo: orderNo,
        TradeNo: eventId ?? charge?.chargeNo ?? 'TN-none',
        Amt: 1,
        ...(status === 'paid' && { PayTime: formatTaiwanTime(Date.now(), '-') }),
      },
    };
    const TradeInfo = encryptTradeInfo(JSON.stringify(told), shop);
    const TradeSha = tradeSha(TradeInfo, secret === undefined ? shop : { ...shop, hashKey: secret });
    const form = { Status: told.Status, MerchantID: merchantId, Version: '2.0', TradeInfo, TradeSha };
    return { body: new URLSearchParams(form).toString(), headers: {} };
  },
};

/** NewebPay with a shop of our own. */
export const startNewebpayPeer = (): Promise<FakeBank> => startPeer(dialect);

import { ecpayTestShop, signEcpay, verifyEcpay } from '@suanpan/signing/ecpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { FakeBank } from './fake-bank.ts';

const shop = ecpayTestShop;
const codes: Readonly<Record<string, string>> = { paid: '1', pending: '2', failed: '10100058' };

const dialect: PeerDialect = {
  driver: 'ecpay',
  credentials: { merchant_id: shop.merchantId, hash_key: shop.hashKey, hash_iv: shop.hashIv },
  refusal: { status: 400, body: 'CheckMacValue Error' },
  read({ body, path }) {
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (!verifyEcpay(fields, shop)) return undefined;
    const orderNo = fields['MerchantTradeNo'] ?? '';
    if (path === '/Cashier/QueryTradeInfo/V5') return { operation: 'query', orderNo };
    return { operation: 'create', orderNo, charge: { amount: fields['TotalAmount'] ?? '', currency: 'TWD' } };
  },
  answerCreate: () => ({ body: '<title>ECPay</title>' }),
  answerQuery(orderNo, charge) {
    const isPaid = charge?.status === 'paid';
    const answer = {
      MerchantID: shop.merchantId,
      MerchantTradeNo: orderNo,
      TradeNo: charge?.chargeNo ?? '',
      TradeAmt: (isPaid ? charge.paidAmount : charge?.request['amount']) ?? '0',
      PaymentDate: charge?.paidAt ? formatTaiwanTime(charge.paidAt.getTime(), '/') : '',
      TradeStatus:
        charge === undefined ? '10200047' : isPaid ? '1' : charge.status === 'failed' ? '10200095' : '0',
      CustomField1: '',
    };
    return { body: new URLSearchParams(signEcpay(answer, shop)).toString() };
  },
  tell(orderNo, charge, { eventId, secret, status = 'paid' }) {
    const fields = {
      MerchantID: shop.merchantId,
      MerchantTradeNo: orderNo,
      RtnCode: codes[status] ?? '10100058',
      RtnMsg: '交易',
      TradeNo: eventId ?? charge?.chargeNo ?? 'TN-none',
      TradeAmt: charge?.paidAmount ?? '1',
      SimulatePaid: charge?.simulated === true ? '1' : '0',
      CustomField1: '',
    };
    const signed = signEcpay(fields, secret === undefined ? shop : { ...shop, hashKey: secret });
    return { body: new URLSearchParams(signed).toString(), headers: {} };
  },
};

/** ECPay with its published test shop. */
export const startEcpayPeer = (): Promise<FakeBank> => startPeer(dialect);

import { signEcpay } from '@suanpan/signing/ecpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { formatWhole } from '@suanpan/money/amount';
import type { ChannelAccount, CollectionRequest, PayerForm } from '../../modules/channels/port.ts';
import { keysOf, payerBaseOf } from './keys.ts';

/** How ECPay calls the kinds of payment; whatever else a channel is, its payer chooses on ECPay's page. */
const choices: Readonly<Record<string, string>> = {
  bank_transfer: 'ATM',
  cvs: 'CVS',
  barcode: 'BARCODE',
  card: 'Credit',
  qr: 'TWQR',
};

const minuteMs = 60_000;
const longestStoreMinutes = 43_200;

/** The order as ECPay's AIO page takes it: signed, in whole dollars, with our address for its notices. */
export function aioForm(account: ChannelAccount, request: CollectionRequest, nowMs: number): PayerForm {
  const choice = choices[request.methodType] ?? 'ALL';
  const minutesLeft = Math.ceil((request.expiresAt.getTime() - nowMs) / minuteMs);
  const fields = {
    MerchantID: account.credentials['merchant_id'] ?? '',
    MerchantTradeNo: request.orderNo,
    MerchantTradeDate: formatTaiwanTime(nowMs, '/'),
    PaymentType: 'aio',
    TotalAmount: formatWhole(request.amount, 'TWD'),
    TradeDesc: request.orderNo,
    ItemName: request.orderNo,
    ReturnURL: request.notifyUrl,
    PaymentInfoURL: request.notifyUrl,
    ClientBackURL: request.checkoutUrl,
    ChoosePayment: choice,
    NeedExtraPaidInfo: 'N',
    EncryptType: '1',
    // A transfer account lives for a day at the least: what is paid after the order's end is a late payment.
    ...(choice === 'ATM' && { ExpireDate: '1' }),
    ...(choice === 'CVS' && {
      StoreExpireDate: String(Math.min(Math.max(minutesLeft, 1), longestStoreMinutes)),
    }),
    ...(choice === 'BARCODE' && { StoreExpireDate: '1' }),
  };
  return {
    action: `${payerBaseOf(account)}/Cashier/AioCheckOut/V5`,
    fields: signEcpay(fields, keysOf(account)),
  };
}

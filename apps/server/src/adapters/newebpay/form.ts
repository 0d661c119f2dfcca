import { formatWhole } from '@suanpan/money/amount';
import { encryptTradeInfo, tradeSha } from '@suanpan/signing/newebpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import type { ChannelAccount, CollectionRequest, PayerForm } from '../../modules/channels/port.ts';
import { keysOf, payerBaseOf } from './keys.ts';

/** How NewebPay calls the kinds of payment; whatever else a channel is, its payer chooses among those that fit the sum. */
const choices: Readonly<Record<string, string>> = {
  bank_transfer: 'VACC',
  cvs: 'CVS',
  barcode: 'BARCODE',
  card: 'CREDIT',
  qr: 'TWQR',
};

/** The most in minor units that a kind is paid with; others have no limit of NewebPay's own. */
const most: Readonly<Record<string, bigint>> = {
  VACC: 499_990_000n,
  WEBATM: 499_990_000n,
  CVS: 200_000_000n,
  BARCODE: 400_000_000n,
};
const anyOf = ['CREDIT', 'WEBATM', 'VACC', 'LINEPAY', 'TWQR'] as const;

const [shortestS, longestS] = [60, 900];

/** The kinds that may pay this order; none where the one that it is for does not take its sum. */
export function kindsFor({ amount, methodType }: CollectionRequest): readonly string[] {
  const choice = choices[methodType];
  const wanted = choice === undefined ? anyOf : [choice];
  return wanted.filter((kind) => amount <= (most[kind] ?? amount));
}

/**
 * The order as NewebPay's MPG takes it: encrypted and signed, in whole dollars. It holds for two minutes, so it is made
 * when its payer comes.
 */
export function mpgForm(account: ChannelAccount, request: CollectionRequest, nowMs: number): PayerForm {
  const merchantId = account.credentials['merchant_id'] ?? '';
  const leftS = Math.ceil((request.expiresAt.getTime() - nowMs) / 1000);
  const keys = keysOf(account);
  const fields = new URLSearchParams({
    MerchantID: merchantId,
    RespondType: 'JSON',
    TimeStamp: String(Math.floor(nowMs / 1000)),
    Version: '2.0',
    MerchantOrderNo: request.orderNo,
    Amt: formatWhole(request.amount, 'TWD'),
    ItemDesc: request.orderNo,
    TradeLimit: String(Math.min(Math.max(leftS, shortestS), longestS)),
    // Accounts and codes live to the end of the day: what is paid after the order's end is a late payment.
    ExpireDate: formatTaiwanTime(request.expiresAt.getTime(), '-').slice(0, 10).replaceAll('-', ''),
    NotifyURL: request.notifyUrl,
    ClientBackURL: request.checkoutUrl,
    LoginType: '0',
    ...Object.fromEntries(kindsFor(request).map((kind) => [kind, '1'])),
  });
  const TradeInfo = encryptTradeInfo(fields.toString(), keys);
  return {
    action: `${payerBaseOf(account)}/MPG/mpg_gateway`,
    fields: {
      MerchantID: merchantId,
      TradeInfo,
      TradeSha: tradeSha(TradeInfo, keys),
      Version: '2.0',
      EncryptType: '0',
    },
  };
}

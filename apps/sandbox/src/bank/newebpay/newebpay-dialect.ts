import { encryptTradeInfo, newebpaySandboxShop, tradeSha } from '@suanpan/signing/newebpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { wholeUnits } from '../../decimal.ts';
import type { Charge, ChargeEvent } from '../charge.ts';
import type { Dialect } from '../dialects/dialect.ts';

export const timeOf = (at: Date | null): string => (at === null ? '' : formatTaiwanTime(at.getTime(), '-'));

/** NewebPay has no notice for what is taken back later, and knows no payment that is none. */
const words: Readonly<Record<ChargeEvent, { status: string; message: string } | null>> = {
  paid: { status: 'SUCCESS', message: '付款成功' },
  failed: { status: 'MPG03009', message: '交易失敗' },
  reversed: null,
  stranger: { status: 'SUCCESS', message: '付款成功' },
};

const keysFor = (isWrong: boolean) =>
  isWrong ? { ...newebpaySandboxShop, hashKey: 'AnotherKeyThatIsNotTheShopsOwn00' } : newebpaySandboxShop;

/** What was paid, or what is asked, in whole dollars. */
export const amountOf = (charge: Charge): string => wholeUnits(charge.paidMicro ?? charge.amountMicro);

/** NewebPay's language: an encrypted form with its hash in it, acknowledged by HTTP 200 alone. */
export const newebpayDialect: Dialect = {
  tell: (charge, event, isWrong) => {
    const word = words[event];
    if (word === null || charge.simulated) return null;
    const isStranger = event === 'stranger';
    const told = {
      Status: word.status,
      Message: word.message,
      Result: {
        MerchantID: charge.merchantNo,
        Amt: Number(amountOf(charge)),
        TradeNo: isStranger ? `${charge.chargeNo.slice(0, 19)}X` : charge.chargeNo,
        MerchantOrderNo: isStranger
          ? `UNKNOWN_${charge.merchantOrderNo}`.slice(0, 30)
          : charge.merchantOrderNo,
        RespondType: 'JSON',
        PaymentType: charge.told['paymentType'] ?? '',
        PayTime: timeOf(isStranger ? charge.createdAt : charge.paidAt),
      },
    };
    const keys = keysFor(isWrong);
    const TradeInfo = encryptTradeInfo(JSON.stringify(told), keys);
    const form = {
      Status: word.status,
      MerchantID: charge.merchantNo,
      Version: '2.0',
      TradeInfo,
      TradeSha: tradeSha(TradeInfo, keys),
    };
    return { eventId: `${charge.chargeNo}-${event}`, body: new URLSearchParams(form).toString() };
  },
  seal: ({ body }) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    signature: new URLSearchParams(body).get('TradeSha') ?? '',
  }),
  isAcknowledged: (httpStatus) => httpStatus === 200,
};

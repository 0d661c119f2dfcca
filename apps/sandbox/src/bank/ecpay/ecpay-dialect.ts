import { ecpayTestShop, macField, signEcpay } from '@suanpan/signing/ecpay';
import type { EcpayFields } from '@suanpan/signing/ecpay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { wholeUnits } from '../../decimal.ts';
import type { Charge, ChargeEvent } from '../charge.ts';
import type { Dialect, Told } from '../dialects/dialect.ts';

const timeOf = (at: Date | null): string => (at === null ? '' : formatTaiwanTime(at.getTime(), '/'));

/** ECPay has no notice for what is taken back later. */
const words: Readonly<Record<ChargeEvent, { code: string; message: string } | null>> = {
  paid: { code: '1', message: '交易成功' },
  failed: { code: '10100058', message: '付款失敗' },
  reversed: null,
  stranger: { code: '1', message: '交易成功' },
};

const form = (fields: EcpayFields, isWrong: boolean): string => {
  const keys = isWrong ? { ...ecpayTestShop, hashKey: `${ecpayTestShop.hashKey}x` } : ecpayTestShop;
  return new URLSearchParams(signEcpay(fields, keys)).toString();
};

/** What every notice and answer repeats of a trade. */
export const tradeOf = (charge: Charge) => ({
  MerchantID: charge.merchantNo,
  MerchantTradeNo: charge.merchantOrderNo,
  StoreID: '',
  TradeNo: charge.chargeNo,
  TradeAmt: wholeUnits(charge.paidMicro ?? charge.amountMicro),
  PaymentDate: timeOf(charge.paidAt),
  PaymentType: charge.told['paymentType'] ?? '',
  PaymentTypeChargeFee: '0',
  TradeDate: timeOf(charge.createdAt),
  CustomField1: '',
  CustomField2: '',
  CustomField3: '',
  CustomField4: '',
});

/** The notice of the account or code that a payer was given; null where he pays on the page. */
export function tellCode(charge: Charge): Told | null {
  const { payment } = charge;
  const ExpireDate = timeOf(charge.expiresAt);
  const trade = { ...tradeOf(charge), PaymentDate: '', ExpireDate };
  const eventId = `${charge.chargeNo}-code`;
  if (payment.type === 'bank_account') {
    const account = { RtnCode: '2', RtnMsg: 'Get VirtualAccount Succeeded', BankCode: payment.bank_code };
    return { eventId, body: form({ ...trade, ...account, vAccount: payment.account_no }, false) };
  }
  if (payment.type !== 'cvs_code') return null;
  const code = { RtnCode: '10100073', RtnMsg: 'Get CVS Code Succeeded.', PaymentNo: payment.code };
  return { eventId, body: form({ ...trade, ...code, Barcode1: '', Barcode2: '', Barcode3: '' }, false) };
}

/** ECPay's language: a form with its CheckMacValue in it, acknowledged by `1|OK`. */
export const ecpayDialect: Dialect = {
  tell: (charge, event, isWrong) => {
    const word = words[event];
    if (word === null) return null;
    const stranger = event === 'stranger' && {
      MerchantTradeNo: `UNKNOWN${charge.merchantOrderNo}`.slice(0, 20),
      TradeNo: `${charge.chargeNo.slice(0, 19)}X`,
      PaymentDate: timeOf(charge.createdAt),
    };
    const news = { RtnCode: word.code, RtnMsg: word.message, SimulatePaid: charge.simulated ? '1' : '0' };
    return {
      eventId: `${charge.chargeNo}-${event}`,
      body: form({ ...tradeOf(charge), ...news, ...stranger }, isWrong),
    };
  },
  seal: ({ body }) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    signature: new URLSearchParams(body).get(macField) ?? '',
  }),
  isAcknowledged: (httpStatus, answer) => httpStatus === 200 && answer.trim() === '1|OK',
};

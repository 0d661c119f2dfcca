import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMacValue, ecpayTestShop, signEcpay, verifyEcpay } from './ecpay.ts';

test('the example of ECPay’s document', () => {
  const fields = {
    ChoosePayment: 'ALL',
    EncryptType: '1',
    ItemName: 'Apple iphone 15',
    MerchantID: '3002607',
    MerchantTradeDate: '2023/03/12 15:30:23',
    MerchantTradeNo: 'ecpay20230312153023',
    PaymentType: 'aio',
    ReturnURL: 'https://www.ecpay.com.tw/receive.php',
    TotalAmount: '30000',
    TradeDesc: '促銷方案',
  };
  expect(checkMacValue(fields, ecpayTestShop)).toBe(
    '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  );
});

test('the notification of ECPay’s PHP SDK', () => {
  const fields = {
    MerchantID: '3002607',
    MerchantTradeNo: 'WPLL4E341E122DB44D62',
    PaymentDate: '2019/05/09 00:01:21',
    PaymentType: 'Credit_CreditCard',
    PaymentTypeChargeFee: '1',
    RtnCode: '1',
    RtnMsg: '交易成功',
    SimulatePaid: '0',
    TradeAmt: '500',
    TradeDate: '2019/05/09 00:00:18',
    TradeNo: '1905090000188278',
    CheckMacValue: '6E7F053EF215FC851A050A2FF01D72CBE440EA138DC3E905647985DDF236FD25',
  };
  expect(verifyEcpay(fields, ecpayTestShop)).toBe(true);
  expect(verifyEcpay({ ...fields, TradeAmt: '501' }, ecpayTestShop)).toBe(false);
  const shop = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' };
  expect(checkMacValue({ ...fields, MerchantID: '2000132' }, shop)).toBe(
    '59B085BAEC4269DC1182D48DEF106B431055D95622EB285DECD400337144C698',
  );
});

test('the older sort by MD5, with an empty value that counts too', () => {
  const fields = {
    RtnCode: '1',
    RtnMsg: '',
    IA_Allow_No: '1909181313013546',
    IA_Invoice_No: 'UV11100019',
    IA_Date: '2019-09-18 13:13:23',
    IIS_Remain_Allowance_Amt: '0',
  };
  const keys = { hashKey: 'ejCk326UnaZWKisg', hashIv: 'q9jcZX8Ib9LM8wYk' };
  expect(checkMacValue(fields, keys, 'md5')).toBe('50A276E71DAE26343013958B405EEEA0');
});

test('one byte more or less is another message', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('Amount', 'bank', 'Custom_1', 'Extra2'),
        fc.string({ unit: 'binary', maxLength: 20 }),
      ),
      (fields) => {
        const signed = signEcpay(fields, ecpayTestShop);
        expect(verifyEcpay(signed, ecpayTestShop)).toBe(true);
        expect(verifyEcpay({ ...signed, Extra: '' }, ecpayTestShop)).toBe(false);
        expect(verifyEcpay(signed, { ...ecpayTestShop, hashIv: 'another' })).toBe(false);
      },
    ),
  );
});

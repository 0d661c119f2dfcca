import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  checkCode,
  checkValue,
  decryptTradeInfo,
  newebpaySandboxShop,
  verifyTradeSha,
} from '@suanpan/signing/newebpay';
import { z } from 'zod';
import { wholeUnits } from '../../decimal.ts';
import { rawBody } from '../../http/create-http.ts';
import { Fault } from '../../http/fault.ts';
import type { Bank } from '../bank.ts';
import type { Charge, ChargeKind } from '../charge.ts';
import { findCharge, saveAsked } from '../charges.store.ts';
import { takeOrder } from '../take-order.ts';
import { amountOf, timeOf } from './newebpay-dialect.ts';

/** The kinds of payment by their switches; a page that shows several is paid by card here. */
const kinds: readonly (readonly [name: string, kind: ChargeKind, most: bigint])[] = [
  ['CREDIT', 'redirect', 999_999_999n],
  ['TWQR', 'redirect', 999_999_999n],
  ['LINEPAY', 'redirect', 999_999_999n],
  ['WEBATM', 'redirect', 49_999n],
  ['VACC', 'bank_transfer', 49_999n],
  ['CVS', 'cvs', 20_000n],
  ['BARCODE', 'cvs', 40_000n],
];

const address = z.url({ protocol: /^https?$/ }).max(200);
const mpgInput = z.object({
  MerchantID: z.literal(newebpaySandboxShop.merchantId),
  RespondType: z.literal('JSON'),
  TimeStamp: z.string().regex(/^\d{10}$/),
  Version: z.string(),
  MerchantOrderNo: z.string().regex(/^\w{1,30}$/),
  Amt: z.string().regex(/^[1-9]\d{0,8}$/),
  ItemDesc: z.string().min(1).max(50),
  NotifyURL: address,
  ClientBackURL: z.union([z.literal(''), address]).default(''),
  TradeLimit: z.coerce.number().int().min(60).max(900).default(900),
  ExpireDate: z
    .string()
    .regex(/^\d{8}$/)
    .optional(),
});

const formToleranceS = 120;
const codeDays = 7;
const dayMs = 86_400_000;
const aheadMs = 8 * 3_600_000;

/** To the end of a day of Taipei. */
function untilEndOf(day: string, now: Date): number {
  const text = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T23:59:59Z`;
  return Math.max(Date.parse(text) - aheadMs - now.getTime(), 1000);
}

/** NewebPay's page and its questions, for the shop of this sandbox. */
export function newebpayRoutes(app: FastifyInstance, bank: Bank): void {
  const shop = newebpaySandboxShop;
  const formOf = (request: FastifyRequest) => new URLSearchParams(rawBody(request.body).toString('utf8'));
  const isStale = (timestamp: string): boolean =>
    !(Math.abs(bank.system() / 1000 - Number(timestamp)) <= formToleranceS);

  app.post('/newebpay/MPG/mpg_gateway', async (request, reply) => {
    const form = formOf(request);
    const tradeInfo = form.get('TradeInfo') ?? '';
    if (!verifyTradeSha(tradeInfo, form.get('TradeSha') ?? '', shop)) {
      throw new Fault(400, 'MPG03009', '交易失敗');
    }
    const fields = Object.fromEntries(new URLSearchParams(decryptTradeInfo(tradeInfo, shop) ?? ''));
    const result = mpgInput.safeParse(fields);
    if (!result.success) {
      const wrong = result.error.issues.map((issue) => issue.path.join('.'));
      throw new Fault(400, 'MPG01000', wrong.join('; '));
    }
    const input = result.data;
    if (isStale(input.TimeStamp)) throw new Fault(400, 'MPG02004', '頁面已逾時失效');
    const way = kinds.find(([name, , most]) => fields[name] === '1' && BigInt(input.Amt) <= most);
    if (way === undefined) throw new Fault(400, 'MPG01014', '沒有可用的支付方式');
    const [paymentType, kind] = way;
    const now = bank.clock.now();
    const codeLifeMs = input.ExpireDate === undefined ? codeDays * dayMs : untilEndOf(input.ExpireDate, now);
    const order = {
      merchantNo: shop.merchantId,
      orderNo: input.MerchantOrderNo,
      amount: input.Amt,
      kind,
      notifyUrl: input.NotifyURL,
      returnUrl: input.ClientBackURL,
      lifeMs: kind === 'redirect' ? input.TradeLimit * 1000 : codeLifeMs,
      spoken: { dialect: 'newebpay' as const, told: { paymentType } },
      duplicate: { code: 'MPG03008', message: '已存在相同的商店訂單編號' },
    };
    return takeOrder(bank, order, reply);
  });

  app.post('/newebpay/API/QueryTradeInfo', async (request) => {
    const form = formOf(request);
    const [orderNo, amount] = [form.get('MerchantOrderNo') ?? '', form.get('Amt') ?? ''];
    const asked = { merchantId: shop.merchantId, orderNo, amount };
    if (form.get('MerchantID') !== shop.merchantId) return refused('TRA10001', '商店資料取得失敗');
    if (form.get('CheckValue') !== checkValue(asked, shop)) return refused('TRA10054', '檢查碼錯誤');
    if (isStale(form.get('TimeStamp') ?? '')) return refused('MEM40014', '傳送時間錯誤');
    await saveAsked(bank.pool, shop.merchantId, orderNo, 'query');
    const charge = await findCharge(bank.pool, shop.merchantId, orderNo);
    if (charge === null || wholeUnits(charge.amountMicro) !== amount)
      return refused('TRA10021', '查無交易資料');
    const told = { merchantId: shop.merchantId, orderNo, amount: amountOf(charge), tradeNo: charge.chargeNo };
    return {
      Status: 'SUCCESS',
      Message: '查詢成功',
      Result: {
        MerchantID: shop.merchantId,
        Amt: Number(told.amount),
        TradeNo: told.tradeNo,
        MerchantOrderNo: orderNo,
        TradeStatus: statusOf(charge),
        PaymentType: charge.told['paymentType'] ?? '',
        CreateTime: timeOf(charge.createdAt),
        PayTime: timeOf(charge.paidAt),
        CheckCode: checkCode(told, shop),
      },
    };
  });
}

const refused = (Status: string, Message: string) => ({ Status, Message, Result: [] });

/** 0 unpaid, 1 paid, 2 failed, 6 taken back. A payment that was played as a test never was one. */
function statusOf(charge: Charge): string {
  if (charge.status === 'pending' || charge.simulated) return '0';
  return { paid: '1', failed: '2', reversed: '6' }[charge.status];
}

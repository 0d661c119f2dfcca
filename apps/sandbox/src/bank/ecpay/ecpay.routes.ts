import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ecpayTestShop, signEcpay, verifyEcpay } from '@suanpan/signing/ecpay';
import { z } from 'zod';
import { rawBody } from '../../http/create-http.ts';
import { Fault } from '../../http/fault.ts';
import type { Bank } from '../bank.ts';
import type { Charge, ChargeKind } from '../charge.ts';
import { findCharge, saveAsked } from '../charges.store.ts';
import { insertNotify } from '../notifies.store.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { takeOrder } from '../take-order.ts';
import { tellCode, tradeOf } from './ecpay-dialect.ts';

/** How the payer is asked, and what ECPay calls it afterwards. */
const ways = {
  ATM: { kind: 'bank_transfer', paymentType: 'ATM_CHINATRUST' },
  CVS: { kind: 'cvs', paymentType: 'CVS_CVS' },
  BARCODE: { kind: 'cvs', paymentType: 'BARCODE_BARCODE' },
  TWQR: { kind: 'redirect', paymentType: 'TWQR_OPAY' },
  Credit: { kind: 'redirect', paymentType: 'Credit_CreditCard' },
  ALL: { kind: 'redirect', paymentType: 'Credit_CreditCard' },
} as const satisfies Record<string, { kind: ChargeKind; paymentType: string }>;

const address = z.url({ protocol: /^https?$/ }).max(200);
const aioInput = z.object({
  MerchantTradeNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  MerchantTradeDate: z.string().regex(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/),
  PaymentType: z.literal('aio'),
  TotalAmount: z.string().regex(/^[1-9]\d{0,8}$/),
  TradeDesc: z.string().min(1).max(200),
  ItemName: z.string().min(1).max(400),
  ReturnURL: address,
  ChoosePayment: z.enum(['ALL', 'Credit', 'ATM', 'CVS', 'BARCODE', 'TWQR']),
  EncryptType: z.literal('1'),
  PaymentInfoURL: z.union([z.literal(''), address]).default(''),
  ClientBackURL: z.union([z.literal(''), address]).default(''),
  ExpireDate: z.coerce.number().int().min(1).max(60).default(3),
  StoreExpireDate: z.coerce.number().int().min(1).max(43_200).default(10_080),
});

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** How long a page waits for a card. */
const pageMs = 15 * minuteMs;
const clockToleranceS = 180;

function lifeMs(input: z.output<typeof aioInput>): number {
  if (input.ChoosePayment === 'ATM') return input.ExpireDate * dayMs;
  if (input.ChoosePayment === 'BARCODE') return input.StoreExpireDate * dayMs;
  return input.ChoosePayment === 'CVS' ? input.StoreExpireDate * minuteMs : pageMs;
}

/** ECPay's page and its questions, for the shop that ECPay publishes for tests. */
export function ecpayRoutes(app: FastifyInstance, bank: Bank): void {
  const shop = ecpayTestShop;
  /** The fields of a signed form. @throws Fault for another shop or another signature. */
  const signedForm = (request: FastifyRequest): Record<string, string> => {
    const fields = Object.fromEntries(new URLSearchParams(rawBody(request.body).toString('utf8')));
    if (fields['MerchantID'] !== shop.merchantId) throw new Fault(400, '10200050', 'MerchantID Error');
    if (!verifyEcpay(fields, shop)) throw new Fault(400, '10200073', 'CheckMacValue Error');
    return fields;
  };

  app.post('/ecpay/Cashier/AioCheckOut/V5', async (request, reply) => {
    const result = aioInput.safeParse(signedForm(request));
    if (!result.success) {
      const wrong = result.error.issues.map((issue) => `${issue.path.join('.')} Error`);
      throw new Fault(400, '10200052', wrong.join('; '));
    }
    const input = result.data;
    const { kind, paymentType } = ways[input.ChoosePayment];
    const order = {
      merchantNo: shop.merchantId,
      orderNo: input.MerchantTradeNo,
      amount: input.TotalAmount,
      kind,
      notifyUrl: input.ReturnURL,
      returnUrl: input.ClientBackURL,
      lifeMs: lifeMs(input),
      spoken: { dialect: 'ecpay' as const, told: { paymentType } },
      duplicate: { code: '10300028', message: 'MerchantTradeNo duplicated' },
    };
    return takeOrder(bank, order, reply, (charge) => tellOfCode(charge, input.PaymentInfoURL));
  });

  async function tellOfCode(charge: Charge, targetUrl: string): Promise<void> {
    const told = targetUrl === '' ? null : tellCode(charge);
    if (told === null) return;
    refuseForeign(bank, targetUrl);
    const dueAt = bank.clock.now();
    await insertNotify(bank.pool, { ...told, chargeId: charge.id, targetUrl, wrongSignature: false, dueAt });
    bank.wake();
  }

  app.post('/ecpay/Cashier/QueryTradeInfo/V5', async (request, reply) => {
    const { MerchantTradeNo = '', TimeStamp = '' } = signedForm(request);
    if (!(Math.abs(bank.system() / 1000 - Number(TimeStamp)) <= clockToleranceS)) {
      throw new Fault(400, '10200096', 'TimeStamp Error');
    }
    await saveAsked(bank.pool, shop.merchantId, MerchantTradeNo, 'query');
    const charge = await findCharge(bank.pool, shop.merchantId, MerchantTradeNo);
    const answer = charge ? { ...tradeOf(charge), ...stateOf(charge) } : noSuchTrade(MerchantTradeNo);
    return reply
      .type('text/html; charset=utf-8')
      .send(new URLSearchParams(signEcpay(answer, shop)).toString());
  });

  const noSuchTrade = (orderNo: string) => ({
    MerchantID: shop.merchantId,
    MerchantTradeNo: orderNo,
    TradeNo: '',
    TradeAmt: '0',
    TradeStatus: '10200047',
  });
}

/** A payment that was simulated is none, whoever asks; what was taken back later is still a trade that was paid. */
function stateOf(charge: Charge): Record<string, string> {
  const isPaid = (charge.status === 'paid' || charge.status === 'reversed') && !charge.simulated;
  const TradeStatus = isPaid ? '1' : charge.status === 'failed' ? '10200095' : '0';
  return { TradeStatus, HandlingCharge: '0', ItemName: charge.merchantOrderNo };
}

/**
 * ECPay (綠界) AIO: the payer's browser carries the signed order to ECPay's page, so the first that ECPay hears of it is
 * the payer. Promises: forms, notices and answers count only with their CheckMacValue; an account or a code that a payer
 * was given is no payment; a payment that the shop simulated credits nothing.
 */
import { verifyEcpay } from '@suanpan/signing/ecpay';
import type { ChannelAdapter, Notice } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { aioForm } from './form.ts';
import { ecpayCredentials, keysOf } from './keys.ts';
import { queryTrade } from './query.ts';

/** RtnCode: 1 is paid; 2 tells a transfer account, 10100073 a store's code or barcode; the rest are failures. */
const meaning: Readonly<Record<string, Notice['status']>> = {
  '1': 'paid',
  '2': 'pending',
  '10100073': 'pending',
};

export const ecpay: ChannelAdapter = {
  driver: 'ecpay',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 0,
    notFoundIsFinal: false,
    heardFromPayer: true,
    // Of cards and TWQR it may not know for ten minutes what it has told.
    confirmsWithinMs: 30 * 60_000,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: false,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: true,
  },
  credentialFields: ecpayCredentials,
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: '1|OK' },

  // Nobody is asked: the payer takes the order there himself.
  createCollection: async (_account, request) => ({
    outcome: 'accepted',
    value: { providerOrderNo: null, payment: { type: 'redirect', url: request.formUrl } },
  }),
  payerForm: aioForm,
  queryCollection: queryTrade,

  parseNotice(account, raw) {
    const fields = Object.fromEntries(new URLSearchParams(raw.body.toString('utf8')));
    if (!verifyEcpay(fields, keysOf(account))) throw new BadSignature('CheckMacValue');
    const { MerchantID, MerchantTradeNo: orderNo, RtnCode: code, SimulatePaid, TradeNo } = fields;
    if (MerchantID !== account.credentials['merchant_id']) throw new BadSignature('another shop');
    if (orderNo === undefined || code === undefined || TradeNo === undefined) {
      throw new BadSignature('unreadable body');
    }
    const simulated = SimulatePaid === '1';
    return {
      eventId: `${TradeNo}-${code}${simulated ? '-simulated' : ''}`,
      orderNo,
      status: meaning[code] ?? 'failed',
      simulated,
    };
  },
};

/**
 * NewebPay (藍新) MPG: the payer's browser carries the encrypted order to NewebPay's page, so the first that NewebPay hears
 * of it is the payer. Promises: forms, notices and answers count only with their hash; a form is made when its payer
 * comes, since it holds for two minutes; an account or a code that he was given is no payment.
 */
import { decryptTradeInfo, verifyTradeSha } from '@suanpan/signing/newebpay';
import { readJson } from '../../platform/read-json.ts';
import type { ChannelAdapter } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { kindsFor, mpgForm } from './form.ts';
import { keysOf, newebpayCredentials } from './keys.ts';
import { queryTrade } from './query.ts';
import { noticeBody } from './wire.ts';

export const newebpay: ChannelAdapter = {
  driver: 'newebpay',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 0,
    notFoundIsFinal: false,
    heardFromPayer: true,
    confirmsWithinMs: 10 * 60_000,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: true,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  credentialFields: newebpayCredentials,
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },

  // Nobody is asked: the payer takes the order there himself.
  createCollection: async (_account, request) =>
    kindsFor(request).length === 0
      ? { outcome: 'refused', reason: 'more than this kind of payment takes' }
      : {
          outcome: 'accepted',
          value: { providerOrderNo: null, payment: { type: 'redirect', url: request.formUrl } },
        },
  payerForm: mpgForm,
  queryCollection: queryTrade,

  parseNotice(account, raw) {
    const form = new URLSearchParams(raw.body.toString('utf8'));
    const tradeInfo = form.get('TradeInfo') ?? '';
    const keys = keysOf(account);
    if (!verifyTradeSha(tradeInfo, form.get('TradeSha') ?? '', keys)) throw new BadSignature('TradeSha');
    const parsed = noticeBody.safeParse(readJson(decryptTradeInfo(tradeInfo, keys) ?? ''));
    if (!parsed.success) throw new BadSignature('unreadable body');
    const { Result: told, Status: status } = parsed.data;
    if (told.MerchantID !== account.credentials['merchant_id']) throw new BadSignature('another shop');
    // An account or a code is told as a success too, of which nobody has paid yet.
    const isPaid = told.PayTime !== undefined && told.PayTime !== '';
    return {
      eventId: `${told.TradeNo}-${status}${isPaid || status !== 'SUCCESS' ? '' : '-code'}`,
      orderNo: told.MerchantOrderNo,
      status: status !== 'SUCCESS' ? 'failed' : isPaid ? 'paid' : 'pending',
    };
  },
};

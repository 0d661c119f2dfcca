import { randomBytes } from 'node:crypto';
import { createEpayInput, queryEpayInput } from '@suanpan/contract/merchant/epay';
import { createCollectionInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { epayTypes } from '@suanpan/domain/epay';
import { constantTimeEqual } from '../../../platform/crypto/tokens.ts';
import type { RawReply, RawRequest, RawRoute } from '../../../platform/http/bind-raw.ts';
import { isFault, toRefusal } from '../../../platform/http/fault.ts';
import type { Log } from '../../../platform/log.ts';
import { verifyEpay } from '@suanpan/signing/epay';
import { checkoutUrlOf, findOwnOrder, listMethods } from '../../collections/index.ts';
import { openAdmission } from '../admission/admit.ts';
import type { V1Merchant } from '../admission/key-ring.ts';
import { passGate } from '../admission/prove-v2.ts';
import type { Door } from '../admission/prove-v2.ts';
import { localeOf } from '../call-locale.ts';
import type { OwnOrder } from '../collection.present.ts';
import { createCollection } from '../create-collection.ts';
import type { Creation } from '../create-collection.ts';
import { presentFault } from '../fault.present.ts';
import { MerchantFault } from '../merchant-fault.ts';
import { parse, singleValues } from '../parse.ts';
import { readForm } from '../v1/read-form.ts';

type Fields = Readonly<Record<string, string>>;
const bodyLimitBytes = 64 * 1024;
const merchantNoPattern = /^[1-9]\d{0,17}$/;

/**
 * submit.php sends the payer's browser here with a signed form, mapi.php is called by the shop, api.php asks for an order.
 * The form has neither nonce nor time: the same form makes the same order, and one that is changed is not signed.
 */
export function epayRoutes(door: Door, log: Log, creation: Creation): readonly RawRoute[] {
  const { collections } = creation;

  /** `isShop`: the shop itself calls, so its list of addresses counts. Throws a MerchantFault. */
  async function admit(
    fields: Fields,
    request: RawRequest,
    proves: (merchant: V1Merchant) => boolean,
    isShop: boolean,
  ): Promise<V1Merchant> {
    const pid = fields['pid'] ?? '';
    const merchant = merchantNoPattern.test(pid) ? await door.ring.findEpay(pid) : undefined;
    if (merchant === undefined) throw new MerchantFault('invalid_key');
    if (isShop && !merchant.mayCallFrom(request.ip)) {
      throw new MerchantFault('ip_not_allowed', { caller: merchant });
    }
    if (!proves(merchant)) throw new MerchantFault('invalid_signature', { caller: merchant });
    const nonce = randomBytes(16).toString('hex');
    await passGate(door, request, merchant, { nonce, field: 'pid' });
    await openAdmission(door, merchant, nonce).ask();
    if (!merchant.isActive) throw new MerchantFault('merchant_disabled');
    return merchant;
  }

  async function create(request: RawRequest, isShop: boolean): Promise<OwnOrder> {
    const locale = localeOf(request.headers);
    const fields = fieldsOf(request);
    const merchant = await admit(fields, request, ({ secret }) => verifyEpay(fields, secret), isShop);
    const sent = parse(createEpayInput, fields, locale);
    // The payer himself came; where he came from is no part of the form, so that he finds his order from elsewhere too.
    if (!isShop) collections.gate?.refusePayer({ agentId: merchant.agentId, ip: request.ip });
    const wanted = sent.type === undefined ? [] : [sent.type, ...(epayTypes[sent.type] ?? [])];
    const offered = new Set((await listMethods(collections, merchant)).map(({ code }) => code));
    const input = parse(
      createCollectionInput,
      {
        order_no: sent.out_trade_no,
        amount: sent.money,
        currency: merchant.currency,
        method: wanted.find((code) => offered.has(code)),
        product_name: sent.name,
        payer: isShop ? { ip: sent.clientip } : undefined,
        notify_url: sent.notify_url,
        return_url: sent.return_url,
        metadata: {
          epay_name: sent.name,
          ...(sent.type !== undefined && { epay_type: sent.type }),
          ...(sent.param !== undefined && { epay_param: sent.param }),
        },
      },
      locale,
    );
    const about = { apiVersion: 'epay', ip: request.ip, requestId: request.requestId } as const;
    return (await createCollection(creation, merchant, input, about)).order;
  }

  function messageOf(error: unknown, request: RawRequest): { message: string; http: number } {
    if (!(error instanceof MerchantFault) && isFault(toRefusal(error))) {
      log.error({ err: error, request: request.requestId }, 'a merchant call failed');
    }
    door.denied(request, error, undefined);
    return presentFault(error instanceof MerchantFault ? error : toRefusal(error), localeOf(request.headers));
  }

  const submit = async (request: RawRequest): Promise<RawReply> => {
    try {
      const order = await create(request, false);
      return {
        status: 303,
        headers: { location: checkoutUrlOf(collections, order.id), 'cache-control': 'no-store' },
      };
    } catch (error) {
      const { http, message } = messageOf(error, request);
      return { status: http, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message };
    }
  };

  const refuse: RawRoute['refuse'] = (refusal, { headers }) => {
    const { message } = presentFault(refusal, localeOf(headers));
    return { status: 200, body: JSON.stringify({ code: -1, msg: message }) };
  };

  const answered =
    (work: (request: RawRequest) => Promise<object>) =>
    async (request: RawRequest): Promise<RawReply> => {
      try {
        return { status: 200, body: JSON.stringify({ code: 1, msg: 'success', ...(await work(request)) }) };
      } catch (error) {
        return { status: 200, body: JSON.stringify({ code: -1, msg: messageOf(error, request).message }) };
      }
    };

  const mapi = answered(async (request) => {
    const order = await create(request, true);
    const payment = order.payment as { type?: string; content?: string } | null;
    return {
      trade_no: order.order_no,
      payurl: checkoutUrlOf(collections, order.id),
      ...(payment?.type === 'qr' && { qrcode: payment.content }),
    };
  });

  const api = answered(async (request) => {
    const fields = fieldsOf(request);
    const { act, key } = fields;
    const merchant = await admit(
      fields,
      request,
      ({ secret }) => (key === undefined ? verifyEpay(fields, secret) : constantTimeEqual(key, secret)),
      true,
    );
    // Whose call it is must be known before it is refused: what he asks about an order is kept with that order.
    if (act !== 'order') throw new MerchantFault('invalid_request', { field: 'act' });
    const { out_trade_no: merchantOrderNo } = parse(queryEpayInput, fields, localeOf(request.headers));
    const order = await findOwnOrder(collections.db.app, merchant, { merchantOrderNo });
    if (order === undefined) throw new Refusal('notFound');
    return presentEpay(order, merchant.customerId);
  });

  const route = (method: 'GET' | 'POST', name: string, handle: RawRoute['handle']): RawRoute => ({
    method,
    path: `/api/epay/${name}`,
    bodyLimitBytes,
    handle,
    refuse,
  });
  return [
    route('GET', 'submit.php', submit),
    route('POST', 'submit.php', submit),
    route('POST', 'mapi.php', mapi),
    route('GET', 'api.php', api),
    route('POST', 'api.php', api),
  ];
}

/** The query of a GET; of a POST its form, and `act` where it stands in the address. */
function fieldsOf(request: RawRequest): Fields {
  const query = Object.entries(singleValues(request.query)).filter(([, value]) => value !== '');
  if (request.method === 'GET') return Object.fromEntries(query);
  const form = readForm(request.rawBody, request.headers['content-type']);
  return { ...Object.fromEntries(query.filter(([name]) => name === 'act')), ...form };
}

/** All text, as plugins read it. */
function presentEpay(order: OwnOrder, merchantId: bigint): Record<string, string | number> {
  const metadata = order.metadata as Record<string, string>;
  const time = (at: Date): string =>
    new Date(at.getTime() + 28_800_000).toISOString().slice(0, 19).replace('T', ' ');
  const isPaid = order.status === 'success' || order.status === 'test_supplied';
  return {
    trade_no: order.order_no,
    out_trade_no: order.merchant_order_no,
    type: metadata['epay_type'] ?? '',
    pid: String(merchantId),
    name: metadata['epay_name'] ?? '',
    money: formatMerchant(order.order_amount, order.currency as Currency),
    status: isPaid ? 1 : 0,
    param: metadata['epay_param'] ?? '',
    addtime: time(order.created_at),
    endtime: isPaid && order.completed_at !== null ? time(order.completed_at) : '',
  };
}

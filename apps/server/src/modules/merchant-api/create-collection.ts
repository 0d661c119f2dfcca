import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { CreateCollectionInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { collectionExpiresDefaultS } from '@suanpan/domain/limits';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { parseAmount } from '@suanpan/money/amount';
import type { Vault } from '../../platform/crypto/vault.ts';
import { findOrder, findOwnOrder } from '../collections/index.ts';
import type { Collections, CreateOutcome, CreateRequest, OrderRow } from '../collections/index.ts';
import { allocateForMerchant } from './allocate-for-merchant.ts';
import type { OwnOrder } from './collection.present.ts';
import type { Admission } from './admission/admit.ts';
import type { MerchantCaller } from './admission/key-ring.ts';
import { keepPayer } from './keep-payer.ts';
import { MerchantFault } from './merchant-fault.ts';
import { hashRequest } from './request-hash.ts';

export interface Creation {
  readonly collections: Collections;
  readonly vault: Vault;
}

export interface CreatedCollection {
  readonly order: OwnOrder;
  /** The same request made the order before. */
  readonly replayed: boolean;
}

/**
 * Makes the merchant's order, once per order number, and finds its way in when a method is named. Throws
 * `order_no_conflict` when another request used the number, `amountOutOfRange` and `currencyNotOffered` for an order that could never be paid, `blockedPayer` for a payer on a list, and what allocation refuses; the order exists then and
 * the same request may be sent again.
 */
export async function createCollection(
  { collections, vault }: Creation,
  caller: MerchantCaller,
  input: CreateCollectionInput,
  about: {
    readonly apiVersion: ApiVersion;
    readonly ip: string;
    readonly requestId: string;
    /** Of a request that is not let in yet: it is with its order. */
    readonly admission?: Admission;
  },
): Promise<CreatedCollection> {
  const { payer } = input;
  const amount = parseAmount(input.amount, input.currency);
  collections.gate?.refusePayer({
    agentId: caller.agentId,
    ip: payer?.ip,
    name: payer?.name,
    card: payer?.account,
  });
  await refuseUnpayable(collections, caller, input, amount);
  const fixed = {
    customerId: caller.customerId,
    merchantOrderNo: input.order_no,
    currency: input.currency,
    amount,
    method: input.method ?? null,
    realName: payer?.name ?? null,
    payerLast5: payer?.last5 ?? null,
    productName: input.product_name ?? null,
    notifyUrl: input.notify_url ?? null,
    returnUrl: input.return_url ?? null,
    metadata: input.metadata ?? {},
    locale: input.locale ?? null,
    source: 'api',
    apiVersion: about.apiVersion,
    isTest: caller.isTest,
    lifetimeS: input.expires_in ?? caller.expiresInS ?? collectionExpiresDefaultS,
    actorId: caller.customerId,
  } as const;
  const request: CreateRequest = {
    ...fixed,
    payer: payer === undefined ? null : keepPayer(vault, payer),
    requestIp: payer?.ip ?? about.ip,
    // What he asked for, and not what the rules made of it: they may change before he asks again.
    requestHash: hashRequest({ ...fixed, lifetimeS: input.expires_in ?? collectionExpiresDefaultS }, payer),
    requestId: about.requestId,
  };
  const outcome =
    about.admission === undefined
      ? await collections.create.submit(request)
      : await about.admission.askWith((ticket) => collections.create.submit({ ...request, ticket }));
  if (outcome.outcome === 'conflict') throw new MerchantFault('order_no_conflict', { field: 'order_no' });

  const replayed = outcome.outcome === 'replayed';
  if (!replayed && request.method === null) return { order: newOrder(request, outcome), replayed };
  const order = await get(collections, outcome.orderId);
  if (order.method === null || order.status !== 'pending' || order.payment !== null)
    return { order, replayed };
  try {
    await allocateForMerchant(collections, order);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'invalidState') throw error;
    // Asked about an earlier attempt, the provider said that it was paid: the order is answered as it stands now.
    const moved = await get(collections, order.id);
    if (moved.status === 'pending') throw error;
    return { order: moved, replayed };
  }
  return { order: await get(collections, order.id), replayed };
}

/** What cannot be paid by any way of the merchant is not made; what was made before is answered as it stands. */
async function refuseUnpayable(
  { db }: Collections,
  caller: MerchantCaller,
  { currency, order_no: merchantOrderNo }: CreateCollectionInput,
  amount: bigint,
): Promise<void> {
  try {
    refuseOrderAmount(amount, currency);
    if (!caller.currencies.includes(currency)) {
      throw new Refusal('currencyNotOffered', { params: { currency }, fields: { currency: ['-'] } });
    }
  } catch (refusal) {
    if ((await findOwnOrder(db.app, caller, { merchantOrderNo })) === undefined) throw refusal;
  }
}

/** The order as the database has it now, without asking: nothing can have happened to it yet. */
function newOrder(request: CreateRequest, { at, orderId, orderNo }: CreateOutcome): OwnOrder {
  return {
    id: orderId,
    order_no: orderNo,
    merchant_order_no: request.merchantOrderNo,
    status: 'pending',
    refund_status: null,
    currency: request.currency,
    order_amount: request.amount,
    pay_amount: request.amount,
    actual_amount: null,
    fee: null,
    accounted_amount: null,
    exchange_rate: null,
    method: null,
    payment: null,
    payer: request.payer,
    real_name: request.realName,
    expires_at: new Date(at.getTime() + request.lifetimeS * 1000),
    created_at: at,
    completed_at: null,
    callback_status: 'not_sent',
    metadata: request.metadata,
    is_test: request.isTest,
  };
}

async function get(collections: Collections, orderId: bigint): Promise<OrderRow> {
  const order = await findOrder(collections.db.app, orderId);
  if (order === undefined) throw new Error(`Order ${orderId} is gone`);
  return order;
}

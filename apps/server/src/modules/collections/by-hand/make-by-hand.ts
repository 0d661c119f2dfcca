import { hash } from 'node:crypto';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createByHand } from '@suanpan/contract/endpoints/manual-collections';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { collectionExpiresDefaultS, orderMostAmount } from '@suanpan/domain/limits';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { formatMerchant, parseAmount, parseSignedLedger } from '@suanpan/money/amount';
import { businessNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { numberByHand } from '../../orders/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { findOrder } from '../collections.queries.ts';
import type { CreateRequest } from '../create/create-request.ts';
import { insertCollections } from '../create/create.store.ts';
import { listMethods } from '../route/available-methods.ts';
import type { Method } from '../route/available-methods.ts';
import { allocateCollection } from '../send/allocate-collection.ts';
import type { Collections } from '../service.ts';
import { settingOf } from '../setting/setting.queries.ts';

type Asked = ParsedInputOf<typeof createByHand>;

/** What allocation may say without the order being lost: its payer can still choose on his page. */
const survivable: ReadonlySet<ErrorName> = new Set([
  'noChannelAvailable',
  'channelTimeout',
  'duplicatePayerName',
]);

/** What a merchant's payers can pay with, whatever the hour. */
export function methodsByHand(
  collections: Collections,
  { agent_id: agentId, id: customerId }: MerchantInScope,
  isTest: boolean,
): Promise<Method[]> {
  return listMethods(collections, { customerId, agentId, isTest });
}

/**
 * Refuses what could never be paid: a merchant who is shut, a currency or a method he does not have, an amount beyond its
 * limits, a payer on a list or without the name that the method needs.
 */
export async function refuseByHand(
  collections: Collections,
  merchant: MerchantInScope,
  asked: Asked,
): Promise<void> {
  const { currency } = asked;
  const amount = parseAmount(asked.amount, currency);
  if (!merchant.is_active) throw new Refusal('merchantDisabled');
  refuseOrderAmount(amount, currency);
  const methods = (await methodsByHand(collections, merchant, asked.is_test)).filter(
    (each) => each.currency === currency,
  );
  if (methods.length === 0) {
    throw new Refusal('currencyNotOffered', { params: { currency }, fields: { currency: ['-'] } });
  }
  collections.gate?.refusePayer({ agentId: merchant.agent_id, name: asked.real_name });
  if (asked.channel_alias === undefined) return;
  const method = methods.find(({ code }) => code === asked.channel_alias);
  if (method === undefined) throw new Refusal('methodUnavailable', { fields: { channel_alias: ['-'] } });
  refuseByMethod(method, amount, asked);
}

function refuseByMethod(method: Method, amount: bigint, { currency, real_name: name }: Asked): void {
  if (amount < method.min || (method.max > 0n && amount > method.max)) {
    const most = method.max > 0n ? method.max : parseSignedLedger(orderMostAmount[currency], currency);
    throw new Refusal('amountOutOfRange', {
      params: { min: formatMerchant(method.min, currency), max: formatMerchant(most, currency) },
      fields: { amount: ['-'] },
    });
  }
  if (method.needsName && name === undefined) {
    throw new Refusal('payerNameRequired', { fields: { real_name: ['-'] } });
  }
}

/** Makes the order in the caller's transaction; answers its id. */
export async function insertByHand(
  tx: Tx,
  { actor, ip, requestId }: RequestContext,
  merchant: MerchantInScope,
  asked: Asked,
): Promise<bigint> {
  const { expires_in_s } = await settingOf(tx, { customerId: merchant.id, agentId: merchant.agent_id });
  const request: CreateRequest = {
    customerId: merchant.id,
    merchantOrderNo: numberByHand(await businessNow(tx)),
    currency: asked.currency,
    amount: parseAmount(asked.amount, asked.currency),
    method: asked.channel_alias ?? null,
    realName: asked.real_name ?? null,
    payer: null,
    payerLast5: null,
    productName: asked.product_name ?? null,
    requestIp: ip,
    notifyUrl: null,
    returnUrl: null,
    // The merchant reads it: who of the platform made it is told by the log alone. At the counter the day is counted by it.
    metadata: { via: asked.via, ...(asked.via === 'counter' && { made_by: String(actor.userId) }) },
    locale: null,
    source: 'manual',
    apiVersion: merchant.api_version,
    isTest: asked.is_test,
    requestHash: hash('sha256', JSON.stringify([asked, requestId]), 'buffer'),
    lifetimeS: asked.expires_in ?? expires_in_s ?? collectionExpiresDefaultS,
    actorId: actor.userId,
    requestId,
  };
  const [made] = await insertCollections(tx, [request]);
  if (made?.created !== true) throw new Error(`${request.merchantOrderNo} was made before`);
  return made.order_id;
}

/** Finds the order its way in where a method was named; answers why none was found. Safe to repeat. */
export async function allocateByHand(collections: Collections, orderId: bigint): Promise<ErrorName | null> {
  const order = await findOrder(collections.db.app, orderId);
  if (order?.method == null || order.payment !== null || order.status !== 'pending') return null;
  try {
    await allocateCollection(collections, orderId, { method: order.method, payerName: null });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || !survivable.has(error.refusal)) throw error;
    return error.refusal;
  }
}

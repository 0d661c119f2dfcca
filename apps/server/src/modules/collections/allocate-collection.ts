import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { Refusal } from '@suanpan/domain/errors';
import { routingMaxTries } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { chooseRoute } from './choose-route.ts';
import { chainSettings, methodTypeOf } from './collections.queries.ts';
import type { OrderRow } from './collections.queries.ts';
import {
  clearAllocations,
  lockOrder,
  saveAllocations,
  savePayment,
  scheduleCheck,
} from './collections.store.ts';
import { makeFeeSnapshot } from './fee-snapshot.ts';
import { computeOrderLegs } from './order-legs.ts';
import type { Collections } from './service.ts';

const recheckAfterS = 10;

export interface AllocateRequest {
  /** The method code the merchant or the payer named; null takes whatever the merchant has. */
  readonly method: string | null;
  /** The payer's real name where the page asked for it. */
  readonly payerName: string | null;
}

type Step =
  | { readonly kind: 'done'; readonly payment: Payment }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ask';
      readonly order: OrderRow;
      readonly channelAccountId: bigint;
      readonly methodType: string;
    };

/**
 * Finds an order its way in: chooses a channel, fixes split and legs, and asks the provider for the payment.
 * Safe to call again, also in parallel: an order is routed once, a provider that has answered is not asked for
 * a second payment, and one that has not is asked again for the same one under the same number.
 * Refuses `noChannelAvailable` when nothing fits (the reasons stay on the order), `channelTimeout` when a provider
 * left the outcome open (the order is looked at again by itself), `orderExpired` and `invalidState`.
 */
export async function allocateCollection(
  collections: Collections,
  orderId: bigint,
  request: AllocateRequest,
): Promise<Payment> {
  const { allocating } = collections;
  const key = JSON.stringify([String(orderId), request.method, request.payerName]);
  const underWay = allocating.get(key);
  if (underWay !== undefined) return underWay;
  const allocation = allocate(collections, orderId, request).finally(() => allocating.delete(key));
  allocating.set(key, allocation);
  return allocation;
}

async function allocate(
  collections: Collections,
  orderId: bigint,
  request: AllocateRequest,
): Promise<Payment> {
  const refused = new Set<string>();
  for (;;) {
    const step = await transact(
      collections.db.app,
      (tx) => route(collections, tx, orderId, request, refused),
      { attempts: 3 },
    );
    if (step.kind === 'done') return step.payment;
    if (step.kind === 'none') throw new Refusal('noChannelAvailable');
    const payment = await askProvider(collections, step);
    if (payment !== null) return payment;
    refused.add(String(step.order.channel_id));
    if (refused.size >= routingMaxTries) throw new Refusal('noChannelAvailable');
  }
}

async function route(
  collections: Collections,
  tx: Tx,
  orderId: bigint,
  request: AllocateRequest,
  refused: ReadonlySet<string>,
): Promise<Step> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Refusal('notFound');
  if (order.payment !== null) return { kind: 'done', payment: order.payment as Payment };
  const at = await businessNow(tx);
  if (order.status === 'expired' || order.expires_at <= at) throw new Refusal('orderExpired');
  if (order.status !== 'pending') throw new Refusal('invalidState');
  if (order.channel_account_id !== null && order.channel_id !== null) {
    // Routed before, but the provider's answer never reached the order: the same provider is asked again.
    return ask(order, order.channel_account_id, await methodTypeOf(tx, order.channel_id));
  }
  // Once more with what the payer himself said, before a channel hears of him.
  collections.gate?.refusePayer({ agentId: order.agent_id, name: request.payerName ?? order.real_name });
  const currency = order.currency as Currency;
  const found = await chooseRoute(tx, {
    customerId: order.customer_id,
    agentId: order.agent_id,
    hasSubAgent: order.sub_agent_id !== null,
    hasMiddleman: order.middleman_id !== null,
    currency,
    payAmount: order.pay_amount,
    alias: request.method ?? order.method,
    drivers: collections.channels.driversFor({ isTest: order.is_test }),
    refused,
    at,
  });
  const { channel, terms, lines } = found;
  if (channel === null || terms === null) {
    // Committed before the refusal is thrown, so that the order can say why.
    await clearAllocations(tx, [{ orderId, method: order.method, route: { candidates: lines } }]);
    return { kind: 'none' };
  }
  const realName = request.payerName ?? order.real_name;
  if (channel.needs_payer_name && realName === null) throw new Refusal('payerNameRequired');

  const settings = await chainSettings(tx, order.customer_id);
  const { split, clawsBack, legs } = computeOrderLegs(order.pay_amount, terms, settings);
  await saveAllocations(tx, [
    {
      orderId,
      channelId: channel.channel_id,
      channelAccountId: channel.channel_account_id,
      method: channel.alias,
      realName,
      feeSnapshot: makeFeeSnapshot(split, terms, clawsBack),
      legs,
      route: { candidates: lines },
    },
  ]);
  const routed = { ...order, channel_id: channel.channel_id, real_name: realName };
  return ask(routed, channel.channel_account_id, channel.method_type);
}

function ask(order: OrderRow, channelAccountId: bigint, methodType: string): Step {
  return { kind: 'ask', order, channelAccountId, methodType };
}

/** Answers the payment, or null when the provider surely did not take the order. */
async function askProvider(
  collections: Collections,
  { order, channelAccountId, methodType }: Extract<Step, { kind: 'ask' }>,
): Promise<Payment | null> {
  const { db, channels, publicUrl } = collections;
  const { account, adapter } = await channels.open(channelAccountId);
  const metadata = order.metadata as Record<string, string>;
  const mayPlay = adapter.sandbox && channels.mayPlay({ isTest: order.is_test });
  const answer = await adapter.createCollection(
    account,
    {
      orderNo: order.order_no,
      amount: order.pay_amount,
      currency: order.currency as Currency,
      methodType,
      notifyUrl: `${publicUrl}/api/notify/${channelAccountId}`,
      returnUrl: order.return_url,
      payerName: order.real_name,
      expiresAt: order.expires_at,
      simulate: mayPlay ? (metadata['simulate'] ?? null) : null,
    },
    channels.exchangeFor(order.id, channelAccountId),
  );
  switch (answer.outcome) {
    case 'accepted': {
      const { providerOrderNo, payment } = answer.value;
      await savePayment(db.app, order.id, channelAccountId, providerOrderNo, JSON.stringify(payment));
      return payment;
    }
    case 'refused':
      await transact(db.app, async (tx) => {
        await lockOrder(tx, order.id);
        await clearAllocations(tx, [{ orderId: order.id, method: order.method, route: null }]);
      });
      return null;
    case 'unknown':
      await scheduleCheck(db.app, order.id, 'create_unknown', recheckAfterS);
      throw new Refusal('channelTimeout');
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { Refusal } from '@suanpan/domain/errors';
import { providerAskLeaseMs, routingMaxTries } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { ChannelFull, isLimited, reserveChannel, sharedReason } from '../../channels/index.ts';
import type { RouteLine } from '../../channels/index.ts';
import { askAgain, askFirst, notifyUrlOf } from './ask-provider.ts';
import { writeRequest } from '../route/asked-request.ts';
import { currentAttempt } from '../route/attempts.queries.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import { insertAttempt, takeAttempt, wayIsOpen } from '../route/attempts.store.ts';
import { chooseRoute } from '../route/choose-route.ts';
import type { ChosenRoute } from '../route/choose-route.ts';
import { knownPayer } from '../route/known-payer.ts';
import { keepPayer } from '../route/known-payer.store.ts';
import type { KnownPayer } from '../route/known-payer.store.ts';
import { findOrderNow } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { clearAllocations, lockOrder } from '../collections.store.ts';
import { planOrder } from '../route/plan-order.ts';
import { findPlace } from '../awaited/find-place.ts';
import type { Collections } from '../service.ts';
import { refuseSameName } from '../setting/same-name.ts';

/** While another server asks the provider, its answer is looked for this often. */
const lookAgainMs = 200;
/** Prices that change more often while one order is routed are none. */
const mostLooks = 5;

export interface AllocateRequest {
  /** The method code the merchant or the payer named; null takes whatever the merchant has. */
  readonly method: string | null;
  /** The payer's real name where the page asked for it. */
  readonly payerName: string | null;
}

type Step =
  | { readonly kind: 'done'; readonly payment: Payment }
  | { readonly kind: 'none'; readonly lines: readonly RouteLine[] }
  /** Another server is asking the provider. */
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'first' | 'again';
      readonly order: OrderRow;
      /** The method that was named, if any, before a channel was chosen. */
      readonly named: string | null;
      readonly attempt: AttemptRow;
    };

/**
 * Finds an order its way in: chooses a channel, fixes split and legs, and asks the provider for the payment.
 * Safe to call again, also in parallel and by several servers: one of them asks at a time; a provider that has
 * answered is not asked for a second payment; one that has not is first asked what became of the order, and only
 * then once more for the same payment, in the same words and under the same number.
 * Refuses `noChannelAvailable` when nothing fits (the reasons stay on the order), `collectionsPaused` where the platform lets
 * everything stand still that would, `channelTimeout` when a provider
 * left the outcome open (the order is looked at again by itself), `duplicatePayerName` while another wire of that name is
 * waited for, `orderExpired` and `invalidState`.
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
  const until = wallClock.monotonicMs() + providerAskLeaseMs;
  for (;;) {
    const step = await routeUntilItFits(collections, orderId, request, refused);
    if (step.kind === 'done') return step.payment;
    if (step.kind === 'none') {
      const isPaused = sharedReason(step.lines) === 'collectionsPaused';
      throw new Refusal(isPaused ? 'collectionsPaused' : 'noChannelAvailable');
    }
    if (step.kind === 'wait') {
      if (wallClock.monotonicMs() > until) throw new Refusal('channelTimeout');
      await sleep(lookAgainMs);
      continue;
    }
    const asked = await (step.kind === 'first' ? askFirst : askAgain)(collections, step);
    if (asked.end === 'payment') return asked.payment;
    if (asked.end === 'open') throw new Refusal('channelTimeout');
    if (asked.end === 'moved') continue;
    refused.add(String(step.attempt.channel_id));
    if (refused.size >= routingMaxTries) throw new Refusal('noChannelAvailable');
  }
}

/**
 * Chooses a way, then takes it in one transaction. Whoever was quicker may have taken what was left of a channel's limit: then it
 * chooses again, and a channel that was full thrice in a row is left out.
 */
async function routeUntilItFits(
  collections: Collections,
  orderId: bigint,
  request: AllocateRequest,
  refused: ReadonlySet<string>,
): Promise<Step> {
  const full: string[] = [];
  let looks = 0;
  for (;;) {
    const without = full.filter((id, n) => full.indexOf(id) < n - 1);
    const found = await look(collections, orderId, request, new Set([...refused, ...without]));
    try {
      return await transact(collections.db.app, (tx) => route(collections, tx, orderId, request, found), {
        attempts: 5,
      });
    } catch (error) {
      if (error instanceof ChannelFull) full.push(String(error.channelId));
      else if (!(error instanceof Outdated) || (looks += 1) > mostLooks) throw error;
    }
  }
}

/** Prices have changed since the way was looked for, or it was shut: the same way would be refused again and again. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

interface Found extends ChosenRoute {
  /** Of what was looked for, in minor units. */
  readonly payAmount: bigint;
  readonly at: Date;
  readonly known: KnownPayer | undefined;
}

/** The way of an order that has none yet, before anything of it is locked; undefined where it needs none. */
async function look(
  collections: Collections,
  orderId: bigint,
  request: AllocateRequest,
  refused: ReadonlySet<string>,
): Promise<Found | undefined> {
  const db = collections.db.app;
  const order = await findOrderNow(db, orderId);
  if (order?.status !== 'pending' || order.payment !== null || order.channel_account_id !== null)
    return undefined;
  const at = order.looked_at;
  if (order.expires_at <= at) return undefined;
  const payer = request.payerName ?? order.real_name;
  // Once more with what the payer himself said, before a channel hears of him.
  collections.gate?.refusePayer({ agentId: order.agent_id, name: payer });
  const known = knownPayer(collections.vault, order, request.payerName);
  const found = await chooseRoute(
    { db, turns: collections.turns },
    {
      customerId: order.customer_id,
      agentId: order.agent_id,
      hasSubAgent: order.sub_agent_id !== null,
      hasMiddleman: order.middleman_id !== null,
      currency: order.currency as Currency,
      payAmount: order.pay_amount,
      alias: request.method ?? order.method,
      drivers: collections.channels.driversFor({ isTest: order.is_test }),
      refused,
      at,
      payer,
      known,
    },
  );
  return { ...found, payAmount: order.pay_amount, at, known };
}

async function route(
  collections: Collections,
  tx: Tx,
  orderId: bigint,
  request: AllocateRequest,
  found: Found | undefined,
): Promise<Step> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Refusal('notFound');
  if (order.payment !== null) return { kind: 'done', payment: order.payment as Payment };
  const at = found?.at ?? (await businessNow(tx));
  if (order.status === 'expired' || order.expires_at <= at) throw new Refusal('orderExpired');
  if (order.status !== 'pending') throw new Refusal('invalidState');
  if (order.channel_account_id !== null) {
    // Routed before, but the provider's answer never reached the order: the same provider is asked again.
    const attempt = await currentAttempt(tx, order);
    if (attempt.outcome !== null) throw new Refusal('invalidState');
    const taken = await takeAttempt(tx, attempt);
    return taken === undefined
      ? { kind: 'wait' }
      : { kind: 'again', order, named: order.method, attempt: taken };
  }
  // It has changed between the two looks at it.
  if (found?.payAmount !== order.pay_amount) return { kind: 'wait' };
  const { channel, terms, lines } = found;
  const whose = { customerId: order.customer_id, agentId: order.agent_id };
  await collections.channels.feeInversions.tell(tx, whose, found.rows, lines);
  if (channel === null || terms === null) {
    // Committed before the refusal is thrown, so that the order can say why.
    await clearAllocations(tx, [{ orderId, method: order.method, route: found.route }]);
    return { kind: 'none', lines };
  }
  const realName = request.payerName ?? order.real_name;
  if (channel.needs_payer_name && realName === null) throw new Refusal('payerNameRequired');

  if (channel.needs_payer_name && realName !== null) {
    const wire = { channelAccountId: channel.channel_account_id, name: realName, at };
    await refuseSameName(collections.vault, tx, order, wire);
  }
  const { order: asked, destination } = await findPlace(collections.channels, tx, order, channel);
  const routed = {
    ...asked,
    channel_id: channel.channel_id,
    channel_account_id: channel.channel_account_id,
    real_name: realName,
  };
  await planOrder(tx, asked, { channel, terms, route: found.route, realName }).catch((error: unknown) => {
    throw errorCode(error) === '40001' ? new Outdated() : error;
  });
  if (found.keepsPayers && found.known !== undefined) await keepPayer(tx, orderId, found.known, at);
  const way = { methodId: channel.method_id, agentId: order.agent_id };
  const attempt = await insertAttempt(tx, {
    ...way,
    orderId,
    orderNo: order.order_no,
    channelId: channel.channel_id,
    channelAccountId: channel.channel_account_id,
    request: writeRequest(routed, {
      methodType: channel.method_type,
      notifyUrl: notifyUrlOf(collections.publicUrl, channel.channel_account_id),
      mayPlay:
        collections.channels.isSandbox(channel.driver) &&
        collections.channels.mayPlay({ isTest: order.is_test }),
      destination,
    }),
  });
  if (attempt === null) throw (await wayIsOpen(tx, way)) ? new Refusal('noChannelAvailable') : new Outdated();
  if (!order.is_test && isLimited(channel)) {
    await reserveChannel(tx, {
      kind: 'collection',
      orderId,
      channelId: channel.channel_id,
      methodId: channel.method_id,
      amount: asked.pay_amount,
    });
  }
  return { kind: 'first', order: routed, named: order.method, attempt };
}

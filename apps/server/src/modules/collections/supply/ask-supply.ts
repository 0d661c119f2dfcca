import { hash } from 'node:crypto';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { supplyEffect } from '@suanpan/contract/endpoints/collection-supply';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import type { SupplySource } from '@suanpan/domain/journals/collection-supply';
import { nextCollectionStatus } from '@suanpan/domain/states/collection';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor, KeyedContext } from '../../../platform/http/actor.ts';
import type { Approvals, RegisteredAct, Submitted } from '../../approvals/index.ts';
import type { ProvenStepUp } from '../../identity/index.ts';
import { currentAttempt } from '../route/attempts.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { Collections } from '../service.ts';
import { openReceipt, receiptLocks } from '../receipts/receipts.queries.ts';
import { splitOfSupply } from './supply.queries.ts';
import type { SupplyPayload } from './supply-act.ts';

/** What a person asks for, of an order that he may see. */
interface AskedSupply {
  readonly amount: string;
  readonly source: SupplySource;
  readonly receipt_id?: string | undefined;
}

/** What would be done, as it is shown, with the fingerprint that the act sends back, and as it is carried out. */
interface ShownSupply {
  readonly shown: OutputOf<typeof supplyEffect>;
  readonly payload: SupplyPayload;
}

/** Whose money a person may give for an order: the house's is the platform's, a senior agent's own is his. */
export function sourcesOf({ scope }: Actor): readonly SupplySource[] {
  return scope.kind === 'platform'
    ? ['receipt', 'provider', 'goodwill']
    : scope.kind === 'agent'
      ? ['receipt', 'provider', 'agent']
      : [];
}

/**
 * What a supply would do now. Refuses `supplyAmountRequired`, `fundingChoiceRequired` for a source that is not the caller's to
 * give, `realOrderOnly`, `invalidState`, `notFound` for a receipt that is not there for this order, `orderLocked` for one that
 * somebody else has to himself, `receiptTooSmall`,
 * `proofRequired` where the provider, which is asked, does not confirm exactly this sum, and `feeAboveAmount`.
 */
export async function showSupply(
  collections: Collections,
  actor: Actor,
  order: OrderRow,
  asked: AskedSupply,
): Promise<ShownSupply> {
  const currency = order.currency as Currency;
  if (/^0*(?:\.0*)?$/.test(asked.amount)) throw new Refusal('supplyAmountRequired');
  const amount = readOrderAmount(asked.amount, currency);
  if (!sourcesOf(actor).includes(asked.source)) throw new Refusal('fundingChoiceRequired');
  if (order.is_test) throw new Refusal('realOrderOnly');
  const to = nextCollectionStatus(order.status, 'supply');
  if (to === null) throw new Refusal('invalidState');
  const receiptId = await receiptOf(collections, actor, order, asked, amount);
  const providerRef = asked.source === 'provider' ? await proofOf(collections, order, amount) : null;
  const split = await splitOfSupply(collections.db.app, {
    orderId: order.id,
    source: asked.source,
    receiptId,
    amount,
  });
  if (split === null) throw new Refusal('feeAboveAmount');
  const payload: SupplyPayload = {
    order_id: String(order.id),
    source: asked.source,
    receipt_id: receiptId === null ? null : String(receiptId),
    amount: String(amount),
    credited: String(split.credited),
    provider_ref: providerRef,
    maker_id: String(actor.userId),
  };
  const figure = (minor: bigint): string => formatLedger(minor, currency);
  return {
    payload,
    shown: {
      currency,
      effect: [
        { field: 'status', before: order.status, after: to },
        { field: 'actual_amount', before: figure(order.pay_amount), after: figure(amount) },
        { field: 'fee', before: null, after: figure(split.fee) },
        { field: 'accounted_amount', before: null, after: figure(split.credited) },
      ],
      hash: hash('sha256', JSON.stringify([payload, order.status]), 'hex'),
    },
  };
}

/**
 * Submits what was shown. What cannot be done, or is another than was shown (`staleEdit`), is refused under the key of the call:
 * asked again with the same key, it answers what it came to.
 */
export async function submitSupply(
  approvals: Pick<Approvals, 'submit'>,
  context: KeyedContext,
  act: RegisteredAct<SupplyPayload>,
  show: () => Promise<ShownSupply>,
  { reason, seen, stepUp }: { readonly reason: string; readonly seen: string; readonly stepUp: ProvenStepUp },
): Promise<Submitted> {
  const found = await show().catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (found instanceof Refusal) return context.once(() => Promise.reject(found));
  if (found.shown.hash !== seen) return context.once(() => Promise.reject(new Refusal('staleEdit')));
  return approvals.submit(context, act, found.payload, { reason, stepUp });
}

async function receiptOf(
  { db }: Collections,
  actor: Actor,
  order: OrderRow,
  { receipt_id: id, source }: AskedSupply,
  amount: bigint,
): Promise<bigint | null> {
  if (source !== 'receipt') return null;
  const receipt = id === undefined ? undefined : await openReceipt(db.app, actor.scope, BigInt(id));
  if (receipt === undefined || receipt.agent_id !== order.agent_id) throw new Refusal('notFound');
  if (receipt.currency !== order.currency) throw new Refusal('currencyMismatch');
  await receiptLocks.refuseLockedByAnother(db.app, receipt.id, actor.userId);
  if (receipt.left < amount) throw new Refusal('receiptTooSmall');
  return receipt.id;
}

/** The provider's own number of a payment of exactly this sum; it books it nowhere. */
async function proofOf({ channels, db }: Collections, order: OrderRow, amount: bigint): Promise<string> {
  if (order.channel_account_id === null) throw new Refusal('proofRequired');
  const attempt = await currentAttempt(db.app, order);
  const { account, adapter } = await channels.open(attempt.channel_account_id);
  const exchange = channels.exchangeFor(order.id, account.id);
  const answer = await adapter.queryCollection(account, attempt.request_no, exchange);
  if (answer.outcome === 'unknown') throw new Refusal('outcomeUnknown');
  const state = answer.outcome === 'found' ? answer.state : undefined;
  const isProof =
    state?.status === 'paid' &&
    !state.simulated &&
    state.currency === order.currency &&
    state.paidAmount === amount;
  if (!isProof) throw new Refusal('proofRequired');
  return state.providerOrderNo;
}

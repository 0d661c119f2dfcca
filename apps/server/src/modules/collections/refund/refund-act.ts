import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import {
  chargeBack,
  lockChargeBack,
  lockRefundable,
  refundCollection,
  winChargeBack,
} from './refund.store.ts';
import type { RefundableOrder } from './refund.store.ts';

const orderId = z.string().regex(/^[1-9]\d{0,18}$/);

/** An order, and what of it goes back, in minor units of its currency. */
const refund = z.strictObject({ order_id: orderId, amount: z.string().regex(/^[1-9]\d{0,17}$/) });
export type Refund = z.output<typeof refund>;

/** J14: an order, or a part of what is left of it, goes back to its payer. */
export const refundAct: ApprovalAct<Refund> = {
  name: 'collections.refund',
  payload: refund,
  async preview(tx, { order_id, amount }) {
    const order = await locked(tx, order_id);
    const minor = BigInt(amount);
    if (order.left <= 0n || minor > order.left) throw new Refusal('refundNotPossible');
    await refuseUncovered(tx, order, minor);
    return {
      subject: { kind: 'collection', id: order_id, label: order.order_no },
      agentId: order.agent_id,
      barred: [order.customer_id],
      amount: { currency: order.currency as Currency, minor },
      sumOn: { kind: 'user', id: String(order.customer_id) },
      rows: [{ field: 'status', before: order.status, after: 'refund' }],
    };
  },
  async perform(tx, { order_id, amount }, by) {
    await refundCollection(tx, BigInt(order_id), BigInt(amount), by);
  },
};

/** An order, and the provider's own number of its charge-back. */
const chargedBack = z.strictObject({ order_id: orderId, provider_ref: z.string().min(1).max(128) });
export type ChargedBack = z.output<typeof chargedBack>;

/** J19 by hand: by evidence that two persons of the platform looked at. */
export const chargeBackAct: ApprovalAct<ChargedBack> = {
  name: 'collections.chargeBack',
  payload: chargedBack,
  async preview(tx, { order_id, provider_ref }) {
    const order = await locked(tx, order_id);
    if (order.status !== 'success' && order.refund_status !== 'success')
      throw new Refusal('refundNotPossible');
    return {
      subject: { kind: 'collection', id: order_id, label: order.order_no },
      agentId: null,
      barred: [order.customer_id],
      rows: [
        { field: 'status', before: order.status, after: 'refund' },
        { field: 'provider_order_no', before: null, after: provider_ref },
      ],
    };
  },
  async perform(tx, { order_id, provider_ref }, by) {
    await chargeBack(tx, BigInt(order_id), provider_ref, by);
  },
};

/** A charge-back, and the provider's own number of the money that he paid again. */
const wonBack = z.strictObject({ refund_id: orderId, provider_ref: z.string().min(1).max(128) });
export type WonBack = z.output<typeof wonBack>;

/** J19r: the dispute was won, by evidence that two persons of the platform looked at. */
export const chargeBackWonAct: ApprovalAct<WonBack> = {
  name: 'collections.chargeBackWon',
  payload: wonBack,
  async preview(tx, { refund_id, provider_ref }) {
    const row = await lockChargeBack(tx, BigInt(refund_id));
    if (row === undefined) throw new Refusal('notFound');
    if (!row.stands) throw new Refusal('refundNotPossible');
    return {
      subject: { kind: 'collection', id: String(row.order_id), label: row.order_no },
      agentId: null,
      barred: [row.customer_id],
      rows: [
        { field: 'status', before: 'refund', after: row.after },
        { field: 'provider_order_no', before: row.provider_ref, after: provider_ref },
      ],
    };
  },
  perform: async (tx, { refund_id, provider_ref }, by) => ({
    journalId: await winChargeBack(tx, BigInt(refund_id), provider_ref, by),
  }),
};

/** Refuses `notFound` for an order that is not there, and `realOrderOnly` for one of a test, which moved no money. */
async function locked(tx: Tx, id: string): Promise<RefundableOrder> {
  const order = await lockRefundable(tx, BigInt(id));
  if (order === undefined) throw new Refusal('notFound');
  if (order.is_test) throw new Refusal('realOrderOnly');
  return order;
}

/**
 * Refuses `insufficientBalance` where the merchant holds less, all his money that may go back together; how much of the order's
 * own money is left is for the door to say, under the locks of the balances.
 */
async function refuseUncovered(tx: Tx, order: RefundableOrder, needed: bigint): Promise<void> {
  const currency = order.currency as Currency;
  const found = (await balancesOf(tx, order.customer_id)).find((each) => each.currency === currency);
  const held = (['L200', 'L202', 'L210'] as const).reduce((sum, kind) => {
    const balance = found?.byKind[kind] ?? 0n;
    return balance > 0n ? sum + balance : sum;
  }, order.reach);
  if (held >= needed) return;
  throw new Refusal('insufficientBalance', {
    params: { available: formatLedger(held, currency), needed: formatLedger(needed, currency) },
  });
}

import { Refusal } from '@suanpan/domain/errors';
import { supplySources } from '@suanpan/domain/journals/collection-supply';
import { nextCollectionStatus } from '@suanpan/domain/states/collection';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { collectionLocks } from '../acts/locks.queries.ts';
import { receiptLocks } from '../receipts/receipts.queries.ts';
import { lockOrder } from '../collections.store.ts';
import { makeSettleCalendar } from '../settle/settle-calendar.ts';
import { splitOfSupply } from './supply.queries.ts';
import type { Supply } from './supply.queries.ts';
import { supplyCollection } from './supply.store.ts';

const number = z.string().regex(/^[1-9]\d{0,18}$/);
const minor = z.string().regex(/^\d{1,18}$/);

/** Sums in minor units; `credited` is what the maker was shown that the merchant gets. */
const supply = z.strictObject({
  order_id: number,
  source: z.enum(supplySources),
  receipt_id: number.nullable(),
  amount: minor,
  credited: minor,
  /** The payment that the provider confirmed. */
  provider_ref: z.string().min(1).max(128).nullable(),
  /** Who asked, whose own lock does not stand in his way. */
  maker_id: number,
});
export type SupplyPayload = z.output<typeof supply>;

const supplyOf = ({ amount, order_id, receipt_id, source }: SupplyPayload): Supply => ({
  orderId: BigInt(order_id),
  source,
  receiptId: receipt_id === null ? null : BigInt(receipt_id),
  amount: BigInt(amount),
});

/**
 * J3 and the claim of J16: an order is settled with what was really paid. What its merchant would get is found again under the
 * order's lock, and refused as `staleEdit` where it is another than was shown.
 */
function supplyActOf(name: 'collections.supply' | 'receipts.match'): ApprovalAct<SupplyPayload> {
  return {
    name,
    payload: supply,
    async preview(tx, payload) {
      const order = await lockSupplyable(tx, payload);
      const currency = order.currency as Currency;
      const split = await splitOfSupply(tx, supplyOf(payload));
      if (split === null) throw new Refusal('feeAboveAmount');
      if (split.credited !== BigInt(payload.credited)) throw new Refusal('staleEdit');
      const amount = (value: bigint): string => formatLedger(value, currency);
      return {
        subject: { kind: 'collection', id: payload.order_id, label: order.order_no },
        // The house's money is the platform's to give.
        agentId: payload.source === 'goodwill' ? null : order.agent_id,
        barred: [order.customer_id],
        amount: { currency, minor: BigInt(payload.amount) },
        sumOn: { kind: 'user', id: String(order.customer_id) },
        rows: [
          { field: 'status', before: order.status, after: 'success' },
          { field: 'amount', before: amount(order.pay_amount), after: amount(BigInt(payload.amount)) },
          { field: 'fee', before: null, after: amount(split.fee) },
          { field: 'credited', before: null, after: amount(split.credited) },
          { field: 'source', before: null, after: payload.source },
        ],
      };
    },
    async perform(tx, payload, by) {
      await makeSettleCalendar(tx);
      const { credited, provider_ref: providerRef } = payload;
      const asked = { ...supplyOf(payload), credited: BigInt(credited), providerRef };
      return { journalId: await supplyCollection(tx, asked, name, by) };
    },
  };
}

export const supplyAct = supplyActOf('collections.supply');
export const matchAct = supplyActOf('receipts.match');

/**
 * The order under its lock. Refuses `notFound`, `realOrderOnly` for one of a test, `invalidState` where the table of transitions
 * knows no supply, and `orderLocked` while somebody else has it, or its receipt, to himself.
 */
async function lockSupplyable(tx: Tx, payload: SupplyPayload) {
  const [orderId, makerId] = [BigInt(payload.order_id), BigInt(payload.maker_id)];
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Refusal('notFound');
  if (order.is_test) throw new Refusal('realOrderOnly');
  if (nextCollectionStatus(order.status, 'supply') === null) throw new Refusal('invalidState');
  await collectionLocks.refuseLockedByAnother(tx, orderId, makerId);
  if (payload.receipt_id !== null)
    await receiptLocks.refuseLockedByAnother(tx, BigInt(payload.receipt_id), makerId);
  return order;
}

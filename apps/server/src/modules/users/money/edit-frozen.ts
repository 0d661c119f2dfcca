import { currency } from '@suanpan/contract/fields';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import { businessNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { frozenByHand } from '../profile/facets.queries.ts';
import { effectOf, readEdit, refuseShort, requireMoney } from './edit-balance.ts';
import type { BalanceOwner } from './edit-balance.store.ts';
import { findFreeze, lockOrderToFreeze } from './freeze.store.ts';
import { postEdit } from './post-edit.ts';

const id = z.string().regex(/^[1-9]\d{0,18}$/);

/** Minor units as text; below zero is the way back. */
const payload = z.strictObject({
  user_id: id,
  change: z.string().regex(/^-?[1-9]\d{0,17}$/),
  /** In which the order's money lies; the owner's own where none is said. */
  currency: currency.optional(),
  /** For the sake of which order, and until when. */
  order_id: id.optional(),
  until: z.iso.datetime().optional(),
  /** The freeze that is given back, whole. */
  gives_back: id.optional(),
});
export type FrozenChange = z.output<typeof payload>;
type Row = ApprovalEffect['rows'][number];

/**
 * J12: money is frozen, perhaps for one order's sake and until a time; or given back, as far as it was frozen by hand, or as
 * the freeze that is named.
 */
export const editFrozenAct: ApprovalAct<FrozenChange> = {
  name: 'users.editFrozen',
  payload,
  async preview(tx, change) {
    const { owner, amount } = await readFrozen(tx, change);
    return effectOf(owner, amount, await rowsOf(tx, owner, amount, change));
  },
  async perform(tx, change, by) {
    const { owner, amount } = await readFrozen(tx, change);
    const { order_id, until, gives_back } = change;
    return postEdit(
      tx,
      {
        ownerId: owner.id,
        kind: 'frozen',
        change: amount,
        orderId: order_id === undefined ? undefined : BigInt(order_id),
        until: until === undefined ? undefined : new Date(until),
        givesBack: gives_back === undefined ? undefined : BigInt(gives_back),
      },
      by,
    );
  },
};

/** The owner, locked, as he is in the currency of what is frozen. */
async function readFrozen(
  tx: Tx,
  change: FrozenChange,
): Promise<{ readonly owner: BalanceOwner; readonly amount: bigint }> {
  const { owner, amount } = await readEdit(tx, change);
  const { currency: held = owner.currency, order_id, gives_back } = change;
  const isOwn = held === owner.currency;
  if (!isOwn && order_id === undefined && gives_back === undefined) throw new Refusal('currencyMismatch');
  return { owner: { ...owner, currency: held }, amount };
}

async function rowsOf(tx: Tx, owner: BalanceOwner, amount: bigint, change: FrozenChange): Promise<Row[]> {
  const { order_id, until, gives_back } = change;
  if (gives_back !== undefined) return rowsOfGivingBack(tx, owner, amount, gives_back);
  if (until !== undefined && new Date(until) <= (await businessNow(tx))) throw new Refusal('invalidState');
  if (order_id !== undefined) return rowsOfOrder(tx, owner, amount, { order_id, until });
  if (until !== undefined) {
    await requireMoney(tx, owner, 'L200', amount);
    return [...moved(owner, amount, 'settleable'), ...endsAt(until)];
  }
  const byHand = await frozenByHand(tx, owner.id);
  if (amount > 0n) await requireMoney(tx, owner, 'L200', amount);
  else refuseShort(owner, byHand, -amount);
  return [
    {
      field: 'frozen',
      before: formatLedger(byHand, owner.currency),
      after: formatLedger(byHand + amount, owner.currency),
    },
  ];
}

/** Refuses `notFound` for an order of somebody else, `frozenOrder` where nothing of it can be frozen any more. */
async function rowsOfOrder(
  tx: Tx,
  owner: BalanceOwner,
  amount: bigint,
  { order_id, until }: { readonly order_id: string; readonly until: string | undefined },
): Promise<Row[]> {
  const order = await lockOrderToFreeze(tx, owner.id, BigInt(order_id));
  if (order === undefined) throw new Refusal('notFound');
  if (order.amount === null) throw new Refusal('frozenOrder');
  // It was exchanged since the sum was asked for.
  if (order.currency !== owner.currency) throw new Refusal('currencyMismatch');
  refuseShort(owner, order.amount, amount);
  // What waits for its day is one sum with one day: it is frozen whole.
  if (order.bucket === 'L210' && amount !== order.amount) throw new Refusal('invalidAmount');
  if (order.bucket === 'L200') await requireMoney(tx, owner, 'L200', amount);
  return [
    ...moved(owner, amount, order.bucket === 'L210' ? 'unsettled' : 'settleable'),
    { field: 'order_no', before: null, after: order.order_no },
    ...endsAt(until),
  ];
}

/** Refuses `invalidState` where it was given back meanwhile, by somebody or by its time. */
async function rowsOfGivingBack(
  tx: Tx,
  owner: BalanceOwner,
  amount: bigint,
  freezeId: string,
): Promise<Row[]> {
  const freeze = await findFreeze(tx, owner.id, BigInt(freezeId));
  const isThis = freeze?.change === -amount && freeze.currency === owner.currency;
  if (freeze?.is_open !== true || !isThis) throw new Refusal('invalidState');
  return [
    ...moved(owner, amount, freeze.bucket === 'L210' ? 'unsettled' : 'settleable'),
    ...(freeze.order_no === null
      ? []
      : [{ field: 'order_no', before: freeze.order_no, after: null } as const]),
    ...(freeze.until === null
      ? []
      : [{ field: 'frozen_until', before: freeze.until.toISOString(), after: null } as const]),
  ];
}

function moved(owner: BalanceOwner, amount: bigint, from: 'settleable' | 'unsettled'): Row[] {
  const signed = (minor: bigint): string => `${minor > 0n ? '+' : ''}${formatLedger(minor, owner.currency)}`;
  return [
    { field: 'frozen', before: null, after: signed(amount) },
    { field: from, before: null, after: signed(-amount) },
  ];
}

function endsAt(until: string | undefined): Row[] {
  return until === undefined ? [] : [{ field: 'frozen_until', before: null, after: until }];
}

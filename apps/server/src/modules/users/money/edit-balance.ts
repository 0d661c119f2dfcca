import { z } from 'zod';
import { Refusal } from '@suanpan/domain/errors';
import type { AccountKind } from '@suanpan/domain/accounts';
import { formatLedger } from '@suanpan/money/amount';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { lockOwner } from './edit-balance.store.ts';
import type { BalanceOwner } from './edit-balance.store.ts';
import { postEdit } from './post-edit.ts';

/** Minor units in the owner's currency as text; below zero is the way back. */
const payload = z.strictObject({ user_id: z.string(), change: z.string().regex(/^-?[1-9]\d{0,17}$/) });
export type BalanceChange = z.output<typeof payload>;

/** J13: payout-only money becomes settleable, or goes back. */
export const editSettleableAct: ApprovalAct<BalanceChange> = {
  name: 'users.editSettleable',
  payload,
  async preview(tx, change) {
    const { owner, amount } = await readEdit(tx, change);
    await requireMoney(tx, owner, amount > 0n ? 'L201' : 'L200', amount > 0n ? amount : -amount);
    const sign = amount > 0n ? '+' : '';
    const after = `${sign}${formatLedger(amount, owner.currency)}`;
    return effectOf(owner, amount, [{ field: 'settleable', before: null, after }]);
  },
  async perform(tx, change, by) {
    const { owner, amount } = await readEdit(tx, change);
    return postEdit(tx, { ownerId: owner.id, kind: 'settleable', change: amount }, by);
  },
};

/** The owner, locked, and the amount; refuses `notFound`. */
export async function readEdit(
  tx: Tx,
  { user_id, change }: BalanceChange,
): Promise<{ owner: BalanceOwner; amount: bigint }> {
  const owner = await lockOwner(tx, BigInt(user_id));
  if (owner === undefined) throw new Refusal('notFound');
  return { owner, amount: BigInt(change) };
}

/** Refuses `insufficientBalance` where the owner has less than that in a bucket. */
export async function requireMoney(
  tx: Tx,
  owner: BalanceOwner,
  kind: AccountKind,
  needed: bigint,
): Promise<void> {
  const balances = await balancesOf(tx, owner.id);
  refuseShort(
    owner,
    balances.find(({ currency }) => currency === owner.currency)?.byKind[kind] ?? 0n,
    needed,
  );
}

/** Refuses `insufficientBalance` where less is there than is needed. */
export function refuseShort({ currency }: BalanceOwner, available: bigint, needed: bigint): void {
  if (available >= needed) return;
  const params = { available: formatLedger(available, currency), needed: formatLedger(needed, currency) };
  throw new Refusal('insufficientBalance', { params });
}

/** A senior agent's own money is looked at by the platform alone: he must not agree to what is done to himself. */
export function effectOf(owner: BalanceOwner, amount: bigint, rows: ApprovalEffect['rows']): ApprovalEffect {
  return {
    subject: { kind: 'user', id: String(owner.id), label: `${owner.name} · ${owner.id}` },
    agentId: owner.kind === 'agent' ? null : owner.agent_id,
    amount: { currency: owner.currency, minor: amount },
    rows,
  };
}

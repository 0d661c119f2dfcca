import type { AccountKind } from '@suanpan/domain/accounts';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { lockFundOwner, moveFunds } from './move.store.ts';
import type { FundOwner } from './move.store.ts';

/** Minor units in that currency as text; below zero is taken from the owner. */
const payload = z.strictObject({
  owner_id: z.string().regex(/^[1-9]\d{0,18}$/),
  currency: z.enum(['TWD', 'CNY', 'USD', 'USDT']),
  change: z.string().regex(/^-?[1-9]\d{0,17}$/),
  source: z.enum(['agent', 'goodwill']),
});
export type MoveChange = z.output<typeof payload>;

/** J10: a senior agent funds his merchant. */
export const fundAct = moveAct('funds.fund', 'fund');
/** J10: a manual change, paid by the house's goodwill or by the owner's senior agent. */
export const adjustAct = moveAct('funds.adjust', 'adjust');

function moveAct(name: 'funds.fund' | 'funds.adjust', kind: 'fund' | 'adjust'): ApprovalAct<MoveChange> {
  return {
    name,
    payload,
    async preview(tx, move) {
      const owner = await lockFundOwner(tx, BigInt(move.owner_id));
      if (owner === undefined) throw new Refusal('notFound');
      const change = BigInt(move.change);
      await refuseUncovered(tx, owner, move, change);
      return effectOf(owner, move, change);
    },
    async perform(tx, move, by) {
      const { currency, source } = move;
      const change = BigInt(move.change);
      return {
        journalId: await moveFunds(
          tx,
          { kind, ownerId: BigInt(move.owner_id), currency, change, source },
          by,
        ),
      };
    },
  };
}

/**
 * Refuses `insufficientBalance` where the money is not there, and `receivableOutstanding` where it would be taken from whoever
 * owes. The door looks once more, under the locks of the balances.
 */
async function refuseUncovered(
  tx: Tx,
  owner: FundOwner,
  { currency, source }: MoveChange,
  change: bigint,
): Promise<void> {
  if (change < 0n) {
    const held = await heldIn(tx, owner.id, currency);
    if (held('A130') < 0n) throw new Refusal('receivableOutstanding');
    refuseShort(held('L200'), -change, currency);
  } else if (source === 'agent') {
    if (owner.agent_id === null) throw new Refusal('notFound');
    const held = await heldIn(tx, owner.agent_id, currency);
    const owed = held('L240');
    // Fee income below zero is made good from his balance before anybody else gets of it.
    refuseShort(held('L200') + (owed < 0n ? owed : 0n), change, currency);
  }
}

async function heldIn(tx: Tx, ownerId: bigint, currency: Currency): Promise<(kind: AccountKind) => bigint> {
  const found = (await balancesOf(tx, ownerId)).find((each) => each.currency === currency);
  return (kind) => found?.byKind[kind] ?? 0n;
}

/** Refuses `insufficientBalance` where less can be spared than is needed. */
function refuseShort(spare: bigint, needed: bigint, currency: Currency): void {
  if (spare >= needed) return;
  const available = formatLedger(spare < 0n ? 0n : spare, currency);
  throw new Refusal('insufficientBalance', {
    params: { available, needed: formatLedger(needed, currency) },
  });
}

/** The house's goodwill is the platform's to give: nobody of a tree looks at it. */
function effectOf(owner: FundOwner, { currency, source }: MoveChange, change: bigint): ApprovalEffect {
  const signed = `${change > 0n ? '+' : ''}${formatLedger(change, currency)}`;
  return {
    subject: { kind: 'user', id: String(owner.id), label: `${owner.name} · ${owner.id}` },
    agentId: source === 'agent' ? owner.agent_id : null,
    amount: { currency, minor: change },
    rows: [
      { field: 'settleable', before: null, after: signed },
      source === 'agent'
        ? { field: 'agent', before: null, after: `${owner.agent_name} · ${owner.agent_id}` }
        : { field: 'account', before: null, after: 'E510' },
    ],
  };
}

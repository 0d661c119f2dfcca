import type { JournalDraft } from '@suanpan/domain/journals/leg';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { Tx } from '../../../platform/db/transact.ts';
import { openAccounts, postJournals } from '../../ledger/index.ts';
import type { Chain } from '../../ledger/index.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import { insertBalanceEdit } from './edit-balance.store.ts';
import type { BalanceOwner } from './edit-balance.store.ts';

/** Where the owner stands in the chain, so that his journals are found where his money is looked for. */
function chainOf(owner: BalanceOwner): Chain {
  return {
    customerId: owner.kind === 'customer' ? owner.id : null,
    agentId: owner.kind === 'agent' ? owner.id : owner.agent_id,
    subAgentId: owner.kind === 'subAgent' ? owner.id : null,
    middlemanId: owner.kind === 'middleman' ? owner.id : null,
  };
}

/** Stores the edit and posts its one journal, whose legs all move accounts of this owner. */
export async function postEdit(
  tx: Tx,
  owner: BalanceOwner,
  edit: {
    readonly kind: 'frozen' | 'settleable';
    readonly change: bigint;
    readonly event: JournalEvent;
    readonly draft: JournalDraft;
  },
  by: ApprovalBy,
): Promise<void> {
  const { currency } = owner;
  const { makerId, checkerId, reason } = by;
  const refId = await insertBalanceEdit(tx, {
    userId: owner.id,
    kind: edit.kind,
    currency,
    change: edit.change,
    makerId,
    checkerId,
    reason,
  });
  const accounts = await openAccounts(
    tx,
    edit.draft.legs.map(({ kind }) => ({
      kind,
      ownerId: owner.id,
      channelAccountId: null,
      currency,
      book: 'main' as const,
    })),
  );
  const legs = edit.draft.legs.map(({ amount }, place) => {
    const accountId = accounts[place];
    if (accountId === undefined) throw new Error('An account was not opened');
    return { accountId, amount };
  });
  await postJournals(tx, [
    {
      event: edit.event,
      refId,
      book: 'main',
      currency,
      chain: chainOf(owner),
      actorId: makerId,
      note: reason,
      requestId: by.requestId,
      legs,
    },
  ]);
}

import type { ApprovalActName, ApprovalState } from '@suanpan/domain/approvals';
import type { ApprovalNews } from '@suanpan/domain/events';
import type { Tx } from '../../platform/db/transact.ts';
import { emit } from '../../platform/outbox/emit.ts';

interface Told {
  readonly id: bigint;
  readonly act: ApprovalActName;
  readonly maker_id: bigint;
  readonly agent_id: bigint | null;
}

/** `approval.submitted` for those who may decide, `approval.ended` for the maker; badges follow both. */
export async function tellApprovals(
  tx: Tx,
  approvals: readonly Told[],
  state: ApprovalState,
  more: Pick<ApprovalNews, 'label'> = {},
): Promise<void> {
  await emit(
    tx,
    approvals.map(({ id, act, maker_id, agent_id }) => ({
      kind: state === 'waiting' ? 'approval.submitted' : 'approval.ended',
      subject: `approval:${id}`,
      payload: {
        approval_id: id.toString(),
        act,
        state,
        maker_id: maker_id.toString(),
        agent_id: agent_id === null ? null : agent_id.toString(),
        ...more,
      },
    })),
  );
}

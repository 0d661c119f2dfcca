import type { OutputOf } from '@suanpan/contract/endpoint';
import type { approvals } from '@suanpan/contract/endpoints/approvals';
import type { ApprovalState } from '@suanpan/domain/approvals';
import type { Tone } from '../../../kit/status-tag.tsx';

export type Approval = OutputOf<typeof approvals>['items'][number];

export interface Decision {
  readonly name: Approval['actions'][number];
  readonly row: Approval;
}

export const approvalTones: Readonly<Record<ApprovalState, Tone>> = {
  waiting: 'wait',
  approved: 'ok',
  refused: 'fail',
  expired: 'idle',
  stale: 'attention',
  withdrawn: 'idle',
};

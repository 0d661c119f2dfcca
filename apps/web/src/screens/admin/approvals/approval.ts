import type { OutputOf } from '@suanpan/contract/endpoint';
import type { approvals } from '@suanpan/contract/endpoints/approvals';
import type { ApprovalState } from '@suanpan/domain/approvals';
import type { TFunction } from 'i18next';
import type { Tone } from '../../../kit/status-tag.tsx';
import { now } from '../../../lib/clock.ts';

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

/** How long it has waited, or how long it still may. */
export function shownAge(
  t: TFunction<'approvals'>,
  from: string,
  to = new Date(now()).toISOString(),
): string {
  // Not money: minutes.
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  return minutes < 60
    ? t('age.minutes', { count: minutes })
    : t('age.hours', { count: Math.floor(minutes / 60) });
}

import type { PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import type { TFunction } from 'i18next';
import type { Tone } from '../../kit/status-tag.tsx';
import { showInstant } from '../../lib/platform-time.ts';

/** The one meaning of colour for every state of a payout. */
export const payoutTones: Readonly<Record<PayoutListRow['status'], Tone>> = {
  processing: 'wait',
  paid: 'ok',
  rejected: 'idle',
  rejected_reversed: 'reversed',
  verify_failed: 'fail',
  insufficient_balance: 'fail',
};

export const reverseTones: Readonly<Record<PayoutListRow['reverse_status'], Tone>> = {
  none: 'idle',
  pending: 'attention',
  reversed: 'reversed',
};

type StatusOf = Pick<PayoutListRow, 'status' | 'stage' | 'wait_reason' | 'completed_at' | 'stage_since'>;

/**
 * The state as a tag, in as few words as tell it apart. The whole, how far it is and for what it waits stand in the tooltip;
 * where people must look, its colour says so.
 */
export function tagOf(statuses: TFunction<'statuses'>, t: TFunction<'payouts'>, order: StatusOf) {
  const whole = statuses(`payout.${order.status}`);
  const needsPeople = order.stage === 'unknown' || order.stage === 'claimed' || order.wait_reason !== null;
  const at = order.completed_at ?? order.stage_since;
  const parts = [whole, stageOf(t, order), at === null ? '' : showInstant(at)];
  return {
    tone: needsPeople ? ('attention' as const) : payoutTones[order.status],
    label: statuses(`payoutShort.${order.status}`),
    whole,
    hint: parts.filter((part) => part !== '').join(' · '),
  };
}

/** How far a payout is that has not ended, and for what it waits. */
export function stageOf(
  t: TFunction<'payouts'>,
  { stage, wait_reason }: Pick<PayoutListRow, 'stage' | 'wait_reason'>,
): string {
  if (wait_reason !== null) return t(`waits.${wait_reason}`);
  return stage === null ? '' : t(`stages.${stage}`);
}

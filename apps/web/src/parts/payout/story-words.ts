import type { Permission } from '@suanpan/domain/access/permissions';
import type { OwnAct } from '@suanpan/domain/audit/acts';
import { payoutStatuses, type PayoutStatus } from '@suanpan/domain/states/payout';
import { useMemo } from 'react';
import { useWords } from '../../lib/use-words.ts';
import type { StoryWords } from '../order/story-tab.tsx';
import { payoutTones } from './status.tsx';

/** Acts of the audit trail that have a sentence of their own; any other is told in the words of the log. */
const steps = {
  'payout.submit': 'submitted',
  'payout.verified': 'verified',
  'payout.verifyFailed': 'verifyFailed',
  'payout.reverify': 'reverify',
  'payout.dispatch': 'dispatched',
  'payout.reroute': 'rerouted',
  'payout.handOver': 'handedOver',
  'payout.nameTransfer': 'transferNamed',
  'payout.transferRefused': 'transferRefused',
  'payout.saidUnsent': 'saidUnsent',
  'payout.unsent': 'unsent',
  'payout.unsentContradicted': 'unsentContradicted',
  'payout.keptUndecided': 'keptUndecided',
  'payout.send': 'sent',
  'payout.attempt': 'attempt',
  'payout.unknown': 'unknown',
  'payout.paid': 'paid',
  'payout.paidByHand': 'paidByHand',
  'payout.paidLate': 'paidLate',
  'payout.reject': 'rejected',
  'payout.cancel': 'cancelled',
  'payout.recall': 'recalled',
  'payout.askReturn': 'askReturn',
  'payout.reverse': 'reversed',
} as const satisfies Readonly<
  Record<Extract<OwnAct, `payout.${string}`>, string> & Partial<Record<Permission, string>>
>;

const isKnown = (act: string): act is keyof typeof steps => Object.hasOwn(steps, act);
const isStatus = (status: string): status is PayoutStatus =>
  (payoutStatuses as readonly string[]).includes(status);

/** How the story of a payout is told. */
export function usePayoutStory(): StoryWords {
  const t = useWords('payouts');
  const statuses = useWords('statuses');
  return useMemo(
    () => ({
      step: (act) => (isKnown(act) ? t(`timeline.${steps[act]}`) : undefined),
      status: (status) => (isStatus(status) ? statuses(`payout.${status}`) : status),
      tone: (status) => (isStatus(status) ? payoutTones[status] : 'idle'),
    }),
    [t, statuses],
  );
}

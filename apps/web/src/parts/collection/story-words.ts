import type { Permission } from '@suanpan/domain/access/permissions';
import type { OwnAct } from '@suanpan/domain/audit/acts';
import { useMemo } from 'react';
import type { Tone } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import type { StoryWords } from '../order/story-tab.tsx';

/** Acts of the audit trail that have a sentence of their own; any other is told in the words of the log. */
const steps = {
  'collection.create': 'created',
  'collection.plan': 'routed',
  'collection.namePayer': 'nameGiven',
  'collection.claimPaid': 'paidClaimed',
  'collection.askFor': 'askedFor',
  'collection.tolerate': 'tolerated',
  'collection.settle': 'settled',
  'collection.release': 'released',
  'collection.exchange': 'exchanged',
  'collection.releaseAside': 'releaseAside',
  'collection.releaseEmpty': 'releasedEmpty',
  'collection.expire': 'expired',
  'collection.markAbnormal': 'markedAbnormal',
  'collection.cancel': 'cancelled',
  'collection.close': 'cancelled',
  'collection.mismatch': 'mismatched',
  'collection.setAside': 'setAside',
  'collection.supplyTest': 'testSupplied',
  'collection.recall': 'recalled',
  'collection.refund': 'refundAsked',
  'collection.chargeBack': 'chargedBack',
  'collection.chargeBackWon': 'chargeBackWon',
  'collections.transactions.callback': 'callbackAsked',
  'collections.transactions.reissue': 'reissueAsked',
} as const satisfies Readonly<
  Record<Extract<OwnAct, `collection.${string}`>, string> & Partial<Record<Permission, string>>
>;

const tones: Readonly<Record<string, Tone>> = {
  success: 'ok',
  amount_mismatch: 'attention',
  abnormal: 'fail',
  test_supplied: 'test',
};

const isKnown = (act: string): act is keyof typeof steps => Object.hasOwn(steps, act);

/** How the story of a collection is told. */
export function useCollectionStory(): StoryWords {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  return useMemo(
    () => ({
      step: (act) => (isKnown(act) ? t(`timeline.${steps[act]}`) : undefined),
      status: (status) => statuses(`collectionStatus.${status as 'pending'}`, { defaultValue: status }),
      tone: (status) => tones[status] ?? 'idle',
    }),
    [t, statuses],
  );
}

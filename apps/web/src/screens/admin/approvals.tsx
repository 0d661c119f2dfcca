import { lazy, Suspense } from 'react';
import { usePart } from '../../kit/use-part.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ApprovalList } from './approvals/approval-list.tsx';

// Fetched when it is opened: most come to decide.
const Policy = lazy(async () => ({ default: (await import('./approvals/policy.tsx')).Policy }));

/** What waits for a second person, and for the platform from which sums on something waits. */
export function Approvals() {
  const t = useWords('approvals');
  const may = useMay();
  const [part, choice] = usePart({
    waiting: t('policy.waiting'),
    ...(may('admin.approvals.update') && { policy: t('policy.tab') }),
  });
  if (part === 'waiting') return <ApprovalList choice={choice} />;
  return (
    <Suspense fallback={null}>
      <Policy choice={choice} />
    </Suspense>
  );
}

import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useMay } from '../../lib/own-user.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ApprovalList } from './approvals/approval-list.tsx';

// Fetched when it is opened: most come to decide.
const Policy = lazy(async () => ({ default: (await import('./approvals/policy.tsx')).Policy }));

/** What waits for a second person, and for the platform from which sums on something waits. */
export function Approvals() {
  const t = useWords('approvals');
  const place = useScreenPlace();
  const may = useMay();
  const mayChange = may('admin.approvals.update');
  const part = mayChange && textAt(place.search, 'part') === 'policy' ? 'policy' : 'waiting';
  const choice = mayChange && (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'waiting', label: t('policy.waiting') },
        { value: 'policy', label: t('policy.tab') },
      ]}
      onChange={(next) => place.setSearch(next === 'waiting' ? {} : { part: next }, true)}
    />
  );
  if (part === 'waiting') return <ApprovalList choice={choice} />;
  return (
    <Suspense fallback={null}>
      <Policy choice={choice} />
    </Suspense>
  );
}

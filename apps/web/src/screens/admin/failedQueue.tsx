import { SegmentedControl } from '@mantine/core';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { CallbackEvents } from '../../parts/callback/events.tsx';
import { FailedJobs } from './failedQueue/jobs.tsx';

/** What failed for good and waits for a person: jobs, and callbacks that nobody accepted. */
export function FailedQueue() {
  const t = useWords('callbacks');
  const may = useMay();
  const place = useScreenPlace();
  const seesCallbacks = may('callbacks.get');
  const part = seesCallbacks && textAt(place.search, 'part') === 'callbacks' ? 'callbacks' : 'jobs';
  const choice = seesCallbacks && (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'jobs', label: t('tabs.jobs') },
        { value: 'callbacks', label: t('tabs.events') },
      ]}
      onChange={(next) => place.setSearch(next === 'jobs' ? {} : { part: next }, true)}
    />
  );
  return part === 'jobs' ? (
    <FailedJobs choice={choice} />
  ) : (
    <CallbackEvents name="admin.failedQueue.callbacks" choice={choice} isQueue />
  );
}

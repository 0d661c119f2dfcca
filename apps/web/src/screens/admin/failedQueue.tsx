import { usePart } from '../../kit/use-part.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { CallbackEvents } from '../../parts/callback/events.tsx';
import { FailedJobs } from './failedQueue/jobs.tsx';

/** What failed for good and waits for a person: jobs, and callbacks that nobody accepted. */
export function FailedQueue() {
  const t = useWords('callbacks');
  const may = useMay();
  const [part, choice] = usePart({
    jobs: t('tabs.jobs'),
    ...(may('callbacks.get') && { callbacks: t('tabs.events') }),
  });
  return part === 'callbacks' ? (
    <CallbackEvents name="admin.failedQueue.callbacks" choice={choice} isQueue />
  ) : (
    <FailedJobs choice={choice} />
  );
}

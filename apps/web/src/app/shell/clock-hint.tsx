import { readClock } from '@suanpan/contract/endpoints/demo';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';

/** Says so where the business clock stands ahead of the wall; in earnest it never does. */
export function ClockHint() {
  const t = useWords('shell');
  const { data } = useQuery({
    queryKey: ['clock'],
    queryFn: ({ signal }) => call(readClock, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data || !data.movable) return null;
  if (data.offset_ms === 0) return <span className={styles.demo}>{t('clock.demo')}</span>;
  return (
    <span className={styles.demo} data-moved>
      {t('clock.moved', { time: showInstant(data.now).slice(0, 16) })}
    </span>
  );
}

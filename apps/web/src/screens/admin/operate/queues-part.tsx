import type { OperateQueue } from '@suanpan/contract/endpoints/operate';
import { displayCount } from '@suanpan/money/display';
import { useWords } from '../../../lib/use-words.ts';
import { ageOfQueue } from '../../../parts/age-of-queue.ts';
import styles from './operate.module.css';

/** What waits where, and how long whatever waits longest. */
export function QueuesPart({ queues }: { queues: readonly OperateQueue[] }) {
  const t = useWords('operate');
  return (
    <section className={styles.part} aria-label={t('queues.title')}>
      <h2>{t('queues.title')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('queues.name')}</th>
            <th scope="col" className={styles.figure}>
              {t('queues.depth')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('queues.oldest')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ depth, name, oldest_s: oldestS }) => (
            <tr key={name}>
              <td>{t(`queues.names.${name}`)}</td>
              <td className={`${styles.figure} num`}>{displayCount(depth)}</td>
              <td className={styles.figure}>
                {oldestS === null ? t('queues.none') : ageOfQueue(t, oldestS)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

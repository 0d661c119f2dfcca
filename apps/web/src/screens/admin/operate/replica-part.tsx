import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { tellReadFrom } from '../../../kit/tell-read-from.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ageOfQueue } from '../../../parts/age-of-queue.ts';
import styles from './operate.module.css';

/** Whether reports are read from their replica, and how far it is behind. */
export function ReplicaPart({
  replica: { fault, lag_s: lagS },
}: {
  replica: NonNullable<OperateView['report_replica']>;
}) {
  const t = useWords('operate');
  const common = useWords('common');
  return (
    <section className={styles.part} aria-label={t('replica.title')}>
      <h2>{t('replica.title')}</h2>
      <p>
        {tellReadFrom(common, { reason: fault, lag_s: lagS ?? 0 })}
        {fault !== null && lagS !== null && ` · ${t('replica.lag', { age: ageOfQueue(t, lagS) })}`}
      </p>
    </section>
  );
}

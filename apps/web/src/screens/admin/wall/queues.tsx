import type { QueueName } from '@suanpan/contract/endpoints/operate';
import type { RouteName } from '@suanpan/domain/access/permissions';
import { displayCount } from '@suanpan/money/display';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/use-words.ts';
import { ageOfQueue } from '../../../parts/age-of-queue.ts';
import { Cause, Figure } from './cause.tsx';
import type { WallAnswer } from './wall-answer.ts';
import styles from './wall.module.css';

/** Where what waits in a queue is seen to. */
const causes: Readonly<Record<QueueName, { screen: RouteName; query?: string }>> = {
  news: { screen: 'admin.operate' },
  failedJobs: { screen: 'admin.failedQueue' },
  callbacks: { screen: 'callbacks' },
  collectionChecks: { screen: 'collections.transactions', query: '?status=pending&range=all' },
  payouts: { screen: 'payment.transactions', query: '?status=processing&range=all' },
  exports: { screen: 'downloadPage' },
};

/** Whatever is done at once anyway waits for less. */
const lateS = 300;

/** What waits and for how long, and the callbacks that came to nothing. Queues are the platform's to see. */
export function Queues({
  failing,
  queues,
}: { readonly failing: number | null } & Pick<WallAnswer, 'queues'>) {
  const t = useWords('wall');
  const operate = useWords('operate');
  if (queues === null && failing === null) return null;
  return (
    <section
      className={styles.card}
      data-part="queues"
      aria-label={queues === null ? t('callbacksFailing') : t('queues')}
    >
      <h2>{queues === null ? t('callbacksFailing') : t('queues')}</h2>
      <div className={styles.cells}>
        {failing !== null && (
          <Cell label={t('callbacksFailing')} isBad={failing > 0}>
            <Cause screen="collections.transactions" query="?callback_status=failed&range=all">
              <Figure {...(failing > 0 && { tone: 'fail' as const })}>{displayCount(failing)}</Figure>
            </Cause>
          </Cell>
        )}
        {queues?.map(({ depth, name, oldest_s: oldestS }) => {
          const isLate = depth > 0 && oldestS !== null && oldestS > lateS;
          return (
            <Cell key={name} label={operate(`queues.names.${name}`)} isBad={isLate}>
              <Cause {...causes[name]}>
                <Figure>{displayCount(depth)}</Figure>{' '}
                {oldestS !== null && (
                  <Figure {...(isLate && { tone: 'fail' as const })}>{ageOfQueue(operate, oldestS)}</Figure>
                )}
              </Cause>
            </Cell>
          );
        })}
      </div>
    </section>
  );
}

function Cell({
  children,
  isBad,
  label,
}: {
  readonly label: string;
  readonly isBad: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.cell} data-bad={isBad || undefined}>
      <span>{label}</span>
      {children}
    </div>
  );
}

import { Button } from '@mantine/core';
import { getOperate, runDueWork, type OperateView } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { Instant, WholeTimes } from '../../../kit/instant.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { asks } from './set-operate.ts';
import styles from './operate.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

/** What is done at its time: the next, the last, and the way to have it done now. */
export function WorksPart({ works }: { works: OperateView['due'] }) {
  const t = useWords('operate');
  const may = useMay();
  const [asked, setAsked] = useState<OperateView['due'][number]['name'] | null>(null);
  return (
    <section className={styles.part} aria-label={t('works.title')}>
      <h2>{t('works.title')}</h2>
      {/* Most is of today, and a phone is not as wide as four columns with their years. */}
      <WholeTimes value={false}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('works.name')}</th>
              <th scope="col">{t('works.due')}</th>
              <th scope="col">{t('works.last')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {works.map(({ can_run: canRun, due_at: due, last_at: last, name }) => (
              <tr key={name}>
                <td>{t(`works.names.${name}`)}</td>
                <td>
                  <Instant at={due} />
                </td>
                <td>
                  <Instant at={last} />
                </td>
                <td className={styles.figure}>
                  {canRun && may('admin.operate.runJobs') && (
                    <Button size="xs" variant="default" onClick={() => setAsked(name)}>
                      {t('works.run')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WholeTimes>
      {asked !== null && (
        <Suspense fallback={null}>
          <Confirm
            title={`${t('works.run')} · ${t(`works.names.${asked}`)}`}
            effect={t('works.runEffect')}
            confirmLabel={t('works.run')}
            asks={asks}
            act={async ({ once, reason, stepUp }) => {
              const { state } = await call(runDueWork, { name: asked, reason, ...stepUp }, once);
              toasts.emit({
                tone: state === 'done' ? 'ok' : 'wait',
                title: t(`works.${state}`),
                text: t(`works.names.${asked}`),
              });
              await queryClient.invalidateQueries({ queryKey: [getOperate.path] });
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

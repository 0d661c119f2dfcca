import { Button } from '@mantine/core';
import { Suspense, useSyncExternalStore } from 'react';
import { useWords } from '../../lib/use-words.ts';
import {
  exportsForLater,
  finishedExports,
  listenToFinishedExports,
  putOffExport,
} from '../../parts/export/finished-exports.ts';
import { shortName } from '../../parts/export/short-name.ts';
import { useFetchExport } from '../../parts/export/use-fetch-export.ts';
import { ExportProgress } from './export-progress.tsx';
import { useRunningExports } from './use-running-exports.ts';
import styles from './dialogs.module.css';

/** Exports in the corner: those at work with their progress, and the finished ones, first in first out. Takes no focus. */
export function ExportTray() {
  const running = useRunningExports();
  return (
    <div className={styles.corner}>
      {running.length > 0 && (
        // Its words are fetched with the first of them; the page does not wait for that.
        <Suspense fallback={null}>
          <ExportProgress running={running} />
        </Suspense>
      )}
      <FinishedExports />
    </div>
  );
}

/** One leaves the queue when its download has begun; what was put off is counted, and not shown again. */
function FinishedExports() {
  const t = useWords('shell');
  const queue = useSyncExternalStore(listenToFinishedExports, finishedExports);
  const later = useSyncExternalStore(listenToFinishedExports, exportsForLater);
  const fetchFile = useFetchExport();
  const first = queue.find((file) => !later.includes(file));
  if (first === undefined) return null;
  return (
    <section className={styles.tray} role="dialog" aria-modal="false" aria-label={t('exportDone.title')}>
      <b>{t('exportDone.title')}</b>
      <p>
        {t('exportDone.text', { file: shortName(first) })}
        {queue.length > 1 && <small> {t('exportDone.more', { count: queue.length - 1 })}</small>}
      </p>
      <div className={styles.foot}>
        <Button variant="default" size="xs" onClick={() => putOffExport(first)}>
          {t('exportDone.later')}
        </Button>
        <Button size="xs" loading={fetchFile.isPending} onClick={() => fetchFile.mutate(first)}>
          {t('exportDone.download')}
        </Button>
      </div>
    </section>
  );
}

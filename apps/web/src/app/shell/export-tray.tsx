import { Button } from '@mantine/core';
import { downloadTicket } from '@suanpan/contract/endpoints/exports';
import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { finishedExports, listenToFinishedExports, removeFinishedExport } from './finished-exports.ts';
import styles from './dialogs.module.css';

/** Starts a download without holding the file in memory. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The finished exports, first in first out; one leaves the queue when its download has begun. Takes no focus. */
export function ExportTray() {
  const t = useWords('shell');
  const queue = useSyncExternalStore(listenToFinishedExports, finishedExports);
  const [isLater, setLater] = useState<string | null>(null);
  const fetchFile = useMutation({
    mutationFn: (file: string) => call(downloadTicket, { file }),
    onSuccess: ({ url }, file) => {
      startDownload(url);
      removeFinishedExport(file);
    },
  });
  const first = queue[0];
  if (first === undefined || isLater === first) return null;
  return (
    <section className={styles.tray} role="dialog" aria-modal="false" aria-label={t('exportDone.title')}>
      <b>{t('exportDone.title')}</b>
      <p>
        {t('exportDone.text', { file: first })}
        {queue.length > 1 && <small> {t('exportDone.more', { count: queue.length - 1 })}</small>}
      </p>
      <div className={styles.foot}>
        <Button variant="default" size="xs" onClick={() => setLater(first)}>
          {t('exportDone.later')}
        </Button>
        <Button size="xs" loading={fetchFile.isPending} onClick={() => fetchFile.mutate(first)}>
          {t('exportDone.download')}
        </Button>
      </div>
    </section>
  );
}

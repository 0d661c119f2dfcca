import type { ExportRow } from '@suanpan/contract/endpoints/exports';
import { useEffect } from 'react';
import { exportChanged } from '../../lib/socket.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

/** How far the exports at work are, on whichever page one is; the whole of it leads to the download list. */
export function ExportProgress({ running }: { running: readonly ExportRow[] }) {
  const t = useWords('exports');
  const titles = useWords('screens');
  // Whoever waits for a file hears that none will come.
  useEffect(
    () =>
      exportChanged.listen(({ id, status }) => {
        const row = status === 'failed' ? running.find((each) => each.id === id) : undefined;
        if (row === undefined) return;
        const title = t('tray.failed', { list: titles(`titles.${row.kind}`) });
        toasts.emit({ tone: 'fail', title, href: '#/wrap/downloadPage' });
      }),
    [running, t, titles],
  );
  return (
    <section className={styles.tray} aria-label={t('tray.title')}>
      <b>{t('tray.title')}</b>
      <ul className={styles.exports}>
        {running.map((row) => {
          const list = titles(`titles.${row.kind}`);
          return (
            <li key={row.id}>
              <span>
                {row.status === 'queued'
                  ? t('tray.queued', { list })
                  : t('tray.running', { list, progress: row.progress })}
              </span>
              <progress max={100} value={row.progress} aria-label={list} />
            </li>
          );
        })}
      </ul>
      <a href="#/wrap/downloadPage">{t('dialog.toList')}</a>
    </section>
  );
}

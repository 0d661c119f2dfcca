import { Button } from '@mantine/core';
import { getArchive } from '@suanpan/contract/endpoints/archive';
import { displayCount } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { lookEveryMs } from './look-every.ts';
import styles from './operate.module.css';

const ArchiveDialog = lazy(async () => ({
  default: (await import('./archive-dialog.tsx')).ArchiveDialog,
}));

/** What lies in the archive, from when on orders are online, and how long they are. */
export function ArchivePart() {
  const t = useWords('operate');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [getArchive.path],
    queryFn: ({ signal }) => call(getArchive, {}, { signal, background: true }),
    refetchInterval: lookEveryMs,
  });
  if (data === undefined) return null;
  const days = (count: number, never: string): string =>
    count === 0 ? never : t('archive.days', { count: String(count) });
  const facts: readonly (readonly [string, string])[] = [
    [t('archive.online'), days(data.online_days, t('archive.neverMoved'))],
    [t('archive.exchanges'), days(data.exchange_days, t('archive.neverDropped'))],
    [t('archive.collections'), displayCount(data.archived.collection)],
    [t('archive.payouts'), displayCount(data.archived.payout)],
    [t('archive.oldest'), showInstant(data.oldest_online) || '–'],
    [t('archive.last'), showInstant(data.last_run_at) || '–'],
    [t('archive.next'), showInstant(data.next_run_at) || '–'],
  ];
  return (
    <section className={styles.part} aria-label={t('archive.title')}>
      <h2>{t('archive.title')}</h2>
      <p className={styles.quiet}>{t('archive.about')}</p>
      <table className={styles.table}>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {may('admin.operate.archive') && (
        <div className={styles.line}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('archive.edit')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {isOpen && <ArchiveDialog view={data} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}

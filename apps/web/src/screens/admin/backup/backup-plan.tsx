import type { BackupSummary } from '@suanpan/contract/endpoints/backups';
import { displayCount } from '@suanpan/money/display';
import { platformZone, showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';

/** When the next copies are made and how many stay; or that somebody else makes them, and how he fares. */
export function BackupPlan({ summary }: { summary: BackupSummary }) {
  const t = useWords('backups');
  const { archiver, duty, schedule } = summary;
  if (duty === 'us') {
    const { at, keep } = schedule;
    return (
      <span role="status">
        {at === null ? t('noPlan', { keep }) : t('plan', { at, keep, zone: platformZone })}
      </span>
    );
  }
  return (
    <span role="status">
      {t('duty')}
      {archiver !== null &&
        ` ${t('archiver', {
          archived: displayCount(archiver.archived),
          last: showInstant(archiver.last_archived_at) || t('never'),
          failed: displayCount(archiver.failed),
          lastFailed: showInstant(archiver.last_failed_at) || t('never'),
        })}`}
    </span>
  );
}

import type { ReadFrom } from '@suanpan/contract/read-from';
import { useSyncExternalStore } from 'react';
import { showTimeOfDay } from '../lib/platform-time.ts';
import { connectionChanged, connectionState } from '../lib/socket.ts';
import { useWords } from '../lib/use-words.ts';
import { tellReadFrom } from './tell-read-from.ts';
import styles from './list-page.module.css';

interface ListAgeProps {
  /** When what is shown was read. */
  readonly updatedAt: number;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  /** Where figures may come from a replica: which place it was. */
  readonly readFrom?: ReadFrom | undefined;
}

/** How old the rows are, whenever they may not be what they seem: the last reading failed, the line is down, or a replica was read. */
export function ListAge({ updatedAt, hasFailed, onRetry, readFrom }: ListAgeProps) {
  const t = useWords('common');
  const line = useSyncExternalStore(connectionChanged.listen, connectionState);
  const time = showTimeOfDay(new Date(updatedAt).toISOString());
  const isLate = hasFailed || (line !== 'live' && updatedAt !== 0);
  if (!isLate && readFrom === undefined) return null;
  const age = hasFailed
    ? t('age.failed', { time })
    : t(`age.${line === 'offline' ? 'offline' : 'reconnecting'}`, { time });
  const says = [...(isLate ? [age] : []), ...(readFrom === undefined ? [] : [tellReadFrom(t, readFrom)])];
  return (
    <span className={styles.age} role="status" data-failed={hasFailed || undefined}>
      {says.join(' · ')}
      {hasFailed && (
        <button type="button" onClick={onRetry}>
          {t('buttons.retry')}
        </button>
      )}
    </span>
  );
}

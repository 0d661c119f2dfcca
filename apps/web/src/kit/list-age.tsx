import { useSyncExternalStore } from 'react';
import { showTimeOfDay } from '../lib/platform-time.ts';
import { connectionChanged, connectionState } from '../lib/socket.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './list-page.module.css';

interface ListAgeProps {
  /** When what is shown was read. */
  readonly updatedAt: number;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** How old the rows are, whenever they may not be what they seem: the last reading failed, or the line is down. */
export function ListAge({ updatedAt, hasFailed, onRetry }: ListAgeProps) {
  const t = useWords('common');
  const line = useSyncExternalStore(connectionChanged.listen, connectionState);
  const time = showTimeOfDay(new Date(updatedAt).toISOString());
  if (!hasFailed && (line === 'live' || updatedAt === 0)) return null;
  return (
    <span className={styles.age} role="status" data-failed={hasFailed || undefined}>
      {hasFailed
        ? t('age.failed', { time })
        : t(`age.${line === 'offline' ? 'offline' : 'reconnecting'}`, { time })}
      {hasFailed && (
        <button type="button" onClick={onRetry}>
          {t('buttons.retry')}
        </button>
      )}
    </span>
  );
}

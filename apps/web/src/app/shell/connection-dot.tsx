import { useSyncExternalStore } from 'react';
import { connectionChanged, connectionState } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';

/** Live, reconnecting or offline; a lost line is shown here and nowhere else. */
export function ConnectionDot() {
  const t = useWords('shell');
  const state = useSyncExternalStore(connectionChanged.listen, connectionState);
  return (
    <span className={styles.dot} data-state={state} role="status" title={t(`connection.${state}`)}>
      <span className={styles.unseen}>{t(`connection.${state}`)}</span>
    </span>
  );
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectionChanged, connectionState, type Connection } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';

/** A page that has just been opened is not live at once, and that is no news. */
const toldAfterMs = 1_500;

/** The state of the line, and whether it has been lost long enough to be told in words. */
function useConnection(): { state: Connection; isTold: boolean } {
  const state = useSyncExternalStore(connectionChanged.listen, connectionState);
  const [isLost, setLost] = useState(false);
  const isLive = state === 'live';
  useEffect(() => {
    if (isLive) return;
    const telling = setTimeout(() => setLost(true), toldAfterMs);
    return () => {
      clearTimeout(telling);
      setLost(false);
    };
  }, [isLive]);
  return { state, isTold: !isLive && isLost };
}

/** Live, reconnecting or offline; a lost line is said in words, here and nowhere else. */
export function ConnectionDot() {
  const t = useWords('shell');
  const { state, isTold } = useConnection();
  return (
    <span className={styles.dot} data-state={state} role="status" title={t(`connection.${state}`)}>
      <span className={isTold ? styles.lost : styles.unseen}>{t(`connection.${state}`)}</span>
    </span>
  );
}

/** The same below the bar of a phone, which has no room for the dot. */
export function ConnectionLine() {
  const t = useWords('shell');
  const { state, isTold } = useConnection();
  if (!isTold) return null;
  return (
    <p className={styles.line} role="status" data-state={state}>
      {t(`connection.${state}`)}
    </p>
  );
}

import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { AutoRefresh } from '../lib/auto-refresh.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './auto-refresh-control.module.css';

/** The visible countdown with its switch; when the page sat idle, a quiet banner in its place. */
export function AutoRefreshControl({ engine }: { engine: AutoRefresh }) {
  const t = useWords('orders');
  const { phase, secondsLeft } = useSyncExternalStore(engine.listen, engine.state);
  if (phase === 'stopped') {
    return (
      <span className={styles.stopped} role="status">
        {t('refresh.idle')}
        <button type="button" onClick={engine.switchOn}>
          {t('refresh.resume')}
        </button>
      </span>
    );
  }
  const isOff = phase === 'off';
  return (
    <button
      type="button"
      className={styles.control}
      aria-pressed={!isOff}
      onClick={isOff ? engine.switchOn : engine.switchOff}
      title={isOff ? t('refresh.on') : t('refresh.pause')}
    >
      {isOff ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
      {t('refresh.on')}
      <span className="num" aria-live="off">
        {isOff || phase === 'held' ? t('refresh.paused') : t('refresh.in', { seconds: secondsLeft })}
      </span>
    </button>
  );
}

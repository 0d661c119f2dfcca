import { IconMaximize, IconMinimize, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { now } from '../../../lib/clock.ts';
import { showTimeOfDay } from '../../../lib/platform-time.ts';
import { connectionChanged, connectionState } from '../../../lib/socket.ts';
import { isSoundOn, isSoundUnlocked, setSoundOn, unlockSound } from '../../../lib/sound.ts';
import { useWords } from '../../../lib/use-words.ts';
import { FullScreenContext } from './full-screen.ts';
import { readEveryMs } from './use-wall.ts';
import styles from './wall.module.css';

/** Older than two readings that should have come, figures are no longer news. */
const staleMs = 2 * readEveryMs + 5_000;
const tickMs = 1_000;

interface HeadProps {
  readonly title: string;
  /** When what is shown was read; 0 before anything was. */
  readonly readAt: number;
  readonly hasFailed: boolean;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** How old the figures are, what sounds, and the way in and out of full screen. */
export function Head({ hasFailed, onEnter, onLeave, readAt, title }: HeadProps) {
  const t = useWords('wall');
  const isFull = use(FullScreenContext);
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <Age readAt={readAt} hasFailed={hasFailed} />
      <div className={styles.tools}>
        <Sound />
        <button
          type="button"
          onClick={() => {
            unlockSound();
            (isFull ? onLeave : onEnter)();
          }}
        >
          {isFull ? <IconMinimize aria-hidden /> : <IconMaximize aria-hidden />}
          {isFull ? t('leave') : t('enter')}
          {isFull && <kbd>{t('leaveHint')}</kbd>}
        </button>
      </div>
    </header>
  );
}

function Age({ hasFailed, readAt }: Pick<HeadProps, 'hasFailed' | 'readAt'>) {
  const t = useWords('wall');
  const line = useSyncExternalStore(connectionChanged.listen, connectionState);
  const [at, setAt] = useState(now);
  useEffect(() => {
    const ticking = setInterval(() => setAt(now()), tickMs);
    return () => clearInterval(ticking);
  }, []);
  if (readAt === 0) return null;
  const seconds = Math.max(0, Math.floor((at - readAt) / 1_000));
  const isStale = seconds * 1_000 > staleMs;
  const time = showTimeOfDay(new Date(readAt).toISOString());
  const said = isStale
    ? t('stale', { count: seconds })
    : hasFailed
      ? t('failed', { time })
      : line === 'live'
        ? t('age', { count: seconds })
        : t('reconnecting', { count: readEveryMs / 1_000 });
  return (
    <p
      className={styles.age}
      role={isStale || hasFailed ? 'alert' : undefined}
      data-state={isStale || hasFailed ? 'stale' : line === 'live' ? 'live' : 'slow'}
    >
      <time className="num">{time}</time> <span>{said}</span>
    </p>
  );
}

/** A browser sounds only after a click; until there was one, this says so and is the click. */
function Sound() {
  const t = useWords('wall');
  const [state, setState] = useState(() => ({ isOn: isSoundOn(), isUnlocked: isSoundUnlocked() }));
  // Every click and key anywhere may have unlocked it.
  useEffect(() => {
    const look = (): void => setState({ isOn: isSoundOn(), isUnlocked: isSoundUnlocked() });
    const looking = setInterval(look, tickMs);
    return () => clearInterval(looking);
  }, []);
  const isLocked = state.isOn && !state.isUnlocked;
  return (
    <button
      type="button"
      aria-pressed={state.isOn && state.isUnlocked}
      data-locked={isLocked || undefined}
      onClick={() => {
        unlockSound();
        if (!isLocked) setSoundOn(!state.isOn);
        setState({ isOn: isLocked || !state.isOn, isUnlocked: true });
      }}
    >
      {state.isOn && !isLocked ? <IconVolume aria-hidden /> : <IconVolumeOff aria-hidden />}
      {isLocked ? t('soundLocked') : state.isOn ? t('soundOn') : t('soundOff')}
    </button>
  );
}

import { lazy, Suspense } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { useDemoClock } from '../../parts/demo/demo-clock.ts';
import { useBusinessClock } from '../../parts/demo/use-business-clock.ts';
import styles from './top-bar.module.css';

const DemoMenu = lazy(async () => ({ default: (await import('../../parts/demo/demo-menu.tsx')).DemoMenu }));

function Moved() {
  const t = useWords('shell');
  return t('clock.moved', { time: useBusinessClock().slice(0, 16) });
}

/** The badge of a demo, with the business clock where it stands ahead of the wall, and the menu that drives it. */
export function ClockHint() {
  const t = useWords('shell');
  const clock = useDemoClock();
  if (clock === null) return null;
  const badge =
    clock.offset_ms === 0 ? (
      t('clock.demo')
    ) : (
      <>
        <span className={styles.moved}>
          <Moved />
        </span>
        <span className={styles.short}>{t('clock.demo')}</span>
      </>
    );
  const isMoved = clock.offset_ms !== 0 || undefined;
  return (
    <span className={styles.demo} data-moved={isMoved}>
      <Suspense fallback={badge}>
        <DemoMenu badge={badge} />
      </Suspense>
    </span>
  );
}

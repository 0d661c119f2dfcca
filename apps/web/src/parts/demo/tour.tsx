import { Button, CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { useWords } from '../../lib/use-words.ts';
import type { TourStep } from './tour-steps.ts';
import styles from './demo.module.css';

interface TourProps {
  readonly steps: readonly TourStep[];
  readonly at: number;
  readonly onMove: (step: number | null) => void;
}

/** One card that opens the step's screen and says what it is for; the page below stays usable. */
export function Tour({ steps, at, onMove }: TourProps) {
  const t = useWords('demo');
  const screens = useWords('screens');
  const step = steps[at];
  const screen = step?.screen;
  useEffect(() => {
    if (screen !== undefined) location.hash = `#/wrap/${screen}`;
  }, [screen]);
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;
  return (
    <section className={styles.tour} aria-label={t('tour.title')} aria-live="polite">
      <header>
        <strong>{screens(`titles.${step.screen}`)}</strong>
        <CloseButton aria-label={t('tour.end')} onClick={() => onMove(null)} />
      </header>
      <p>{t(`tour.${step.word}`)}</p>
      <footer>
        <small className="num">{t('tour.step', { step: at + 1, count: steps.length })}</small>
        <Button size="xs" autoFocus onClick={() => onMove(isLast ? null : at + 1)}>
          {isLast ? t('tour.done') : t('tour.next')}
        </Button>
      </footer>
    </section>
  );
}

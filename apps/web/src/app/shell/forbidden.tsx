import { EmptyState } from '../../kit/empty-state.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './shell.module.css';

/** A screen that the user may not open, explained where he stands. */
export function Forbidden({ title }: { title: string }) {
  const t = useWords('shell');
  return (
    <section className={styles.notice}>
      <h1>{t('forbiddenTitle')}</h1>
      <EmptyState
        kind="noPermission"
        text={t('forbiddenText', { title })}
        action={{ label: t('backHome'), run: () => (location.hash = '#/wrap/index.statistics') }}
      />
    </section>
  );
}

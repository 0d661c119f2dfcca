import { EmptyState } from '../../kit/empty-state.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './shell.module.css';

/** A screen that is named in the menu and not there yet; it says so instead of pretending. */
export function NotBuilt({ title }: { title: string }) {
  const t = useWords('shell');
  return (
    <section className={styles.notice}>
      <h1>{title}</h1>
      <EmptyState kind="none" text={t('comingText')} />
    </section>
  );
}

import { EmptyState } from '../../kit/empty-state.tsx';
import { useMenu } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { homeOf } from './menu-row.ts';
import styles from './shell.module.css';

/** A screen that the user may not open, explained where he stands. */
export function Forbidden({ title }: { title: string }) {
  const t = useWords('shell');
  const homes = useMenu();
  return (
    <section className={styles.notice}>
      <h1>{t('forbiddenTitle')}</h1>
      <EmptyState
        kind="noPermission"
        text={t('forbiddenText', { title })}
        // Who has no screen at all stays here.
        action={
          homes.length === 0
            ? undefined
            : { label: t('backHome'), run: () => (location.hash = `#/wrap/${homeOf(homes)}`) }
        }
      />
    </section>
  );
}

import { Button } from '@mantine/core';
import { currentSession } from '../lib/session.ts';
import { useWords } from '../lib/use-words.ts';
import { BrandMark } from '../theme/brand-mark.tsx';
import styles from './not-found.module.css';

/** A page that is not there, without bar and menu. */
export function NotFound() {
  const t = useWords('shell');
  const isSignedIn = currentSession() !== null;
  return (
    <main className={styles.page}>
      <BrandMark size={48} />
      <h1>
        <span className="num">404</span> {t('notFoundTitle')}
      </h1>
      <p>{t('notFoundText')}</p>
      <Button component="a" href={isSignedIn ? '#/wrap/index.statistics' : '#/userLogin'}>
        {isSignedIn ? t('backHome') : t('backToLogin')}
      </Button>
    </main>
  );
}

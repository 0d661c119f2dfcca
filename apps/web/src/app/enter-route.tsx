import { Button } from '@mantine/core';
import { useWords } from '../lib/use-words.ts';
import { BrandMark } from '../theme/brand-mark.tsx';
import styles from './enter-route.module.css';
import { loginNotice } from './session-flow.ts';

/** Where a tab ends that was opened to act for another: its code did not open, or its session is over. */
export function EnterRoute() {
  const t = useWords('personal');
  const errors = useWords('errors');
  return (
    <main className={styles.page}>
      <BrandMark size={40} />
      <h1>{t('enter.failed')}</h1>
      <p role="alert">{loginNotice() ?? errors('impersonationCodeEnded')}</p>
      <Button
        onClick={() => {
          window.close();
          // A browser that does not let a page close itself goes on as whoever signed in here.
          location.replace('/');
        }}
      >
        {t('enter.close')}
      </Button>
    </main>
  );
}

import { localeNames, locales } from '@suanpan/messages/locale';
import { lazy, Suspense } from 'react';
import { now } from '../../lib/clock.ts';
import { currentLocale, setLocale } from '../../lib/locale.ts';
import { useWords } from '../../lib/use-words.ts';
import { BrandMark } from '../../theme/brand-mark.tsx';
import { Abacus } from './abacus.tsx';
import { LoginForm } from './login-form.tsx';
import type { LoginSuccess } from './use-login.ts';
import styles from './login.module.css';

const DemoCards = lazy(async () => ({ default: (await import('./demo-cards.tsx')).DemoCards }));

interface LoginPageProps {
  readonly brand: { readonly appName: string; readonly logo: string };
  /** Why the last session ended, if it did. */
  readonly notice: string | null;
  readonly onSuccess: (success: LoginSuccess) => Promise<void>;
}

/** Two halves on a wide screen: the form and nothing else, and a quiet abacus; one column on a phone. */
export function LoginPage({ brand, notice, onSuccess }: LoginPageProps) {
  const t = useWords('login');
  return (
    <div className={styles.page}>
      <main className={styles.half}>
        <header className={styles.brand}>
          {brand.logo ? <img src={brand.logo} alt="" height={32} /> : <BrandMark size={32} />}
          <span>{brand.appName}</span>
        </header>
        <div className={styles.form}>
          <h1>{t('title')}</h1>
          {notice !== null && (
            <p role="alert" className={styles.notice}>
              {notice}
            </p>
          )}
          <LoginForm onSuccess={onSuccess} />
          <Suspense fallback={null}>
            <DemoCards onSuccess={onSuccess} />
          </Suspense>
        </div>
        <nav className={styles.languages} aria-label={localeNames[currentLocale()]}>
          {locales.map((locale) => (
            <button
              key={locale}
              type="button"
              aria-pressed={locale === currentLocale()}
              lang={locale}
              onClick={() => setLocale(locale)}
            >
              {localeNames[locale]}
            </button>
          ))}
        </nav>
      </main>
      <aside className={styles.picture}>
        <div className={styles.board}>
          <Abacus nowMs={now()} />
        </div>
        <p>{t('tagline')}</p>
      </aside>
    </div>
  );
}

import { localeNames, locales } from '@suanpan/messages/locale';
import { lazy, Suspense, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { currentLocale, setLocale } from '../../lib/locale.ts';
import { useWords } from '../../lib/use-words.ts';
import { BrandMark } from '../../theme/brand-mark.tsx';
import { Abacus } from './abacus.tsx';
import { LoginForm } from './login-form.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import type { LoginSuccess } from './use-login.ts';
import styles from './login.module.css';

const DemoCards = lazy(async () => ({ default: (await import('./demo-cards.tsx')).DemoCards }));

interface LoginPageProps {
  readonly brand: { readonly appName: string; readonly logo: string };
  /** Why the last session ended, if it did. */
  readonly notice: string | null;
  readonly onSuccess: (success: LoginSuccess) => Promise<void>;
}

/** `#/userLogin?code=…`: the link of an administrator who has no password yet. */
function codeInAddress(): string | null {
  return /^#\/userLogin\?(?:.*&)?code=([\w-]{1,128})/.exec(location.hash)?.[1] ?? null;
}

/** Two halves on a wide screen: the form and nothing else, and a quiet abacus; one column on a phone. */
export function LoginPage({ brand, notice, onSuccess }: LoginPageProps) {
  const t = useWords('login');
  const [code, setCode] = useState(codeInAddress);
  const [isSet, setSet] = useState(false);
  const finish = (): void => {
    setCode(null);
    setSet(true);
    // The code is spent; it does not stay in the address either.
    history.replaceState(null, '', '#/userLogin');
  };
  const tell = (text: string) => (
    <p role="alert" className={styles.notice}>
      {text}
    </p>
  );
  return (
    <div className={styles.page}>
      <main className={styles.half}>
        <header className={styles.top}>
          <div className={styles.brand}>
            {brand.logo ? <img src={brand.logo} alt="" height={32} /> : <BrandMark size={32} />}
            <span>{brand.appName}</span>
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
        </header>
        <div className={styles.form}>
          <h1>{code === null ? t('title') : t('setPassword.title')}</h1>
          {notice !== null && !isSet && tell(notice)}
          {code === null ? (
            <LoginForm
              onSuccess={onSuccess}
              above={isSet && tell(t('setPassword.done'))}
              below={
                <Suspense fallback={null}>
                  <DemoCards onSuccess={onSuccess} />
                </Suspense>
              }
            />
          ) : (
            <SetPasswordForm code={code} onDone={finish} />
          )}
        </div>
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

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { CodeField, lackOfCode } from '../../kit/code-field.tsx';
import { useWords } from '../../lib/use-words.ts';
import { useLogin, type LoginSuccess } from './use-login.ts';
import styles from './login.module.css';

const BindingWizard = lazy(async () => ({
  default: (await import('../../kit/binding-wizard.tsx')).BindingWizard,
}));

interface LoginFormProps {
  /** A re-login keeps the user name. */
  readonly fixedUsername?: string;
  readonly onSuccess: (success: LoginSuccess) => Promise<void>;
  /** Stands above the credentials, and goes when the next step begins. */
  readonly above?: ReactNode;
  /** Stands below the credentials and makes room for the code and the binding wizard. */
  readonly below?: ReactNode;
}

const rememberedKey = 'suanpan.username';

function textOf(form: FormData, name: string): string {
  const entry = form.get(name);
  return typeof entry === 'string' ? entry : '';
}

/** Credentials, then the code or the binding wizard if the account wants one. Only the user name is remembered. */
export function LoginForm({ fixedUsername, onSuccess, above, below }: LoginFormProps) {
  const t = useWords('login');
  const remembered = fixedUsername ?? localStorage.getItem(rememberedKey) ?? '';
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const [code, setCode] = useState('');
  const [lack, setLack] = useState<ReturnType<typeof lackOfCode>>(null);
  const login = useLogin({ captchaMissing: t('botCheck.required') }, onSuccess);
  const { stage, error, isBusy } = login;

  if (stage.kind === 'binding') {
    return (
      <section className={styles.stage}>
        <h2>{t('binding.title')}</h2>
        <p className={styles.hint}>{t('binding.intro')}</p>
        <Suspense fallback={null}>
          <BindingWizard
            secret={stage.secret}
            otpauthUrl={stage.otpauthUrl}
            onBind={login.bind}
            error={error}
            isBusy={isBusy}
          />
        </Suspense>
      </section>
    );
  }
  if (stage.kind === 'code') {
    const send = (oneCode: string): void => {
      const found = lackOfCode(oneCode);
      setLack(found);
      if (found === null) void login.enterCode(oneCode).finally(() => setCode(''));
    };
    return (
      <form
        className={styles.stage}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(code);
        }}
      >
        <h2>{t('code.title')}</h2>
        <p className={styles.hint}>{t('code.hint')}</p>
        <CodeField
          label={t('code.label')}
          value={code}
          onChange={(next) => {
            setCode(next);
            setLack(null);
          }}
          onComplete={send}
          error={lack === null ? error : t(`code.${lack}`)}
          isBusy={isBusy}
        />
        <Button type="submit" fullWidth size="md" loading={isBusy}>
          {t('code.submit')}
        </Button>
        <p className={styles.hint}>{t('code.clockDrift')}</p>
        <Button variant="subtle" onClick={login.startOver} disabled={isBusy}>
          {t('binding.back')}
        </Button>
      </form>
    );
  }
  return (
    <>
      {above}
      <form
        className={styles.stage}
        noValidate
        onInput={login.prepare}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const username = fixedUsername ?? textOf(form, 'username').trim();
          const password = textOf(form, 'password');
          setMissing({
            ...(username === '' ? { username: t('usernameRequired') } : {}),
            ...(password === '' ? { password: t('passwordRequired') } : {}),
          });
          if (username === '' || password === '') return;
          if (fixedUsername === undefined) {
            if (form.get('remember') === null) localStorage.removeItem(rememberedKey);
            else localStorage.setItem(rememberedKey, username);
          }
          void login.submit({ username, password });
        }}
      >
        <TextInput
          label={t('username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={remembered}
          readOnly={fixedUsername !== undefined}
          autoFocus={remembered === ''}
          error={missing.username}
          size="md"
        />
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          autoFocus={remembered !== ''}
          error={missing.password}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          size="md"
        />
        {fixedUsername === undefined && (
          <label className={styles.remember}>
            <input type="checkbox" name="remember" defaultChecked={remembered !== ''} />
            {t('remember')}
          </label>
        )}
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <Button type="submit" fullWidth size="md" loading={isBusy}>
          {t('submit')}
        </Button>
        <p className={styles.check} role="status" data-state={login.check}>
          <IconShieldCheck size={15} aria-hidden />
          {t(`botCheck.${login.check}`)}
        </p>
      </form>
      {below}
    </>
  );
}

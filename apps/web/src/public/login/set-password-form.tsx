import { Button, PasswordInput } from '@mantine/core';
import { setPassword } from '@suanpan/contract/endpoints/login';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault, lastFieldMessage } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './login.module.css';

interface SetPasswordFormProps {
  /** From the one-time link; the server burns it with the first password it accepts. */
  readonly code: string;
  readonly onDone: () => void;
}

/** The owner of a new account gives it a password that nobody else has ever seen. */
export function SetPasswordForm({ code, onDone }: SetPasswordFormProps) {
  const t = useWords('login');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async (password: string): Promise<void> => {
    setBusy(true);
    try {
      await call(setPassword, { code, password });
      onDone();
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault;
      setError(lastFieldMessage(fault));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.stage}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const [password, repeat] = ['password', 'repeat'].map((name) => form.get(name));
        if (typeof password !== 'string' || password !== repeat) return setError(t('setPassword.mismatch'));
        return void send(password);
      }}
    >
      <p className={styles.hint}>{t('setPassword.hint')}</p>
      <PasswordInput
        label={t('setPassword.password')}
        name="password"
        autoComplete="new-password"
        autoFocus
      />
      <PasswordInput
        label={t('setPassword.repeat')}
        name="repeat"
        autoComplete="new-password"
        error={error}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {t('setPassword.submit')}
      </Button>
    </form>
  );
}

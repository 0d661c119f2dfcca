import { PasswordInput } from '@mantine/core';
import { changeOwnPassword } from '@suanpan/contract/endpoints/personal';
import { useQueryClient } from '@tanstack/react-query';
import { CodeInput } from '../../../kit/code-input.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { fieldFault, fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';

/** Old password, new one twice, and a code. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const client = useQueryClient();
  return (
    <FormDialog
      title={t('password.change')}
      submitLabel={t('password.change')}
      onClose={onClose}
      act={async (form) => {
        const wanted = fieldText(form, 'new_password');
        if (wanted !== fieldText(form, 'repeat')) throw fieldFault('repeat', t('password.mismatch'));
        await call(changeOwnPassword, {
          password: fieldText(form, 'password'),
          new_password: wanted,
          one_code: fieldText(form, 'one_code'),
        });
        toasts.emit({ tone: 'ok', title: t('password.done') });
        await client.invalidateQueries({ queryKey: personalKeys.sessions });
      }}
    >
      {(errorOf) => (
        <>
          <p className={styles.hint}>{t('password.hint')}</p>
          <PasswordInput
            name="password"
            label={t('password.current')}
            autoComplete="current-password"
            error={errorOf('password')}
            data-autofocus
          />
          <PasswordInput
            name="new_password"
            label={t('password.next')}
            autoComplete="new-password"
            error={errorOf('new_password')}
          />
          <PasswordInput
            name="repeat"
            label={t('password.repeat')}
            autoComplete="new-password"
            error={errorOf('repeat')}
          />
          <CodeInput name="one_code" label={common('stepUp.code')} error={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

import { PasswordInput } from '@mantine/core';
import { changePaymentPassword } from '@suanpan/contract/endpoints/personal';
import { useQueryClient } from '@tanstack/react-query';
import { CodeInput } from '../../../kit/code-input.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { fieldFault, fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';

interface PaymentPasswordDialogProps {
  readonly isSet: boolean;
  readonly onClose: () => void;
}

/** The first one is proved with the password of the login, every later one with the one so far. */
export function PaymentPasswordDialog({ isSet, onClose }: PaymentPasswordDialogProps) {
  const t = useWords('personal');
  const common = useWords('common');
  const client = useQueryClient();
  const title = isSet ? t('paymentPassword.change') : t('paymentPassword.set');
  return (
    <FormDialog
      title={title}
      submitLabel={title}
      onClose={onClose}
      act={async (form) => {
        const wanted = fieldText(form, 'new_payment_password');
        if (wanted !== fieldText(form, 'repeat')) throw fieldFault('repeat', t('password.mismatch'));
        await call(changePaymentPassword, {
          password: fieldText(form, 'password'),
          new_payment_password: wanted,
          one_code: fieldText(form, 'one_code'),
        });
        toasts.emit({ tone: 'ok', title: t('paymentPassword.done') });
        await client.invalidateQueries({ queryKey: personalKeys.profile });
      }}
    >
      {(errorOf) => (
        <>
          <p className={styles.hint}>{t('paymentPassword.hint')}</p>
          <PasswordInput
            name="password"
            label={isSet ? t('paymentPassword.current') : t('paymentPassword.loginPassword')}
            autoComplete={isSet ? 'off' : 'current-password'}
            error={errorOf('password')}
            data-autofocus
          />
          <PasswordInput
            name="new_payment_password"
            label={t('paymentPassword.next')}
            autoComplete="off"
            error={errorOf('new_payment_password')}
          />
          <PasswordInput
            name="repeat"
            label={t('paymentPassword.repeat')}
            autoComplete="off"
            error={errorOf('repeat')}
          />
          <CodeInput name="one_code" label={common('stepUp.code')} error={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

import { PasswordInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { finishTwoFactorChange, startTwoFactorChange } from '@suanpan/contract/endpoints/personal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BindingWizard } from '../../../kit/binding-wizard.tsx';
import { CodeInput } from '../../../kit/code-input.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './personal.module.css';

type Started = OutputOf<typeof startTwoFactorChange>;

/** First proof of the present authenticator, then the three steps of the new one. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('personal');
  const answer = useRef<Started | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  if (started !== null) return <NewAuthenticator started={started} onClose={onClose} />;
  return (
    <FormDialog
      title={t('twoFactor.start')}
      submitLabel={t('twoFactor.change')}
      onClose={() => (answer.current === null ? onClose() : setStarted(answer.current))}
      act={async (form) => {
        answer.current = await call(startTwoFactorChange, {
          password: fieldText(form, 'password'),
          one_code: fieldText(form, 'one_code'),
        });
      }}
    >
      {(errorOf) => (
        <>
          <p className={styles.hint}>{t('twoFactor.startHint')}</p>
          <PasswordInput
            name="password"
            label={t('password.current')}
            autoComplete="current-password"
            error={errorOf('password')}
            data-autofocus
          />
          <CodeInput name="one_code" label={t('twoFactor.code')} error={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

const changeEnded = 10002;

function NewAuthenticator({ started, onClose }: { started: Started; onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const client = useQueryClient();
  const bind = useMutation({
    mutationFn: (oneCode: string) => call(finishTwoFactorChange, { one_code: oneCode }),
    meta: { handlesFault: true },
    onSuccess: async () => {
      toasts.emit({ tone: 'ok', title: t('twoFactor.done') });
      onClose();
      await client.invalidateQueries({ queryKey: ['settings.personal'] });
    },
    onError: (fault) => {
      if (fault.code !== changeEnded) return;
      toasts.emit({ tone: 'fail', title: fault.message });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('twoFactor.change')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <BindingWizard
        secret={started.secret}
        otpauthUrl={started.otpauth_url}
        onBind={async (oneCode) => {
          await bind.mutateAsync(oneCode).catch(() => null);
        }}
        error={bind.error?.message ?? null}
        isBusy={bind.isPending}
      />
    </Modal>
  );
}

import { Textarea } from '@mantine/core';
import { updateApiKeyAddresses, type ApiKeyView } from '@suanpan/contract/endpoints/api-keys';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { StepUpFields } from '../../../kit/step-up-fields.tsx';
import { call } from '../../../lib/api.ts';
import { fieldText } from '../../../lib/form-field.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { PayoutBounds, readPayoutBounds } from './payout-bounds.tsx';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';

interface PayoutKeyDialogProps {
  readonly apiKey: ApiKeyView;
  readonly onClose: () => void;
}

/** Addresses and amount of a key that can pay out: less acts at once, more waits for a second person. */
export function PayoutKeyDialog({ apiKey, onClose }: PayoutKeyDialogProps) {
  const t = useWords('personal');
  const common = useWords('common');
  const client = useQueryClient();
  return (
    <FormDialog
      title={t('keys.editAddresses')}
      submitLabel={common('buttons.save')}
      onClose={onClose}
      act={async (form) => {
        const { approval_id: waits } = await call(updateApiKeyAddresses, {
          id: apiKey.id,
          ip_allowlist: fieldText(form, 'ip_allowlist')
            .split(/[\s,;]+/)
            .filter(Boolean),
          ...readPayoutBounds(form),
          payment_password: fieldText(form, 'payment_password'),
          one_code: fieldText(form, 'one_code'),
        });
        toasts.emit({ tone: 'ok', title: waits === null ? t('keys.addressesSaved') : t('keys.waits') });
        await client.invalidateQueries({ queryKey: personalKeys.apiKeys });
      }}
    >
      {(errorOf) => (
        <>
          <p className={styles.effect}>{t('keys.payoutNeedsAddress')}</p>
          <Textarea
            name="ip_allowlist"
            label={t('addresses.entries')}
            defaultValue={apiKey.ip_allowlist.join('\n')}
            error={errorOf('ip_allowlist') ?? errorOf('ip_allowlist.0')}
            autosize
            minRows={2}
            spellCheck={false}
          />
          <PayoutBounds errorOf={errorOf} amount={apiKey.daily_amount ?? ''} />
          <StepUpFields passwordError={errorOf('payment_password')} codeError={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

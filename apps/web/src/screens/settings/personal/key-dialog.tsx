import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { apiScopes, createApiKey } from '@suanpan/contract/endpoints/api-keys';
import { useQueryClient } from '@tanstack/react-query';
import { CheckGroup } from '../../../kit/check-group.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { StepUpFields } from '../../../kit/step-up-fields.tsx';
import { fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { PayoutBounds, readPayoutBounds } from './payout-bounds.tsx';
import { personalKeys } from './personal-keys.ts';
import styles from './personal.module.css';
import type { TellOnce } from './told-secret.tsx';

interface KeyDialogProps {
  readonly onTold: (told: TellOnce) => void;
  readonly onClose: () => void;
}

/** A new key: for which world, for what, from where. */
export function KeyDialog({ onTold, onClose }: KeyDialogProps) {
  const t = useWords('personal');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<(typeof apiScopes)[number][]>(['collect', 'read']);
  return (
    <FormDialog
      title={t('keys.create')}
      submitLabel={t('keys.create')}
      onClose={onClose}
      act={async (form) => {
        const told = await call(createApiKey, {
          is_test: fieldText(form, 'kind') === 'test',
          scopes: chosen,
          ip_allowlist: fieldText(form, 'ip_allowlist')
            .split(/[\s,;]+/)
            .filter(Boolean),
          ...readPayoutBounds(form),
          payment_password: fieldText(form, 'payment_password'),
          one_code: fieldText(form, 'one_code'),
        });
        onTold(told);
        await client.invalidateQueries({ queryKey: personalKeys.apiKeys });
      }}
    >
      {(errorOf) => (
        <>
          <p className={styles.effect}>{t('keys.createEffect')}</p>
          <Radio.Group name="kind" label={t('keys.kind')} defaultValue="live">
            <div className={styles.buttons}>
              <Radio value="live" label={t('keys.live')} />
              <Radio value="test" label={t('keys.test')} />
            </div>
          </Radio.Group>
          <CheckGroup
            label={t('keys.scopes')}
            choices={apiScopes}
            wordOf={(scope) => t(`keys.scope.${scope}`)}
            value={chosen}
            onChange={setChosen}
            error={errorOf('scopes')}
          />
          <Textarea
            name="ip_allowlist"
            label={t('addresses.entries')}
            description={t('keys.payoutNeedsAddress')}
            error={errorOf('ip_allowlist') ?? errorOf('ip_allowlist.0')}
            autosize
            minRows={2}
            spellCheck={false}
          />
          {chosen.includes('payout') && <PayoutBounds errorOf={errorOf} />}
          <StepUpFields passwordError={errorOf('payment_password')} codeError={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

import { NumberInput, Textarea } from '@mantine/core';
import { createShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { StepUpFields } from '../../../kit/step-up-fields.tsx';
import { fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
import { operatorNames } from '../../../lib/names.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

interface GrantDialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Lets one person act for one user, for a number of days. */
export function GrantDialog({ onDone, onClose }: GrantDialogProps) {
  const t = useWords('personal');
  const common = useWords('common');
  const [grantee, setGrantee] = useState<string | null>('');
  const [target, setTarget] = useState<string | null>('');
  return (
    <FormDialog
      title={t('shadow.createTitle')}
      submitLabel={t('shadow.create')}
      isReady={Boolean(grantee) && Boolean(target)}
      onClose={onClose}
      act={async (form) => {
        await call(createShadowGrant, {
          grantee: grantee ?? '',
          target: target ?? '',
          // Not money: a number of days.
          days: Number(fieldText(form, 'days')),
          reason: fieldText(form, 'reason'),
          payment_password: fieldText(form, 'payment_password'),
          one_code: fieldText(form, 'one_code'),
        });
        toasts.emit({ tone: 'ok', title: t('shadow.created') });
        onDone();
      }}
    >
      {(errorOf) => (
        <>
          <PickInput
            label={t('shadow.grantee')}
            description={t('shadow.granteeHint')}
            source={operatorNames}
            onPick={setGrantee}
            error={errorOf('grantee')}
            required
            isFirst
          />
          <PickInput
            label={t('shadow.target')}
            description={t('shadow.targetHint')}
            source={operatorNames}
            onPick={setTarget}
            error={errorOf('target')}
            required
          />
          <NumberInput
            name="days"
            label={t('shadow.days')}
            defaultValue={7}
            min={1}
            max={90}
            allowDecimal={false}
            error={errorOf('days')}
          />
          <Textarea
            name="reason"
            label={common('stepUp.reason')}
            placeholder={common('stepUp.reasonPlaceholder')}
            error={errorOf('reason')}
            autosize
            minRows={2}
          />
          <StepUpFields passwordError={errorOf('payment_password')} codeError={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

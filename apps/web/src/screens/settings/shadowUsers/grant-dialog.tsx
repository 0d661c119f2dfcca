import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { createShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { StepUpFields } from '../../../kit/step-up-fields.tsx';
import { fieldText } from '../../../lib/form-field.ts';
import { call } from '../../../lib/api.ts';
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
  return (
    <FormDialog
      title={t('shadow.createTitle')}
      submitLabel={t('shadow.create')}
      onClose={onClose}
      act={async (form) => {
        await call(createShadowGrant, {
          grantee: fieldText(form, 'grantee'),
          target: fieldText(form, 'target'),
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
          <TextInput
            name="grantee"
            label={t('shadow.grantee')}
            description={t('shadow.granteeHint')}
            error={errorOf('grantee')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TextInput
            name="target"
            label={t('shadow.target')}
            description={t('shadow.targetHint')}
            error={errorOf('target')}
            autoComplete="off"
            spellCheck={false}
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

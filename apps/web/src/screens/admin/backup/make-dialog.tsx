import { TextInput } from '@mantine/core';
import { makeBackup } from '@suanpan/contract/endpoints/backups';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { fieldText } from '../../../lib/form-field.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

interface MakeDialogProps {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** One more copy, now. */
export function MakeDialog({ onClose, onDone }: MakeDialogProps) {
  const t = useWords('backups');
  return (
    <FormDialog
      title={t('acts.create')}
      hint={t('effects.create')}
      submitLabel={t('acts.create')}
      act={async (form, once) => {
        await call(makeBackup, { note: fieldText(form, 'note') }, once);
        toasts.emit({ tone: 'ok', title: t('said.create') });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextInput
          name="note"
          label={t('fields.note')}
          maxLength={200}
          error={errorOf('note')}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

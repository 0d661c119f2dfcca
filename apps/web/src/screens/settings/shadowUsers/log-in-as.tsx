import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { fieldFault, fieldText } from '../../../lib/form-field.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Impersonate } from '../../../parts/user/impersonate.tsx';

/** By the number of a user, for whoever knows it from a call or a letter. */
export function LogInAs({ onClose }: { onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const typed = useRef<string | null>(null);
  const [id, setId] = useState<string | null>(null);
  if (id !== null) return <Impersonate user={{ id, name: id }} onClose={onClose} />;
  return (
    <FormDialog
      title={t('impersonate.action')}
      submitLabel={common('buttons.next')}
      onClose={() => (typed.current === null ? onClose() : setId(typed.current))}
      act={async (form) => {
        const wanted = fieldText(form, 'id').trim();
        if (!/^\d{1,19}$/.test(wanted)) throw fieldFault('id', common('validation.number'));
        typed.current = wanted;
      }}
    >
      {(errorOf) => (
        <TextInput
          name="id"
          label={t('impersonate.userId')}
          error={errorOf('id')}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

import type { FoundName } from '@suanpan/contract/endpoints/names';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { operatorNames } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Impersonate } from '../../../parts/user/impersonate.tsx';

/** By name, or by the number of a user for whoever knows it from a call or a letter. */
export function LogInAs({ onClose }: { onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const found = useRef<FoundName | null>(null);
  const [picked, setPicked] = useState<string | null>('');
  const [user, setUser] = useState<FoundName | null>(null);
  if (user !== null) return <Impersonate user={user} onClose={onClose} />;
  return (
    <FormDialog
      title={t('impersonate.action')}
      submitLabel={common('buttons.next')}
      isReady={Boolean(picked)}
      onClose={() => (found.current === null ? onClose() : setUser(found.current))}
      act={async () => {
        const id = picked ?? '';
        const [named] = await operatorNames.find({ id });
        found.current = named ?? { id, name: id };
      }}
    >
      {() => (
        <PickInput label={t('impersonate.user')} source={operatorNames} onPick={setPicked} required isFirst />
      )}
    </FormDialog>
  );
}

import { updateWatch, watches, type Watch } from '@suanpan/contract/endpoints/watches';
import { useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { draftOf, isSaid, saidOf, WatchFields } from './watch-fields.tsx';

interface EditWatchProps {
  readonly watch: Watch;
  readonly onClose: () => void;
}

/** Says anew when a search tells, and whom; what it looks for stays. */
export function EditWatch({ watch, onClose }: EditWatchProps) {
  const t = useWords('alerts');
  const common = useWords('common');
  const [draft, setDraft] = useState(() => draftOf(watch));
  return (
    <FormDialog
      title={`${common('buttons.edit')} ${watch.name}`}
      hint={t('watch.anew')}
      submitLabel={common('buttons.save')}
      isReady={isSaid(draft)}
      act={async () => {
        const { filter, id, search } = watch;
        await call(updateWatch, { id, filter, search, ...saidOf(draft) });
        await queryClient.invalidateQueries({ queryKey: [watches.path] });
        toasts.emit({ tone: 'ok', title: t('watch.saved') });
      }}
      onClose={onClose}
    >
      {(errorOf) => <WatchFields draft={draft} onChange={setDraft} errorOf={errorOf} />}
    </FormDialog>
  );
}

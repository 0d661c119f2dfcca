import { deleteWatch, watches, type Watch } from '@suanpan/contract/endpoints/watches';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

interface RemoveWatchProps {
  readonly watch: Watch;
  readonly onClose: () => void;
}

/** Asks before one is told no more: nobody finds out by himself that he is not. */
export function RemoveWatch({ watch, onClose }: RemoveWatchProps) {
  const t = useWords('alerts');
  const common = useWords('common');
  return (
    <Confirm
      title={`${common('buttons.delete')} ${watch.name}`}
      effect={t('removeEffect')}
      confirmLabel={common('buttons.delete')}
      act={async () => {
        await call(deleteWatch, { id: watch.id });
        await queryClient.invalidateQueries({ queryKey: [watches.path] });
        toasts.emit({ tone: 'ok', title: t('watch.removed') });
      }}
      onClose={onClose}
    />
  );
}

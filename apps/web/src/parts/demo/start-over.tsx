import { demoProgress, startDemoOver } from '@suanpan/contract/endpoints/demo';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../kit/confirm.tsx';
import { Modal } from '../../kit/modal.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { beginStartingOver } from './starting-over.ts';

/** Throws the demo away by one confirmed act, or says how it is done where the server cannot. */
export function StartOver({ onClose }: { onClose: () => void }) {
  const t = useWords('demo');
  const common = useWords('common');
  const { data } = useQuery({
    queryKey: ['demo', 'progress'],
    queryFn: ({ signal }) => call(demoProgress, {}, { signal }),
    staleTime: 0,
  });
  if (data === undefined) return null;
  if (!data.can_start_over) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('reset.title')}
        closeButtonProps={{ 'aria-label': common('buttons.close') }}
      >
        {t('reset.byHand')}
      </Modal>
    );
  }
  const startOver = async (): Promise<void> => {
    // What is shown next is fetched while there is a server to fetch it from.
    await import('./drawing-anew.tsx');
    await call(startDemoOver, {});
    beginStartingOver();
  };
  return (
    <Confirm
      title={t('reset.title')}
      effect={t('reset.effect')}
      confirmLabel={t('reset.confirm')}
      isDangerous
      act={startOver}
      onClose={onClose}
    />
  );
}

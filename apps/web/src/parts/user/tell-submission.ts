import type { OutputOf } from '@suanpan/contract/endpoint';
import type { editFrozen } from '@suanpan/contract/endpoints/user-acts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { usersChanged } from './users-changed.ts';

/** Says whether an act is done, or waits for a second person, and where. */
export function useTellSubmission(): (answer: OutputOf<typeof editFrozen>, about: string) => void {
  const t = useWords('users');
  return (answer, about) => {
    toasts.emit(
      answer.state === 'done'
        ? { tone: 'ok', title: t('money.done'), text: about }
        : { tone: 'wait', title: t('money.waiting'), text: about, href: '#/wrap/admin.approvals' },
    );
    usersChanged();
  };
}

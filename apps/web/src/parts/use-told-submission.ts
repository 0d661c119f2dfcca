import type { Submission } from '@suanpan/contract/endpoints/approvals';
import { useMay } from '../lib/own-user.ts';
import { toasts } from '../lib/toast.ts';
import { useWords } from '../lib/use-words.ts';

/** Says what became of an act: done, or that it waits for a second person, for whom, and the way there for whoever may go. */
export function useToldSubmission(): (answer: Submission, done: string, text?: string) => void {
  const t = useWords('approvals');
  const may = useMay();
  return (answer, done, text) => {
    if (answer.state === 'done') {
      toasts.emit({ tone: 'ok', title: done, ...(text !== undefined && { text }) });
      return;
    }
    const who = t('deciders', answer.deciders);
    toasts.emit({
      tone: 'wait',
      title: t('sent'),
      text: text === undefined ? who : `${text} · ${who}`,
      ...(may('admin.approvals.get') && { href: `#/wrap/admin.approvals?open=${answer.approval_id}` }),
    });
  };
}

import type { Submission } from '@suanpan/contract/endpoints/approvals';
import { toasts } from '../lib/toast.ts';
import { useWords } from '../lib/use-words.ts';

/** Says what became of an act: done, or that it waits for a second person, with the way there. */
export function useToldSubmission(): (answer: Submission, done: string, text?: string) => void {
  const t = useWords('approvals');
  return (answer, done, text) => {
    const more = text === undefined ? {} : { text };
    if (answer.state === 'done') toasts.emit({ tone: 'ok', title: done, ...more });
    else
      toasts.emit({
        tone: 'wait',
        title: t('sent'),
        ...more,
        href: `#/wrap/admin.approvals?open=${answer.approval_id}`,
      });
  };
}

import type { Submission } from '@suanpan/contract/endpoints/approvals';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import { usersChanged } from './users-changed.ts';

/** Says whether an act on a user is done, or waits for a second person, and reads the lists again. */
export function useTellSubmission(): (answer: Submission, about: string) => void {
  const t = useWords('users');
  const told = useToldSubmission();
  return (answer, about) => {
    told(answer, t('money.done'), about);
    usersChanged();
  };
}

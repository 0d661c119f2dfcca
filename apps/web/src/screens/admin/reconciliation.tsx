import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { ReconciliationDays } from './reconciliation/days.tsx';
import { Differences } from './reconciliation/differences.tsx';

/** Providers' statements against the books: what differs and waits for somebody, and the days that are to be closed. */
export function Reconciliation() {
  const t = useWords('reconciliation');
  const [part, choice] = usePart({ differences: t('parts.differences'), days: t('parts.days') });
  return part === 'days' ? <ReconciliationDays choice={choice} /> : <Differences choice={choice} />;
}

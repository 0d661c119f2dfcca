import { useWords } from '../lib/use-words.ts';
import styles from './parts.module.css';

const named = 3;

/** Numbers that were looked up and belong to no order: the first by name, all of them in the tooltip. */
export function UnmatchedNumbers({ numbers = [] }: { numbers?: readonly string[] | undefined }) {
  const t = useWords('orders');
  if (numbers.length === 0) return null;
  const first = numbers.slice(0, named).join(', ');
  return (
    <span className={styles.unmatched} role="status" title={numbers.join('\n')}>
      {t('filters.unmatched', { numbers: numbers.length > named ? `${first} …` : first })}
    </span>
  );
}

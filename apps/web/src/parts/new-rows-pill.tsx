import { useWords } from '../lib/use-words.ts';
import styles from './parts.module.css';

/** New rows wait here until somebody wants them, so that nothing moves under the pointer. */
export function NewRowsPill({ count, onMerge }: { count: number; onMerge: () => void }) {
  const t = useWords('orders');
  if (count === 0) return null;
  return (
    <button type="button" className={styles.pill} onClick={onMerge}>
      {t('refresh.newOrders', { count })}
    </button>
  );
}

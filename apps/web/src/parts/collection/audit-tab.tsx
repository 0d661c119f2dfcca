import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../instant.tsx';
import styles from './drawer.module.css';

/** Who changed what, before and after. */
export function AuditTab({ rows }: { rows: NonNullable<CollectionDetail['audit']> }) {
  const t = useWords('orders');
  if (rows.length === 0) return <EmptyState kind="none" />;
  return (
    <table className={styles.lines}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Instant at={row.at} />
            </td>
            <td>{row.actor === 'system' ? t('drawer.system') : row.actor}</td>
            <td className="mono">{row.act}</td>
            <td>
              {row.before !== null && <s>{row.before}</s>} {row.after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

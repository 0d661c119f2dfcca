import type { AuditRow } from '@suanpan/contract/endpoints/audit';
import { useWords } from '../../lib/use-words.ts';
import styles from './audit.module.css';

/** Who acted, and for whom where that is another. */
export function Operator({ row }: { row: Pick<AuditRow, 'actor' | 'effective'> }) {
  const t = useWords('audit');
  if (row.actor === null) return <span className={styles.quiet}>{t('detail.system')}</span>;
  return (
    <span title={row.actor.name}>
      {row.actor.username}
      {row.effective && ` → ${row.effective.username}`}
    </span>
  );
}

import type { AuditRow } from '@suanpan/contract/endpoints/audit';
import { tellChanges } from '@suanpan/messages/audit-words';
import { useWords } from '../../lib/use-words.ts';
import styles from './audit.module.css';
import { useAuditReader } from './use-audit-reader.ts';

/** What a row changed: each field with what stood before and what stands since. */
export function Changes({ row }: { row: Pick<AuditRow, 'object_kind' | 'changes'> }) {
  const t = useWords('audit');
  const reader = useAuditReader();
  if (row.changes.length === 0) return <p className={styles.quiet}>{t('detail.noChange')}</p>;
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('detail.field')}</th>
          <th scope="col">{t('detail.before')}</th>
          <th scope="col">{t('detail.after')}</th>
        </tr>
      </thead>
      <tbody>
        {tellChanges(reader, row.object_kind, row.changes).map(({ field, before, after }, index) => (
          <tr key={row.changes[index]?.field}>
            <th scope="row" title={row.changes[index]?.field}>
              {field}
            </th>
            <td>{before === null ? '–' : <del>{before}</del>}</td>
            <td>{after === null ? '–' : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

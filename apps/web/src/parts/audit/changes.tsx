import type { AuditRow } from '@suanpan/contract/endpoints/audit';
import { useWords } from '../../lib/use-words.ts';
import styles from './audit.module.css';

/** What a row changed: each field with what stood before and what stands since. */
export function Changes({ changes }: { changes: AuditRow['changes'] }) {
  const t = useWords('audit');
  if (changes.length === 0) return <p className={styles.quiet}>{t('detail.noChange')}</p>;
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
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row" className="mono">
              {change.field}
            </th>
            <td>{change.before === null ? '–' : <del>{change.before}</del>}</td>
            <td>{change.after === null ? '–' : <ins>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same in one line, for a list. */
export function changesInBrief(changes: AuditRow['changes']): string {
  return changes
    .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join(' · ');
}

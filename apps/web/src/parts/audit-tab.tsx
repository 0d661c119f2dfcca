import { objectAudit } from '@suanpan/contract/endpoints/audit';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../kit/empty-state.tsx';
import { Fault } from '../kit/fault.tsx';
import { call } from '../lib/api.ts';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import { useActName } from './audit/act-name.ts';
import { Changes } from './audit/changes.tsx';
import { Operator } from './audit/operator.tsx';
import { OutcomeTag } from './audit/outcome-tag.tsx';
import { Instant } from './instant.tsx';
import styles from './audit/audit.module.css';

/** Who did what to one thing, newest first: the tab of every drawer that shows a thing. */
export function AuditTab({ kind, id }: { kind: string; id: string }) {
  const t = useWords('audit');
  const actName = useActName();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', kind, id],
    queryFn: ({ signal }) => call(objectAudit, { kind, id }, { signal }),
  });
  if (error instanceof CallFault && !data) return <Fault fault={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState kind="none" text={t('detail.none')} />;
  return (
    <ol className={styles.history} aria-busy={data === undefined}>
      {data?.items.map((row) => (
        <li key={row.id}>
          <div className={styles.line}>
            <Instant at={row.at} />
            <b>{actName(row.act)}</b>
            <Operator row={row} />
            {row.outcome !== 'done' && <OutcomeTag outcome={row.outcome} />}
          </div>
          {row.changes.length > 0 && <Changes changes={row.changes} />}
        </li>
      ))}
    </ol>
  );
}

import { objectAudit } from '@suanpan/contract/endpoints/audit';
import { tellAct } from '@suanpan/messages/audit-words';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../kit/empty-state.tsx';
import { Fault } from '../kit/fault.tsx';
import { call } from '../lib/api.ts';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import { Changes } from './audit/changes.tsx';
import { Operator } from './audit/operator.tsx';
import { OutcomeTag } from './audit/outcome-tag.tsx';
import { useAuditReader } from './audit/use-audit-reader.ts';
import { Instant } from '../kit/instant.tsx';
import styles from './audit/audit.module.css';

/** Who did what to one thing, newest first: the tab of every drawer that shows a thing. */
export function AuditTab({ kind, id }: { kind: string; id: string }) {
  const t = useWords('audit');
  const reader = useAuditReader();
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
            <b>{tellAct(reader, row.act)}</b>
            <Operator row={row} />
            {row.outcome !== 'done' && <OutcomeTag outcome={row.outcome} />}
          </div>
          {row.changes.length > 0 && <Changes row={row} />}
        </li>
      ))}
    </ol>
  );
}

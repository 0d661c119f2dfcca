import type { AuditRow } from '@suanpan/contract/endpoints/audit';
import { tellAct, tellKind } from '@suanpan/messages/audit-words';
import { Copy } from '../../../kit/copy.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { Changes } from '../../../parts/audit/changes.tsx';
import { OutcomeTag } from '../../../parts/audit/outcome-tag.tsx';
import { useAuditReader } from '../../../parts/audit/use-audit-reader.ts';
import { Instant } from '../../../kit/instant.tsx';
import styles from './operation-logs.module.css';

/** One act with everything that is known of it. */
export function OperationDrawer({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const t = useWords('audit');
  const reader = useAuditReader();
  const person = (who: AuditRow['actor']): string =>
    who === null ? t('detail.system') : `${who.name} · ${who.username} · ${who.id}`;
  return (
    <SideDrawer onClose={onClose} size={640} title={t('detail.title')}>
      <div className={styles.detail}>
        <h2>
          {tellAct(reader, row.act)} <OutcomeTag outcome={row.outcome} />
        </h2>
        <dl className={styles.facts}>
          <dt>{t('columns.time')}</dt>
          <dd>
            <Instant at={row.at} />
          </dd>
          <dt>{t('columns.actor')}</dt>
          <dd>{person(row.actor)}</dd>
          {row.effective && (
            <>
              <dt>{t('columns.effective')}</dt>
              <dd>{person(row.effective)}</dd>
            </>
          )}
          <dt>{t('columns.object')}</dt>
          <dd>
            {tellKind(reader, row.object_kind)} <Copy text={row.object_id}>{row.object_id}</Copy>
          </dd>
          <dt>{t('columns.act')}</dt>
          <dd className="mono">{row.act}</dd>
          <dt>{t('columns.ip')}</dt>
          <dd className="num">{row.ip ?? '–'}</dd>
          <dt>{t('columns.device')}</dt>
          <dd>{row.user_agent || '–'}</dd>
          <dt>{t('columns.request')}</dt>
          <dd>{row.request_id === null ? '–' : <Copy text={row.request_id}>{row.request_id}</Copy>}</dd>
          <dt>{t('columns.block')}</dt>
          <dd>{row.block === null ? t('detail.unsealed') : t('detail.sealed', { block: row.block })}</dd>
        </dl>
        <Changes row={row} />
      </div>
    </SideDrawer>
  );
}

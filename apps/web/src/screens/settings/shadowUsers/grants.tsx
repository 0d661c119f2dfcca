import { revokeShadowGrant, shadowGrants, type ShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../../kit/filter/field-factory.ts';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { grantColumns, grantPresets } from './grant-columns.tsx';
import styles from './shadow-users.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const GrantDialog = lazy(async () => ({ default: (await import('./grant-dialog.tsx')).GrantDialog }));

const rowKey = (row: ShadowGrant): string => row.id;

/** Who may act for whom, with who gave it and until when; what has ended stays in the list. */
export function Grants({ choice }: { choice: ReactNode }) {
  const t = useWords('personal');
  const common = useWords('common');
  const may = useMay();
  const [asked, setAsked] = useState<ShadowGrant | 'new' | null>(null);
  const columns = useMemo(() => grantColumns(t), [t]);
  const presets = useMemo(() => grantPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<typeof shadowGrants>();
    return [
      f.choice('state', t('shadow.state'), {
        live: t('shadow.states.live'),
        expired: t('shadow.states.expired'),
        revoked: t('shadow.states.revoked'),
      }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(shadowGrants, fields), [fields]);
  const list = useScreenList(shadowGrants, toInput);
  const mayRevoke = may('settings.shadowUsers.revoke');
  const actionsOf = (row: ShadowGrant): readonly GridAction[] =>
    row.state === 'live'
      ? [{ key: 'revoke', label: t('shadow.revoke'), isDangerous: true, run: () => setAsked(row) }]
      : [];
  return (
    <ListFrame<typeof shadowGrants>
      list={list}
      name="settings.shadowUsers.grants"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('shadow.noGrants')}
      headActions={choice}
      create={
        may('settings.shadowUsers.create')
          ? { label: t('shadow.create'), run: () => setAsked('new') }
          : undefined
      }
      toolbar={<span className={styles.hint}>{t('shadow.grantsHint')}</span>}
      {...(mayRevoke && { actions: actionsOf })}
    >
      <Suspense fallback={null}>
        {asked === 'new' && <GrantDialog onDone={list.reload} onClose={() => setAsked(null)} />}
        {asked !== null && asked !== 'new' && (
          <Confirm
            title={t('shadow.revokeTitle')}
            effect={t('shadow.revokeEffect', {
              grantee: asked.grantee.username,
              target: asked.target.username,
            })}
            confirmLabel={t('shadow.revoke')}
            isDangerous
            act={async () => {
              const { ended } = await call(revokeShadowGrant, { id: asked.id });
              toasts.emit({ tone: 'ok', title: t('shadow.revoked', { count: ended }) });
              list.reload();
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

import { approvals } from '@suanpan/contract/endpoints/approvals';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { inputOf } from '../../../kit/filter/field-factory.ts';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { call } from '../../../lib/api.ts';
import { textAt, withFilters } from '../../../lib/list-paging.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { approvalColumns, approvalFields, approvalPresets } from './columns.tsx';
import type { Approval, Decision } from './approval.ts';
import styles from './approvals.module.css';

const ApprovalDrawer = lazy(async () => ({
  default: (await import('./drawer.tsx')).ApprovalDrawer,
}));
const DecisionDialog = lazy(async () => ({
  default: (await import('./decision-dialog.tsx')).DecisionDialog,
}));

const idPattern = /^\d{1,19}$/;
const rowKey = (row: Approval): string => row.id;
const closedToday = { closed: 'today' };

/** What waits for a second person; those who may decide see exactly what they would let happen. */
export function ApprovalList({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('approvals');
  const common = useWords('common');
  const { open, search, setSearch } = useScreenPlace();
  const columns = useMemo(() => approvalColumns(t), [t]);
  const presets = useMemo(() => approvalPresets(common), [common]);
  const fields = useMemo(() => approvalFields(t), [t]);
  const toInput = useMemo(() => inputOf(approvals, fields), [fields]);
  const list = useScreenList(approvals, toInput);
  const [decision, setDecision] = useState<Decision | null>(null);
  const { data } = list;
  const openedId = textAt(search, 'open');
  const listed = data?.items.find(({ id }) => id === openedId);
  // A notice or a message leads to one that the list may not show: decided meanwhile, or on another page.
  const alone = useQuery({
    queryKey: [approvals.path, 'alone', openedId],
    queryFn: ({ signal }) => call(approvals, { id: openedId ?? '' }, { signal }),
    enabled: openedId !== undefined && idPattern.test(openedId) && data !== undefined && listed === undefined,
  });
  const opened = listed ?? (openedId === undefined ? undefined : alone.data?.items[0]);

  // His own he can only take back; what others sent he decides, or is told why he may not.
  const namesOf = ({ state, actions }: Approval): readonly Decision['name'][] => {
    if (state !== 'waiting') return [];
    return actions.includes('withdraw') ? ['withdraw'] : ['approve', 'refuse'];
  };
  const actionsOf = (row: Approval): readonly GridAction[] =>
    namesOf(row).map((name) => ({
      key: name,
      label: t(`actions.${name}`),
      isDangerous: name !== 'approve',
      ...(!row.actions.includes(name) && {
        disabledBecause: row.hindrance ? t(`hindrances.${row.hindrance}`) : common('table.noPermission'),
      }),
      run: () => setDecision({ name, row }),
    }));
  return (
    <ListFrame<typeof approvals>
      list={list}
      name="admin.approvals"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('empty')}
      headActions={choice}
      toolbar={
        <>
          {data && <span className="num">{t('summary', data.summary)}</span>}
          {data && (
            <button
              type="button"
              className={styles.closed}
              disabled={data.summary.closed_today === 0}
              onClick={() => setSearch(withFilters(search, closedToday), true)}
            >
              {t('closedToday', { count: data.summary.closed_today })}
            </button>
          )}
        </>
      }
      onOpen={(row) => open(row.id)}
      actions={actionsOf}
    >
      <Suspense fallback={null}>
        {opened && <ApprovalDrawer row={opened} actions={actionsOf(opened)} onClose={() => open(null)} />}
        {decision && (
          <DecisionDialog
            decision={decision}
            onClose={() => setDecision(null)}
            onDone={() => {
              open(null);
              list.reload();
            }}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

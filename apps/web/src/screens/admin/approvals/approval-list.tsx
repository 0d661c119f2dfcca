import { approvals } from '@suanpan/contract/endpoints/approvals';
import { approvalActNames, approvalStates } from '@suanpan/domain/approvals';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { FilterBar } from '../../../kit/filter/filter-bar.tsx';
import type { FilterField } from '../../../kit/filter/filter-field.ts';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { filtersOf, pagerOf, textAt, withFilters } from '../../../lib/list-paging.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useList } from '../../../lib/use-list.ts';
import { useReloadKey } from '../../../lib/use-reload-key.ts';
import { useWords } from '../../../lib/use-words.ts';
import { approvalColumns } from './columns.tsx';
import { approvalsInput, type Approval, type Decision } from './approval.ts';

const ApprovalDrawer = lazy(async () => ({
  default: (await import('./drawer.tsx')).ApprovalDrawer,
}));
const DecisionDialog = lazy(async () => ({
  default: (await import('./decision-dialog.tsx')).DecisionDialog,
}));

const rowKey = (row: Approval): string => row.id;

/** What waits for a second person; those who may decide see exactly what they would let happen. */
export function ApprovalList({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('approvals');
  const common = useWords('common');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const listSearch = useMemo(() => {
    const { open: _open, ...rest } = search;
    return rest;
  }, [search]);
  const list = useList(approvals, listSearch, approvalsInput);
  const [decision, setDecision] = useState<Decision | null>(null);
  useReloadKey(list.reload);
  const { data } = list;
  const openedId = textAt(search, 'open');
  const opened = data?.items.find(({ id }) => id === openedId);
  const open = (row: Approval | null): void => setSearch({ ...listSearch, ...(row ? { open: row.id } : {}) });

  const columns = useMemo(() => approvalColumns(t), [t]);
  const layout = useGridLayout('admin.approvals', columns);
  const fields = useMemo<readonly FilterField[]>(
    () => [
      {
        kind: 'choice',
        key: 'state',
        label: t('columns.state'),
        options: approvalStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
      },
      {
        kind: 'choice',
        key: 'act',
        label: t('columns.act'),
        options: approvalActNames.map((act) => ({ value: act, label: t(`acts.${act}`) })),
      },
    ],
    [t],
  );
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
  const filters = filtersOf(listSearch);
  // Without a word in the address it shows what waits; taking that filter away asks for everything.
  const { state = 'waiting', ...otherFilters } = filters;
  const shownFilters = { ...(state !== 'all' && { state }), ...otherFilters };
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={list.reload} />
  ) : Object.keys(otherFilters).length > 0 || !['waiting', 'all'].includes(String(state)) ? (
    <EmptyState
      kind="noMatch"
      action={{ label: common('buttons.clearFilters'), run: () => setSearch({}, true) }}
    />
  ) : (
    <EmptyState kind="none" text={t('empty')} />
  );
  return (
    <ListPage
      title={place.title}
      actions={choice}
      filters={
        <FilterBar
          fields={fields}
          firstRow={2}
          value={shownFilters}
          onSubmit={(next) => {
            setSearch(withFilters(search, { state: 'all', ...next }), true);
            if (JSON.stringify(next) === JSON.stringify(shownFilters)) list.reload();
          }}
          isBusy={list.isBusy && list.isStale}
        />
      }
      toolbar={<>{data && <span className="num">{t('summary', data.summary)}</span>}</>}
      settings={<GridSettings columns={columns} control={layout} />}
      pager={pagerOf(place, data)}
    >
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault && !data ? [] : data?.items}
        rowKey={rowKey}
        message={message}
        isStale={list.isStale}
        onOpen={open}
        actions={actionsOf}
      />
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
    </ListPage>
  );
}

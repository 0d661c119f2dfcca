import type { OutputOf } from '@suanpan/contract/endpoint';
import { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { operationGroupNames } from '@suanpan/domain/operations/groups';
import { useMemo } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter/filter-bar.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { instantsOf, daysOfPreset, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useList } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { HourBars } from './operationAnalysis/hour-bars.tsx';
import styles from './operationAnalysis/operation-analysis.module.css';

type Row = OutputOf<typeof operationAnalysis>['items'][number];
const fallbackRange = 'last7';

/** Who did how much of what, and what of it is not like him. */
export function OperationAnalysis() {
  const t = useWords('audit');
  const common = useWords('common');
  const { title, search, setSearch } = useScreenPlace();
  const list = useList(operationAnalysis, search, toInput);
  const columns = useColumns();
  const layout = useGridLayout('admin.operationAnalysis', columns);
  const fields = useMemo<FilterField[]>(
    () => [
      { kind: 'text', key: 'actor', label: t('filters.actor') },
      { kind: 'dates', key: 'range', label: t('filters.range'), fallback: fallbackRange, maxDays: 92 },
    ],
    [t],
  );
  const failed = list.fault !== null && list.data === undefined;
  return (
    <ListPage
      title={title}
      actions={<ExportButton kind="admin.operationAnalysis" endpoint={operationAnalysis} toInput={toInput} />}
      filters={
        <FilterBar
          fields={fields}
          value={search}
          onSubmit={(next) => setSearch(next, true)}
          isBusy={list.isBusy}
        />
      }
      settings={<GridSettings columns={columns} control={layout} />}
    >
      {list.data && list.data.items.length > 0 && <HourBars hours={list.data.hours} />}
      <DataGrid
        label={title}
        columns={columns}
        layout={layout}
        rows={failed ? [] : list.data?.items}
        rowKey={(row) => row.operator.id}
        message={
          failed && list.fault ? (
            <Fault fault={list.fault} onRetry={list.reload} />
          ) : (
            <EmptyState
              kind={textAt(search, 'actor') === undefined ? 'none' : 'noMatch'}
              text={t('analysis.empty')}
              {...(textAt(search, 'actor') !== undefined && {
                action: { label: common('buttons.clearFilters'), run: () => setSearch({}, true) },
              })}
            />
          )
        }
        isStale={list.isStale}
      />
    </ListPage>
  );
}

function toInput(search: FlatSearch, nowMs: number) {
  const choice = readRange(search, fallbackRange);
  // "Any time" would be the whole log: it falls back to the last seven days.
  const days = 'days' in choice ? choice : { days: daysOfPreset(fallbackRange, nowMs) };
  const isOpen = 'preset' in choice && choice.preset === 'all';
  const range = instantsOf(isOpen ? days : choice, nowMs);
  return { from: range?.from ?? '', to: range?.to ?? '', actor: textAt(search, 'actor') };
}

function useColumns(): readonly GridColumn<Row>[] {
  const t = useWords('audit');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'operator',
        title: t('analysis.operator'),
        width: 180,
        cell: ({ operator }) => <b title={operator.name}>{operator.username}</b>,
      },
      {
        key: 'role',
        title: t('analysis.role'),
        width: 120,
        cell: ({ operator }) => s(`role.${operator.role_name}`),
      },
      {
        key: 'anomalies',
        title: t('analysis.anomalies'),
        width: 300,
        cell: ({ anomalies }) =>
          anomalies.length === 0 ? (
            '–'
          ) : (
            <span className={styles.tags}>
              {anomalies.map(({ kind, count }) => (
                <StatusTag key={kind} tone="attention" label={t(`anomalies.${kind}`, { count })} />
              ))}
            </span>
          ),
      },
      { key: 'acts', title: t('analysis.acts'), width: 90, isFigure: true, cell: (row) => row.acts },
      {
        key: 'usual',
        title: t('analysis.usual'),
        width: 110,
        isFigure: true,
        cell: (row) => row.usual_per_day ?? '–',
      },
      { key: 'denials', title: t('analysis.denials'), width: 90, isFigure: true, cell: (row) => row.denials },
      { key: 'night', title: t('analysis.night'), width: 90, isFigure: true, cell: (row) => row.night },
      ...operationGroupNames.map((name): GridColumn<Row> => ({
        key: name,
        title: t(`groups.${name}`),
        width: 150,
        isFigure: true,
        cell: ({ groups }) => {
          const own = groups.find(({ group }) => group === name);
          if (own === undefined) return '–';
          return (
            <span className={styles.figure}>
              {own.count}
              {own.amounts.map(({ currency, amount }) => (
                <Money key={currency} value={amount} currency={currency} />
              ))}
            </span>
          );
        },
      })),
      {
        key: 'last',
        title: t('analysis.lastAt'),
        width: 170,
        cell: (row) => <Instant at={row.last_at} />,
      },
    ],
    [t, s],
  );
}

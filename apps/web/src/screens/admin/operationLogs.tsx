import { auditOutcomes, operationLogs, type AuditRow } from '@suanpan/contract/endpoints/audit';
import { changesInBrief, tellAct, tellKind } from '@suanpan/messages/audit-words';
import { Switch } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt } from '../../lib/list-paging.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { Operator } from '../../parts/audit/operator.tsx';
import { OutcomeTag } from '../../parts/audit/outcome-tag.tsx';
import { useAuditReader } from '../../parts/audit/use-audit-reader.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { VerifyButton } from './operationLogs/verify-button.tsx';

const OperationDrawer = lazy(async () => ({
  default: (await import('./operationLogs/operation-drawer.tsx')).OperationDrawer,
}));

const fallbackRange = 'today';

/** Who did what, to what, from where, and what it changed; with the proof that nobody rewrote it. */
export function OperationLogs() {
  const [opened, setOpened] = useState<AuditRow | null>(null);
  return (
    <ListScreen
      endpoint={operationLogs}
      name="admin.operationLogs"
      columns={useColumns()}
      fields={useFields()}
      toInput={toInput}
      rowKey={(row) => row.id}
      toolbar={() => <SystemSwitch />}
      headActions={
        <>
          <ExportButton kind="admin.operationLogs" endpoint={operationLogs} toInput={toInput} />
          <VerifyButton />
        </>
      }
      onOpen={setOpened}
    >
      {opened && (
        <Suspense fallback={null}>
          <OperationDrawer row={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </ListScreen>
  );
}

/** What the system does by itself would bury what people do, so it is shown on request. */
function SystemSwitch() {
  const t = useWords('audit');
  const { search, setSearch } = useScreenPlace();
  return (
    <Switch
      size="xs"
      label={t('filters.withSystem')}
      checked={isWithSystem(search)}
      onChange={(event) =>
        setSearch({ ...search, by: event.currentTarget.checked ? everybody : '', page: '' }, true)
      }
    />
  );
}

const everybody = 'all';
const isWithSystem = (search: FlatSearch): boolean => textAt(search, 'by') === everybody;

function toInput(search: FlatSearch, nowMs: number) {
  const range = instantsOf(readRange(search, fallbackRange), nowMs);
  return {
    ...pagingOf(search),
    actor: textAt(search, 'actor'),
    act: textAt(search, 'act'),
    object_kind: textAt(search, 'object_kind'),
    object_id: textAt(search, 'object_id'),
    by: isWithSystem(search) ? undefined : ('people' as const),
    outcome: auditOutcomes.find((outcome) => outcome === textAt(search, 'outcome')),
    ip: textAt(search, 'ip'),
    request_id: textAt(search, 'request_id'),
    from: range?.from,
    to: range?.to,
  };
}

function useColumns(): readonly GridColumn<AuditRow>[] {
  const t = useWords('audit');
  const reader = useAuditReader();
  return useMemo(
    () => [
      {
        key: 'at',
        title: `${t('columns.time')} (${platformZone})`,
        width: 160,
        cell: (row) => <Instant at={row.at} />,
      },
      { key: 'actor', title: t('columns.actor'), width: 116, cell: (row) => <Operator row={row} /> },
      {
        key: 'act',
        title: t('columns.act'),
        width: 194,
        cell: (row) => <span title={row.act}>{tellAct(reader, row.act)}</span>,
      },
      {
        key: 'outcome',
        title: t('columns.outcome'),
        width: 92,
        cell: (row) => <OutcomeTag outcome={row.outcome} />,
      },
      {
        key: 'object',
        title: t('columns.object'),
        width: 150,
        cell: (row) => `${tellKind(reader, row.object_kind)} ${row.object_id}`,
      },
      {
        key: 'changes',
        title: t('columns.changes'),
        width: 250,
        cell: (row) => changesInBrief(reader, row.object_kind, row.changes) || '–',
      },
      {
        key: 'ip',
        title: t('columns.ip'),
        width: 122,
        cell: (row) => <span className="num">{row.ip ?? '–'}</span>,
      },
      {
        key: 'request',
        title: t('columns.request'),
        width: 200,
        isHidden: true,
        cell: (row) => (row.request_id === null ? '–' : <Copy text={row.request_id}>{row.request_id}</Copy>),
      },
      {
        key: 'block',
        title: t('columns.block'),
        width: 100,
        isHidden: true,
        cell: (row) => <span className="num">{row.block ?? '–'}</span>,
      },
    ],
    [t, reader],
  );
}

function useFields(): readonly FilterField[] {
  const t = useWords('audit');
  return useMemo(
    () => [
      { kind: 'text', key: 'actor', label: t('filters.actor') },
      { kind: 'text', key: 'act', label: t('filters.act'), placeholder: 'users.list.' },
      {
        kind: 'choice',
        key: 'outcome',
        label: t('filters.outcome'),
        options: auditOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
      { kind: 'dates', key: 'range', label: t('filters.range'), fallback: fallbackRange },
      { kind: 'text', key: 'object_kind', label: t('filters.objectKind'), placeholder: 'collection' },
      { kind: 'text', key: 'object_id', label: t('filters.objectId') },
      { kind: 'text', key: 'ip', label: t('filters.ip') },
      { kind: 'text', key: 'request_id', label: t('filters.request') },
    ],
    [t],
  );
}

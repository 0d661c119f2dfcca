import { auditOutcomes, operationLogs, type AuditRow } from '@suanpan/contract/endpoints/audit';
import { permissionTree } from '@suanpan/domain/access/permissions';
import { auditKinds, denialActs, ownActs } from '@suanpan/domain/audit/acts';
import { changesInBrief, tellAct, tellKind, tellScreen, type Reader } from '@suanpan/messages/audit-words';
import { Switch } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { operatorNames } from '../../lib/names.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { Operator } from '../../parts/audit/operator.tsx';
import { outcomeTones } from '../../parts/audit/outcome-tag.tsx';
import { useAuditReader } from '../../parts/audit/use-audit-reader.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { VerifyButton } from './operationLogs/verify-button.tsx';

const OperationDrawer = lazy(async () => ({
  default: (await import('./operationLogs/operation-drawer.tsx')).OperationDrawer,
}));

type E = typeof operationLogs;

const rowKey = (row: AuditRow): string => row.id;

/** Who did what, to what, from where, and what it changed; with the proof that nobody rewrote it. */
export function OperationLogs() {
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const fields = useFields();
  const toInput = useMemo(() => {
    const ask = inputOf(operationLogs, fields);
    return (search: FlatSearch, nowMs: number) => ({
      ...ask(search, nowMs),
      by: isWithSystem(search) ? undefined : ('people' as const),
    });
  }, [fields]);
  return (
    <ListScreen<E>
      endpoint={operationLogs}
      name="admin.operationLogs"
      columns={useColumns()}
      presets={usePresets()}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
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

const everybody = 'all';
const isWithSystem = (search: FlatSearch): boolean => textAt(search, 'by') === everybody;

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

function useColumns() {
  const t = useWords('audit');
  const reader = useAuditReader();
  return useMemo(() => {
    const c = columnsOf<AuditRow>();
    return [
      c.tag(
        'outcome',
        t('columns.outcome'),
        ({ outcome }) => ({ tone: outcomeTones[outcome], label: t(`outcomes.${outcome}`) }),
        { width: 84, card: 1 },
      ),
      c.own('act', t('columns.act'), {
        width: 190,
        card: 2,
        words: (row) => tellAct(reader, row.act),
        cell: (row) => <span title={row.act}>{tellAct(reader, row.act)}</span>,
      }),
      c.said(
        'object_id',
        t('columns.object'),
        (row) => `${tellKind(reader, row.object_kind)} ${row.object_id}`,
        { width: 150, card: 3 },
      ),
      c.own('actor', t('columns.actor'), { width: 124, card: 2, cell: (row) => <Operator row={row} /> }),
      c.said(
        'changes',
        t('columns.changes'),
        (row) => changesInBrief(reader, row.object_kind, row.changes) || '–',
        { width: 280 },
      ),
      c.time('at', t('columns.time'), { card: 1 }),
      c.text('ip', t('columns.ip'), { width: 122, least: 112, card: 3 }),
      c.own('request_id', t('columns.request'), {
        width: 200,
        cell: (row) => (row.request_id === null ? '–' : <Copy text={row.request_id} />),
      }),
      c.text('block', t('columns.block'), { width: 90 }),
    ];
  }, [t, reader]);
}

function usePresets() {
  const common = useWords('common');
  return useMemo(
    () =>
      workAndAll<AuditRow>(
        common,
        {
          columns: ['outcome', 'act', 'object_id', 'actor', 'changes', 'at', 'ip'],
          pinned: ['outcome', 'act'],
        },
        {
          columns: ['at', 'actor', 'act', 'outcome', 'object_id', 'changes', 'ip', 'request_id', 'block'],
          pinned: ['at'],
        },
      ),
    [common],
  );
}

/** All acts of a screen by its name, then those that belong to no screen; by how their names in the log begin. */
function actWords(reader: Reader): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(
      Object.keys(permissionTree).map((screen) => [`${screen}.`, tellScreen(reader, screen)]),
    ),
    ...wordsOf([...ownActs, ...denialActs], (act) => tellAct(reader, act)),
  };
}

function useFields() {
  const t = useWords('audit');
  const reader = useAuditReader();
  return useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('actor', t('columns.actor'), operatorNames),
      f.days(t('filters.range'), { fallback: 'today' }),
      f.choice('act', t('filters.act'), actWords(reader)),
      f.choice(
        'outcome',
        t('filters.outcome'),
        wordsOf(auditOutcomes, (outcome) => t(`outcomes.${outcome}`)),
      ),
      f.choice(
        'object_kind',
        t('filters.objectKind'),
        wordsOf(auditKinds, (kind) => tellKind(reader, kind)),
      ),
      f.text('object_id', t('filters.objectId')),
      f.text('ip', t('filters.ip')),
      f.number('request_id', t('filters.request')),
    ];
  }, [t, reader]);
}

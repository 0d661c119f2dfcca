import type { OutputOf } from '@suanpan/contract/endpoint';
import { loginLogs, loginOutcomes } from '@suanpan/contract/endpoints/audit';
import { useMemo } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt } from '../../lib/list-paging.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Device } from '../../parts/user/device.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { Instant } from '../../kit/instant.tsx';

type Row = OutputOf<typeof loginLogs>['items'][number];
type Outcome = Row['outcome'];

const fallbackRange = 'today';

/** What a try came to: in, on the way, or refused. */
function toneOf(outcome: Outcome): Tone {
  if (outcome === 'success' || outcome === 'demo') return 'ok';
  if (outcome === 'codeAsked' || outcome === 'bindingStarted') return 'wait';
  return outcome === 'locked' || outcome === 'codesLocked' || outcome === 'ipNotAllowed'
    ? 'fail'
    : 'attention';
}

/** Every try at the door: who, from where, with what, and what came of it. */
export function LoginLogs() {
  const t = useWords('audit');
  return (
    <ListScreen
      endpoint={loginLogs}
      name="admin.loginlogs"
      columns={useColumns()}
      fields={useFields()}
      toInput={toInput}
      rowKey={(row) => row.id}
      headActions={<ExportButton kind="admin.loginlogs" endpoint={loginLogs} toInput={toInput} />}
      toolbar={({ data }) =>
        data && (
          <>
            <span>{t('logins.succeeded', { count: data.summary.succeeded })}</span>
            <span>{t('logins.refused', { count: data.summary.refused })}</span>
            <span>{t('logins.addresses', { count: data.summary.addresses })}</span>
          </>
        )
      }
    />
  );
}

function toInput(search: FlatSearch, nowMs: number) {
  const range = instantsOf(readRange(search, fallbackRange), nowMs);
  return {
    ...pagingOf(search),
    username: textAt(search, 'username'),
    ip: textAt(search, 'ip'),
    outcome: loginOutcomes.find((outcome) => outcome === textAt(search, 'outcome')),
    from: range?.from,
    to: range?.to,
  };
}

function useColumns(): readonly GridColumn<Row>[] {
  const t = useWords('audit');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'at',
        title: `${t('columns.time')} (${platformZone})`,
        width: 170,
        cell: (row) => <Instant at={row.at} />,
      },
      { key: 'username', title: t('columns.username'), width: 180, cell: (row) => row.username },
      {
        key: 'user',
        title: t('analysis.role'),
        width: 220,
        cell: (row) =>
          row.user === null ? t('logins.unknown') : `${s(`role.${row.user.role_name}`)} · ${row.user.name}`,
      },
      {
        key: 'outcome',
        title: t('columns.result'),
        width: 190,
        cell: (row) => <StatusTag tone={toneOf(row.outcome)} label={t(`loginOutcomes.${row.outcome}`)} />,
      },
      {
        key: 'ip',
        title: t('columns.ip'),
        width: 160,
        cell: (row) => <span className="num">{row.ip}</span>,
      },
      {
        key: 'device',
        title: t('columns.device'),
        width: 220,
        cell: (row) => <Device userAgent={row.user_agent} />,
      },
    ],
    [t, s],
  );
}

function useFields(): readonly FilterField[] {
  const t = useWords('audit');
  return useMemo(
    () => [
      { kind: 'text', key: 'username', label: t('filters.username') },
      { kind: 'text', key: 'ip', label: t('filters.ip') },
      {
        kind: 'choice',
        key: 'outcome',
        label: t('filters.outcome'),
        options: loginOutcomes.map((value) => ({ value, label: t(`loginOutcomes.${value}`) })),
      },
      { kind: 'dates', key: 'range', label: t('filters.range'), fallback: fallbackRange },
    ],
    [t],
  );
}

import { loginLogs, loginOutcomes } from '@suanpan/contract/endpoints/audit';
import { useMemo } from 'react';
import { fields as fieldsOf, inputOf, toldByTheWall, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { Device } from '../../parts/user/device.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';

type E = typeof loginLogs;
type Row = RowOf<E>;
type Outcome = Row['outcome'];

const rowKey = (row: Row): string => row.id;

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
  const fields = useFields();
  const toInput = useMemo(() => toldByTheWall(inputOf(loginLogs, fields)), [fields]);
  return (
    <ListScreen<E>
      endpoint={loginLogs}
      name="admin.loginlogs"
      columns={useColumns()}
      presets={usePresets()}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
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

function useColumns() {
  const t = useWords('audit');
  const s = useWords('statuses');
  return useMemo(() => {
    const c = columnsOf<Row>();
    return [
      c.tag(
        'outcome',
        t('columns.result'),
        (row) => ({ tone: toneOf(row.outcome), label: t(`loginOutcomes.${row.outcome}`) }),
        { card: 1 },
      ),
      c.text('username', t('columns.username'), { width: 170, card: 2 }),
      c.said(
        'user',
        t('analysis.role'),
        ({ user }) => (user === null ? t('logins.unknown') : `${s(`role.${user.role_name}`)} · ${user.name}`),
        { width: 200, card: 3 },
      ),
      c.text('ip', t('columns.ip'), { width: 132, least: 112, card: 2 }),
      c.time('at', t('columns.time'), { card: 1 }),
      c.own('user_agent', t('columns.device'), {
        width: 220,
        cell: (row) => <Device userAgent={row.user_agent} />,
      }),
    ];
  }, [t, s]);
}

function usePresets() {
  const common = useWords('common');
  return useMemo(
    () =>
      workAndAll<Row>(
        common,
        {
          columns: ['outcome', 'username', 'user', 'ip', 'at', 'user_agent'],
          pinned: ['outcome', 'username'],
        },
        { columns: ['at', 'username', 'user', 'outcome', 'ip', 'user_agent'], pinned: ['at'] },
      ),
    [common],
  );
}

function useFields() {
  const t = useWords('audit');
  return useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('username', t('filters.username')),
      f.days(t('filters.range'), { fallback: 'today' }),
      f.choice(
        'outcome',
        t('filters.outcome'),
        wordsOf(loginOutcomes, (outcome) => t(`loginOutcomes.${outcome}`)),
      ),
      f.text('ip', t('filters.ip')),
    ];
  }, [t]);
}

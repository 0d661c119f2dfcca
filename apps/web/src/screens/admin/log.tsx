import {
  httpClasses,
  requestDirections,
  requestLog,
  type RequestRow,
} from '@suanpan/contract/endpoints/request-log';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import { fields as fieldsOf, inputOf, toldByTheWall, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { useRequestWords } from './log/use-request-words.ts';

const RequestDrawer = lazy(async () => ({
  default: (await import('./log/request-drawer.tsx')).RequestDrawer,
}));

type E = typeof requestLog;

const rowKey = ({ direction, id }: RequestRow): string => `${direction}-${id}`;
/** The server counts no further. */
const mostKept = 10_000;

/** What merchants asked of us, we of providers, they of us and we of merchants, for orders of the last two days. */
export function RequestLog() {
  const t = useWords('requests');
  const common = useWords('common');
  const [opened, setOpened] = useState<RequestRow | null>(null);
  const fields = useFields();
  const toInput = useMemo(() => toldByTheWall(inputOf(requestLog, fields)), [fields]);
  return (
    <ListScreen<E>
      endpoint={requestLog}
      name="admin.log"
      columns={useColumns()}
      presets={usePresets()}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      headActions={<ExportButton kind="admin.log" endpoint={requestLog} toInput={toInput} />}
      toolbar={({ data }) => (
        <>
          <span>{common('hints.requestDays')}</span>
          {data !== undefined && data.summary.kept > 0 && (
            <span>{t(data.summary.kept < mostKept ? 'kept' : 'keptMost', { count: data.summary.kept })}</span>
          )}
          {data !== undefined && data.summary.dropped > 0 && (
            <span>{t('dropped', { count: data.summary.dropped })}</span>
          )}
        </>
      )}
      onOpen={setOpened}
    >
      {opened && (
        <Suspense fallback={null}>
          <RequestDrawer opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </ListScreen>
  );
}

function useColumns() {
  const t = useWords('requests');
  const words = useRequestWords();
  return useMemo(() => {
    const c = columnsOf<RequestRow>();
    return [
      c.time('at', t('columns.at'), { card: 1 }),
      c.said('direction', t('columns.direction'), ({ direction }) => t(`directions.${direction}`), {
        width: 128,
        card: 2,
      }),
      c.said('who', t('columns.who'), ({ who }) => who ?? t('unnamed'), { width: 140, card: 2 }),
      c.said('endpoint', t('columns.endpoint'), words.endpoint, { width: 230, card: 2 }),
      c.own('order_no', t('columns.orderNo'), {
        width: 176,
        card: 3,
        cell: (row) => (row.order_no === null ? '–' : <Copy text={row.order_no}>{row.order_no}</Copy>),
      }),
      c.tag('outcome', t('columns.outcome'), words.tag, { width: 128, card: 1 }),
      c.count('http', t('columns.http'), { width: 72 }),
      c.count('ms', t('columns.ms'), { width: 92, card: 3 }),
      c.own('request_id', t('columns.requestId'), {
        width: 200,
        cell: (row) => (row.request_id === null ? '–' : <Copy text={row.request_id} />),
      }),
      c.text('ip', t('columns.ip'), { width: 122, least: 112 }),
    ];
  }, [t, words]);
}

function usePresets() {
  const common = useWords('common');
  return useMemo(
    () =>
      workAndAll<RequestRow>(
        common,
        {
          columns: ['outcome', 'at', 'direction', 'who', 'endpoint', 'order_no', 'ms'],
          pinned: ['outcome', 'at'],
        },
        {
          columns: [
            'at',
            'direction',
            'who',
            'endpoint',
            'order_no',
            'http',
            'outcome',
            'ms',
            'request_id',
            'ip',
          ],
          pinned: ['at'],
        },
      ),
    [common],
  );
}

function useFields() {
  const t = useWords('requests');
  return useMemo(() => {
    const f = fieldsOf<E>();
    const said = { '2xx': 'ok', '3xx': 'moved', '4xx': 'refused', '5xx': 'fault', none: 'none' } as const;
    return [
      f.number('order_no', t('columns.orderNo')),
      f.days(t('range'), { fallback: 'today', maxDays: 2 }),
      f.choice(
        'direction',
        t('columns.direction'),
        wordsOf(requestDirections, (direction) => t(`directions.${direction}`)),
      ),
      f.text('endpoint', t('columns.endpoint')),
      f.choice(
        'http',
        t('columns.http'),
        wordsOf(httpClasses, (one) => t(`http.${said[one]}`)),
      ),
      f.number('request_id', t('columns.requestId')),
      f.text('ip', t('columns.ip')),
    ];
  }, [t]);
}

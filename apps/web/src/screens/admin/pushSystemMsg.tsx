import { broadcasts } from '@suanpan/contract/endpoints/broadcasts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { useMay } from '../../lib/own-user.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';

// Fetched when it is opened: the list is shown without.
const MessageDialog = lazy(async () => ({
  default: (await import('./pushSystemMsg/message-dialog.tsx')).MessageDialog,
}));

type Row = RowOf<typeof broadcasts>;
const tones: Record<Row['level'], Tone> = { info: 'ok', warning: 'attention', danger: 'fail' };

/** Messages that went to many at once, and how many have read them. */
export function PushSystemMsg() {
  const t = useWords('broadcasts');
  const may = useMay();
  const presets = useWorkAndAll<Row>(
    {
      columns: ['level', 'title', 'content', 'roles', 'read', 'created_at', 'created_by'],
      pinned: ['level', 'title'],
      leaving: ['created_by'],
    },
    {
      columns: ['created_at', 'level', 'title', 'content', 'roles', 'read', 'created_by'],
      pinned: ['created_at'],
    },
  );
  const [isWriting, setWriting] = useState(false);
  return (
    <ListScreen
      endpoint={broadcasts}
      name="admin.pushSystemMsg"
      columns={useColumns()}
      presets={presets}
      fields={[]}
      rowKey={(row) => row.id}
      emptyText={t('empty')}
      create={
        may('admin.pushSystemMsg.create') ? { label: t('form.new'), run: () => setWriting(true) } : undefined
      }
    >
      <Suspense fallback={null}>{isWriting && <MessageDialog onClose={() => setWriting(false)} />}</Suspense>
    </ListScreen>
  );
}

function useColumns() {
  const t = useWords('broadcasts');
  const n = useWords('notifications');
  const s = useWords('statuses');
  return useMemo(() => {
    const c = columnsOf<Row>();
    const audienceOf = ({ roles, agent, users }: Row): string =>
      [
        ...roles.map((role) => s(`role.${role}`)),
        ...(agent ? [t('audience.tree', { name: agent.name })] : []),
        ...users,
      ].join(' · ');
    const readOf = (row: Row): string => `${row.read} / ${row.recipients ?? '…'}`;
    return [
      c.tag(
        'level',
        t('columns.level'),
        (row) => ({ tone: tones[row.level], label: n(`levels.${row.level}`) }),
        { width: 92, card: 1 },
      ),
      c.own('title', t('columns.title'), {
        width: 190,
        card: 2,
        cell: (row) => <b title={row.title}>{row.title}</b>,
      }),
      c.text('content', t('columns.content'), { width: 290, card: 3 }),
      c.own('roles', t('columns.audience'), {
        width: 170,
        cell: (row) => <span title={audienceOf(row)}>{audienceOf(row)}</span>,
      }),
      c.own('read', t('columns.read'), {
        width: 104,
        isFigure: true,
        card: 2,
        holds: readOf,
        cell: (row) => <span className="num">{readOf(row)}</span>,
      }),
      c.time('created_at', t('columns.at'), { card: 1 }),
      c.text('created_by', t('columns.by'), { width: 104 }),
    ];
  }, [t, n, s]);
}

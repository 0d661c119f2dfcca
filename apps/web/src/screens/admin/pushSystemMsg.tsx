import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { broadcasts } from '@suanpan/contract/endpoints/broadcasts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';

// Fetched when it is opened: the list is shown without.
const MessageDialog = lazy(async () => ({
  default: (await import('./pushSystemMsg/message-dialog.tsx')).MessageDialog,
}));

type Row = OutputOf<typeof broadcasts>['items'][number];
const tones: Record<Row['level'], Tone> = { info: 'ok', warning: 'attention', danger: 'fail' };
const toInput = (search: FlatSearch) => pagingOf(search);

/** Messages that went to many at once, and how many have read them. */
export function PushSystemMsg() {
  const t = useWords('broadcasts');
  const may = useMay();
  const [isWriting, setWriting] = useState(false);
  return (
    <ListScreen
      endpoint={broadcasts}
      name="admin.pushSystemMsg"
      columns={useColumns()}
      fields={[]}
      toInput={toInput}
      rowKey={(row) => row.id}
      emptyText={t('empty')}
      headActions={
        may('admin.pushSystemMsg.create') && (
          <Button leftSection={<IconSpeakerphone size={16} aria-hidden />} onClick={() => setWriting(true)}>
            {t('form.new')}
          </Button>
        )
      }
    >
      <Suspense fallback={null}>{isWriting && <MessageDialog onClose={() => setWriting(false)} />}</Suspense>
    </ListScreen>
  );
}

function useColumns(): readonly GridColumn<Row>[] {
  const t = useWords('broadcasts');
  const n = useWords('notifications');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'at',
        title: `${t('columns.at')} (${platformZone})`,
        width: 166,
        cell: (row) => <Instant at={row.created_at} />,
      },
      {
        key: 'level',
        title: t('columns.level'),
        width: 112,
        cell: (row) => <StatusTag tone={tones[row.level]} label={n(`levels.${row.level}`)} />,
      },
      { key: 'title', title: t('columns.title'), width: 210, cell: (row) => <b>{row.title}</b> },
      {
        key: 'content',
        title: t('columns.content'),
        width: 290,
        cell: (row) => <span title={row.content}>{row.content}</span>,
      },
      {
        key: 'audience',
        title: t('columns.audience'),
        width: 180,
        cell: (row) =>
          [
            ...row.roles.map((role) => s(`role.${role}`)),
            ...(row.agent ? [t('audience.tree', { name: row.agent.name })] : []),
            ...row.users,
          ].join(' · '),
      },
      {
        key: 'read',
        title: t('columns.read'),
        width: 128,
        isFigure: true,
        cell: (row) => `${row.read} / ${row.recipients ?? '…'}`,
      },
      { key: 'by', title: t('columns.by'), width: 112, cell: (row) => row.created_by },
    ],
    [t, n, s],
  );
}

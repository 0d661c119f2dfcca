import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  allNotifications,
  markAsRead,
  readNotifications,
  unreadNotifications,
  type Notification,
} from '@suanpan/contract/endpoints/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../kit/empty-state.tsx';
import { Fault } from '../kit/fault.tsx';
import { DataGrid } from '../kit/grid/data-grid.tsx';
import type { GridColumn } from '../kit/grid/grid-column.ts';
import { useGridLayout } from '../kit/grid/grid-layout.ts';
import { ListPage } from '../kit/list-page.tsx';
import { StatusTag, type Tone } from '../kit/status-tag.tsx';
import { call } from '../lib/api.ts';
import { CallFault } from '../lib/call-fault.ts';
import { pagerOf, pagingOf } from '../lib/list-paging.ts';
import { platformZone, showInstant } from '../lib/platform-time.ts';
import { useMay } from '../lib/own-user.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { impersonatedId } from '../lib/session.ts';
import { useWords } from '../lib/use-words.ts';
import { contentOfNotice } from './notice-content.ts';
import { placeOfNotice } from './notice-place.ts';

const endpoints = { all: allNotifications, unread: unreadNotifications, read: readNotifications } as const;
type Answer = OutputOf<typeof allNotifications>;
const tones: Record<Notification['data']['message']['level'], Tone> = {
  info: 'ok',
  warning: 'attention',
  danger: 'fail',
};

/** The notifications of the signed-in user: all, those not read yet, or those read. */
export function NotificationList({ kind }: { kind: keyof typeof endpoints }) {
  const t = useWords('notifications');
  const place = useScreenPlace();
  const client = useQueryClient();
  const paging = pagingOf(place.search);
  const list = useQuery({
    queryKey: ['notifications', kind, paging],
    queryFn: ({ signal }): Promise<Answer> => call(endpoints[kind], paging, { signal }),
    placeholderData: keepPreviousData,
  });
  const read = useMutation({
    mutationFn: (id: string) => call(markAsRead, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const may = useMay();
  // Whoever acts for another leaves the other's notices as they are.
  const mayMark = impersonatedId === null;
  const columns = useColumns();
  const layout = useGridLayout('notifications', columns);
  const unread = list.data?.summary.unread ?? 0;
  return (
    <ListPage
      title={place.title}
      actions={
        mayMark && unread > 0 && kind !== 'read' ? (
          <Button variant="default" loading={read.isPending} onClick={() => read.mutate('all')}>
            {t('markAllRead')}
          </Button>
        ) : undefined
      }
      pager={pagerOf(place, list.data)}
    >
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.error ? [] : list.data?.items}
        rowKey={(row) => row.id}
        message={
          list.error instanceof CallFault ? (
            <Fault fault={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <EmptyState kind="none" text={t('empty')} />
          )
        }
        isStale={list.isPlaceholderData}
        actions={(row) => {
          const subject = placeOfNotice(row, may);
          return [
            ...(subject === null
              ? []
              : [{ key: 'open', label: t('openSubject'), run: () => (location.hash = subject) }]),
            ...(mayMark && row.read_at === null
              ? [{ key: 'read', label: t('markRead'), run: () => read.mutate(row.id) }]
              : []),
          ];
        }}
      />
    </ListPage>
  );
}

function useColumns(): readonly GridColumn<Notification>[] {
  const t = useWords('notifications');
  return useMemo(
    () => [
      {
        key: 'time',
        title: `${t('time')} (${platformZone})`,
        width: 170,
        cell: (row) => <span className="num">{showInstant(row.created_at)}</span>,
      },
      {
        key: 'level',
        title: t('level'),
        width: 100,
        card: 'head',
        cell: ({ data: { message } }) => (
          <StatusTag tone={tones[message.level]} label={t(`levels.${message.level}`)} />
        ),
      },
      {
        key: 'title',
        title: t('title'),
        width: 220,
        card: 'line',
        cell: (row) => <b data-unread={row.read_at === null || undefined}>{row.data.message.title}</b>,
      },
      {
        key: 'content',
        title: t('content'),
        width: 430,
        card: 'line',
        cell: contentOfNotice,
      },
      {
        key: 'readAt',
        title: t('readAt'),
        width: 170,
        cell: (row) => (row.read_at === null ? '–' : <span className="num">{showInstant(row.read_at)}</span>),
      },
    ],
    [t],
  );
}

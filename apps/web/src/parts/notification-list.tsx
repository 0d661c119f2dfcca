import { Button } from '@mantine/core';
import {
  allNotifications,
  markAsRead,
  readNotifications,
  unreadNotifications,
  type Notification,
} from '@suanpan/contract/endpoints/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inputOf } from '../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../kit/grid/column-factory.tsx';
import type { GridAction } from '../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../kit/grid/use-work-and-all.ts';
import { ListFrame } from '../kit/list-frame.tsx';
import type { Tone } from '../kit/status-tag.tsx';
import { call } from '../lib/api.ts';
import { noticesChanged } from '../lib/notices.ts';
import { useMay } from '../lib/own-user.ts';
import { impersonatedId } from '../lib/session.ts';
import { useScreenList } from '../lib/use-screen-list.ts';
import { useWords } from '../lib/use-words.ts';
import { contentOfNotice } from './notice-content.ts';
import { placeOfNotice } from './notice-place.ts';

const endpoints = { all: allNotifications, unread: unreadNotifications, read: readNotifications } as const;
type E = typeof allNotifications;
const tones: Record<Notification['data']['message']['level'], Tone> = {
  info: 'ok',
  warning: 'attention',
  danger: 'fail',
};
const rowKey = (row: Notification): string => row.id;
const toInput = inputOf(allNotifications, []);

/** The notifications of the signed-in user: all, those not read yet, or those read. */
export function NotificationList({ kind }: { kind: keyof typeof endpoints }) {
  const t = useWords('notifications');
  const list = useScreenList<E>(endpoints[kind], toInput);
  const read = useMutation({
    mutationFn: (id: string) => call(markAsRead, { id }),
    onSettled: () => noticesChanged(),
  });
  const may = useMay();
  // Whoever acts for another leaves the other's notices as they are.
  const mayMark = impersonatedId === null;
  const presets = useWorkAndAll<Notification>(
    { columns: ['data.level', 'data.title', 'data.content', 'created_at'], pinned: ['data.level'] },
    {
      columns: ['created_at', 'data.level', 'data.title', 'data.content', 'read_at'],
      pinned: ['created_at'],
    },
  );
  const unread = list.data?.summary.unread ?? 0;
  const actions = (row: Notification): GridAction[] => {
    const subject = placeOfNotice(row, may);
    return [
      ...(subject === null
        ? []
        : [{ key: 'open', label: t('openSubject'), run: () => void (location.hash = subject) }]),
      ...(mayMark && row.read_at === null
        ? [{ key: 'read', label: t('markRead'), run: () => read.mutate(row.id) }]
        : []),
    ];
  };
  return (
    <ListFrame<E>
      list={list}
      name="notifications"
      columns={useColumns()}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('empty')}
      headActions={
        mayMark &&
        unread > 0 &&
        kind !== 'read' && (
          <Button variant="default" loading={read.isPending} onClick={() => read.mutate('all')}>
            {t('markAllRead')}
          </Button>
        )
      }
      actions={actions}
    />
  );
}

function useColumns() {
  const t = useWords('notifications');
  return useMemo(() => {
    const c = columnsOf<Notification>();
    return [
      c.tag(
        'data.level',
        t('level'),
        ({ data: { message } }) => ({ tone: tones[message.level], label: t(`levels.${message.level}`) }),
        { width: 92, card: 1 },
      ),
      c.own('data.title', t('title'), {
        width: 210,
        card: 2,
        cell: ({ data: { message }, read_at }) => (
          <b data-unread={read_at === null || undefined} title={message.title}>
            {message.title}
          </b>
        ),
      }),
      c.own('data.content', t('content'), {
        width: 460,
        card: 3,
        cell: (row) => <span title={contentOfNotice(row)}>{contentOfNotice(row)}</span>,
      }),
      c.time('created_at', t('time'), { card: 1 }),
      c.time('read_at', t('readAt')),
    ];
  }, [t]);
}

import {
  unreadNotifications,
  markAsRead,
  type Notification,
} from '@suanpan/contract/endpoints/notifications';
import { bellNotificationCount } from '@suanpan/domain/limits';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LatePopover } from '../../kit/late-popup.tsx';
import { call } from '../../lib/api.ts';
import { bellKey, noticesChanged } from '../../lib/notices.ts';
import { useMay } from '../../lib/own-user.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { queryClient } from '../../lib/query-client.ts';
import { impersonatedId } from '../../lib/session.ts';
import { stopSound } from '../../lib/sound.ts';
import { useWords } from '../../lib/use-words.ts';
import { contentOfNotice } from '../../parts/notice-content.ts';
import { placeOfNotice } from '../../parts/notice-place.ts';
import styles from './top-bar.module.css';

/** The first three unread notices. Without exactly `notifications.unread.get` it asks for no list and opens nothing. */
export function Bell() {
  const t = useWords('shell');
  const may = useMay();
  const mayRead = may('notifications.unread.get');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: bellKey,
    queryFn: ({ signal }) => call(unreadNotifications, { paginate: bellNotificationCount }, { signal }),
    enabled: mayRead,
    staleTime: 60_000,
  });
  const read = useMutation({
    mutationFn: (id: string) => call(markAsRead, { id }),
    onMutate: (id) => {
      // Reading is harmless and undone by nobody: the count falls at once.
      queryClient.setQueryData<typeof data>(
        bellKey,
        (before) =>
          before && {
            ...before,
            items: id === 'all' ? [] : before.items.filter((item) => item.id !== id),
            summary: { unread: id === 'all' ? 0 : Math.max(0, before.summary.unread - 1) },
          },
      );
    },
    onSettled: () => noticesChanged(),
  });
  // Whoever acts for another leaves the other's notices as they are.
  const mayMark = impersonatedId === null;
  const unread = data?.summary.unread ?? 0;
  const button = (
    <button
      type="button"
      className={styles.icon}
      aria-label={`${t('notifications')} ${unread > 0 ? unread : ''}`}
      title={t('notifications')}
      onClick={stopSound}
    >
      <IconBell size={18} />
      {unread > 0 && <b className={styles.count}>{unread > 99 ? '99+' : unread}</b>}
    </button>
  );
  if (!mayRead) return button;
  return (
    <LatePopover
      button={button}
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      width={340}
      trapFocus
      className={styles.bell}
    >
      {(data?.items ?? []).slice(0, bellNotificationCount).map((item) => (
        <Notice
          key={item.id}
          notice={item}
          onRead={() => {
            if (mayMark) read.mutate(item.id);
            const place = placeOfNotice(item, may);
            if (place === null) return;
            setOpen(false);
            location.hash = place;
          }}
        />
      ))}
      {unread === 0 && <p className={styles.quiet}>{t('noUnread')}</p>}
      <footer>
        {mayMark && unread > 0 && (
          <button type="button" onClick={() => read.mutate('all')}>
            {t('markAllRead')}
          </button>
        )}
        <a href="#/wrap/notifications.unread" onClick={() => setOpen(false)}>
          {t('seeAll')}
        </a>
      </footer>
    </LatePopover>
  );
}

function Notice({ notice, onRead }: { notice: Notification; onRead: () => void }) {
  const { title, level } = notice.data.message;
  return (
    <button type="button" className={styles.notice} data-level={level} onClick={onRead}>
      <b>{title}</b>
      <span>{contentOfNotice(notice)}</span>
      <time className="num">{showInstant(notice.created_at)}</time>
    </button>
  );
}

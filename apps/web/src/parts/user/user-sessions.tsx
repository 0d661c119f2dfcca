import { Button } from '@mantine/core';
import {
  endUserSession,
  endUserSessions,
  userSessions,
  type SessionRow,
} from '@suanpan/contract/endpoints/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Fault } from '../../kit/fault.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { SessionList, useDeviceName } from './session-list.tsx';
import styles from './user.module.css';

/** Where a user of one's tree is signed in, and the way to sign him out there. */
export function UserSessions({ userId }: { readonly userId: string }) {
  const t = useWords('personal');
  const client = useQueryClient();
  const nameOf = useDeviceName();
  const [asked, setAsked] = useState<SessionRow | 'all' | null>(null);
  const queryKey = ['user', userId, 'sessions'];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(userSessions, { id: userId }, { signal }),
  });
  const sessions = list.data?.items ?? [];
  const end = async (): Promise<void> => {
    if (asked === 'all') {
      const { ended } = await call(endUserSessions, { id: userId });
      toasts.emit({ tone: 'ok', title: t('sessions.endedMany', { count: ended }) });
    } else if (asked !== null) {
      await call(endUserSession, { id: userId, session_id: asked.id });
      toasts.emit({ tone: 'ok', title: t('sessions.ended') });
    }
    await client.invalidateQueries({ queryKey });
  };
  return (
    <section className={styles.sessionsPart}>
      <header className={styles.sessionsHead}>
        <h3>{t('sessions.title')}</h3>
        {sessions.length > 0 && (
          <Button size="xs" variant="outline" color="red" onClick={() => setAsked('all')}>
            {t('sessions.endAll')}
          </Button>
        )}
      </header>
      {list.error && <Fault fault={list.error} onRetry={() => void list.refetch()} />}
      {list.data && <SessionList sessions={sessions} userId={userId} onEnd={setAsked} />}
      {asked !== null && (
        <Confirm
          title={t('sessions.endTitle')}
          effect={
            asked === 'all'
              ? t('sessions.endEvery', { count: sessions.length })
              : t('sessions.endOne', { device: nameOf(asked), ip: asked.ip })
          }
          confirmLabel={t('sessions.end')}
          isDangerous
          act={end}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

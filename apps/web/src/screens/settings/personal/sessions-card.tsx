import { Button } from '@mantine/core';
import {
  endOtherSessions,
  endOwnSession,
  ownSessions,
  type SessionRow,
} from '@suanpan/contract/endpoints/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Fault } from '../../../kit/fault.tsx';
import { call } from '../../../lib/api.ts';
import { useMay, useSelf } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { SessionList, useDeviceName } from '../../../parts/user/session-list.tsx';
import { Card } from './card.tsx';
import { personalKeys } from './personal-keys.ts';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

/** Where one is signed in; an unknown device is ended here. */
export function SessionsCard() {
  const t = useWords('personal');
  const mayEnd = useMay()('settings.personal.update');
  const self = useSelf();
  const client = useQueryClient();
  const nameOf = useDeviceName();
  const [asked, setAsked] = useState<SessionRow | 'others' | null>(null);
  const list = useQuery({
    queryKey: personalKeys.sessions,
    queryFn: ({ signal }) => call(ownSessions, {}, { signal }),
  });
  const others = list.data?.items.filter((session) => !session.is_current) ?? [];
  const end = async (): Promise<void> => {
    if (asked === 'others') {
      const { ended } = await call(endOtherSessions, {});
      toasts.emit({ tone: 'ok', title: t('sessions.endedMany', { count: ended }) });
    } else if (asked !== null) {
      await call(endOwnSession, { session_id: asked.id });
      toasts.emit({ tone: 'ok', title: t('sessions.ended') });
    }
    await client.invalidateQueries({ queryKey: personalKeys.sessions });
  };
  return (
    <Card
      title={t('sessions.title')}
      hint={t('sessions.hint')}
      action={
        mayEnd &&
        others.length > 0 && (
          <Button size="xs" variant="outline" color="red" onClick={() => setAsked('others')}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {list.error && <Fault fault={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <SessionList sessions={list.data.items} userId={self.id} {...(mayEnd && { onEnd: setAsked })} />
      )}
      <Suspense fallback={null}>
        {asked !== null && (
          <Confirm
            title={t('sessions.endTitle')}
            effect={
              asked === 'others'
                ? t('sessions.endMany', { count: others.length })
                : t('sessions.endOne', { device: nameOf(asked), ip: asked.ip })
            }
            confirmLabel={t('sessions.end')}
            isDangerous
            act={end}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

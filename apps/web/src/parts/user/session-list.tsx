import { Button } from '@mantine/core';
import type { SessionRow } from '@suanpan/contract/endpoints/sessions';
import { IconDeviceDesktop, IconDeviceMobile, IconEye, IconTerminal2 } from '@tabler/icons-react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { deviceOf } from './device-name.ts';
import styles from './user.module.css';

interface SessionListProps {
  readonly sessions: readonly SessionRow[];
  /** Whose list it is: sessions of others in it are people who act for him. */
  readonly userId: string;
  /** Absent where nothing may be ended. */
  readonly onEnd?: (session: SessionRow) => void;
}

/** Devices that are signed in, one line each; the one in hand is marked and is left by signing out. */
export function SessionList({ sessions, userId, onEnd }: SessionListProps) {
  const t = useWords('personal');
  const nameOf = useDeviceName();
  if (sessions.length === 0) return <EmptyState kind="none" text={t('sessions.none')} />;
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => (
        <li key={session.id}>
          <DeviceIcon session={session} />
          <span className={styles.device}>
            {nameOf(session)}
            {session.is_current && <StatusTag tone="ok" label={t('sessions.this')} />}
            {session.acting_for !== null && (
              <StatusTag
                tone="attention"
                label={
                  session.user.id === userId
                    ? t('sessions.actingFor', { username: session.acting_for.username })
                    : t('sessions.actedBy', { username: session.user.username })
                }
              />
            )}
          </span>
          <span className={`${styles.quiet} num`}>{session.ip}</span>
          <span className={styles.quiet}>
            {t('sessions.lastSeen')} <Instant at={session.last_seen_at} />
            <br />
            {t('sessions.since')} <Instant at={session.created_at} />
          </span>
          <span className={styles.end}>
            {onEnd && !session.is_current && (
              <Button size="xs" variant="default" onClick={() => onEnd(session)}>
                {t('sessions.end')}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** "Chrome on Windows"; a program that is no browser is called one. */
export function useDeviceName(): (session: Pick<SessionRow, 'user_agent' | 'is_browser'>) => string {
  const t = useWords('personal');
  return (session) => {
    const device = deviceOf(session.user_agent);
    if (device !== null) return t('sessions.on', { browser: device.browser, system: device.system });
    return session.is_browser ? t('sessions.unknown') : t('sessions.program');
  };
}

function DeviceIcon({ session }: { session: SessionRow }) {
  if (session.acting_for !== null) return <IconEye size={20} aria-hidden />;
  const device = deviceOf(session.user_agent);
  if (device === null && !session.is_browser) return <IconTerminal2 size={20} aria-hidden />;
  return device?.isHandheld === true ? (
    <IconDeviceMobile size={20} aria-hidden />
  ) : (
    <IconDeviceDesktop size={20} aria-hidden />
  );
}

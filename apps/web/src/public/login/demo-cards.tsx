import { demoAccounts, demoLogin, demoProgress } from '@suanpan/contract/endpoints/demo';
import type { RoleName } from '@suanpan/domain/access/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import type { LoginSuccess } from './use-login.ts';
import styles from './login.module.css';

interface DemoCardsProps {
  readonly onSuccess: (success: LoginSuccess) => Promise<void>;
}

/** In the demo every role is one click away; elsewhere the server knows no such call and nothing is shown. */
export function DemoCards({ onSuccess }: DemoCardsProps) {
  const t = useWords('login');
  const roles = useWords('statuses');
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['demo', 'accounts'],
    queryFn: ({ signal }) => call(demoAccounts, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const progress = useQuery({
    queryKey: ['demo', 'progress'],
    queryFn: ({ signal }) => call(demoProgress, {}, { signal, background: true }),
    enabled: data !== undefined && data.length > 0,
    refetchInterval: ({ state }) => (state.data?.phase === 'history' ? 1_000 : false),
  }).data;
  const [showsAll, setShowsAll] = useState(false);
  if (!data || data.length === 0) return null;
  // One card a role, and the account that must bind first; the others are a click away.
  const roleNames = new Set<string>();
  const chief = data.filter((account) => {
    const isFirst = !roleNames.has(account.role);
    roleNames.add(account.role);
    return isFirst || account.fresh;
  });
  const shown = showsAll ? data : chief;
  const enter = async (username: string): Promise<void> => {
    setBusy(username);
    setError(null);
    try {
      await onSuccess(await call(demoLogin, { username }));
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setError(cause.message);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={styles.demo} aria-label={t('demo.title')}>
      <header>
        <strong>{t('demo.title')}</strong>
        <span>{t('demo.hint')}</span>
      </header>
      <div className={styles.cards}>
        {shown.map((account) => (
          <button
            key={account.username}
            type="button"
            className={styles.card}
            disabled={busy !== null}
            data-busy={busy === account.username || undefined}
            onClick={() => void enter(account.username)}
          >
            <b>{roles(`role.${account.role satisfies RoleName}`)}</b>
            <span>{account.name}</span>
            <small>{account.fresh ? t('demo.must2FA') : account.username}</small>
          </button>
        ))}
        {!showsAll && chief.length < data.length && (
          <button type="button" className={styles.others} onClick={() => setShowsAll(true)}>
            {t('demo.others', { count: data.length - chief.length })}
          </button>
        )}
      </div>
      {progress?.phase === 'history' && (
        <p role="status" className="num">
          {t('demo.drawing', { made: progress.made, orders: progress.orders })}
        </p>
      )}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  );
}

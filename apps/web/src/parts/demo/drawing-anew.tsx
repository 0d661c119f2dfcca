import { demoProgress } from '@suanpan/contract/endpoints/demo';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { deleteSession } from '../../lib/session.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './demo.module.css';

const askEveryMs = 500;

/** How the demo comes back: what the server says of itself, and where it says nothing, that it is starting. */
export function DrawingAnew() {
  const t = useWords('demo');
  const { data, isError } = useQuery({
    queryKey: ['demo', 'progress', 'anew'],
    queryFn: ({ signal }) => call(demoProgress, {}, { signal, background: true, keepSession: true }),
    refetchInterval: askEveryMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const phase = isError ? 'starting' : (data?.phase ?? 'ending');
  useEffect(() => {
    if (phase !== 'ready') return;
    deleteSession();
    location.hash = '#/userLogin';
    location.reload();
  }, [phase]);
  const made = phase === 'ready' ? data?.orders : data?.made;
  return (
    <main className={styles.anew} role="status">
      <h1>{t('reset.title')}</h1>
      <p>{t(phase === 'ready' ? 'reset.history' : `reset.${phase}`)}</p>
      <progress {...(phase === 'history' && { value: made ?? 0, max: data?.orders ?? 1 })} />
      <p className="num">
        {phase === 'history' && t('reset.count', { made: made ?? 0, orders: data?.orders ?? 0 })}
      </p>
      <small>{t('reset.stay')}</small>
    </main>
  );
}

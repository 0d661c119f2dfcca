import { statistics } from '@suanpan/contract/endpoints/statistics';
import { workbench } from '@suanpan/contract/endpoints/workbench';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { ListAge } from '../../kit/list-age.tsx';
import { StatTiles } from '../../kit/stat-tiles.tsx';
import { call } from '../../lib/api.ts';
import { showTimeOfDay } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { useReloadKey } from '../../lib/use-reload-key.ts';
import { useWords } from '../../lib/use-words.ts';
import { ChannelsCard } from './statistics/channels-card.tsx';
import { LastLogin } from './statistics/last-login.tsx';
import { LatestCard } from './statistics/latest-card.tsx';
import { dashboardTiles } from './statistics/tiles.tsx';
import { TrendCard } from './statistics/trend-card.tsx';
import { WorkbenchCard } from './statistics/workbench-card.tsx';
import styles from './statistics/statistics.module.css';

/** Orders come all the time; the figures follow them at most this often. */
const followMs = 5_000;
/** Where no news comes, the figures are read anew all the same. */
const refreshMs = 30_000;

/** The landing page: what is there, how the day goes, what waits for somebody, and what has just come in. */
export function Statistics() {
  const t = useWords('dashboard');
  const common = useWords('common');
  const { title } = useScreenPlace();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => call(statistics, {}, { signal, background: true }),
    staleTime: followMs,
    refetchInterval: refreshMs,
  });
  const {
    data: work,
    isPending: isLooking,
    refetch: lookAgain,
  } = useQuery({
    queryKey: [workbench.path],
    queryFn: ({ signal }) => call(workbench, {}, { signal, background: true }),
    staleTime: followMs,
    refetchInterval: refreshMs,
  });
  useReloadKey(() => void Promise.all([refetch(), lookAgain()]));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = ordersChanged.listen(() => {
      timer ??= setTimeout(() => {
        timer = null;
        if (!document.hidden) void Promise.all([refetch(), lookAgain()]);
      }, followMs);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [lookAgain, refetch]);

  if (error && !data) {
    return (
      <div className={styles.fault}>
        <Fault fault={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {data && (
          <span className={styles.asOf}>
            {t('asOf', { time: showTimeOfDay(new Date(dataUpdatedAt).toISOString()) })}
          </span>
        )}
        <ListAge updatedAt={dataUpdatedAt} hasFailed={error !== null} onRetry={() => void refetch()} />
        {data ? (
          <LastLogin at={data.last_login_at} ip={data.last_login_ip} />
        ) : (
          <p className={styles.login} aria-hidden />
        )}
      </header>
      <StatTiles
        tiles={dashboardTiles(t, common('successRateFormula'), data)}
        isLoading={data === undefined}
      />
      <div className={styles.columns}>
        <div>
          <TrendCard currency={data?.currency} hours={data?.hours ?? []} days={data?.days ?? []} />
          <LatestCard orders={data?.latest} />
        </div>
        {/* Together: what came later would push down what is being read. */}
        {!isLooking && data && (
          <div>
            <WorkbenchCard groups={work?.items ?? []} alerts={data.alerts} onDone={() => void lookAgain()} />
            <ChannelsCard channels={data.channels} currency={data.currency} />
          </div>
        )}
      </div>
    </div>
  );
}

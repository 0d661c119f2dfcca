import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Money } from '../../../kit/money.tsx';
import { showTimeOfDay } from '../../../lib/platform-time.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { connectionChanged, connectionState, ordersChanged } from '../../../lib/socket.ts';
import { useWords } from '../../../lib/use-words.ts';
import { CollectionStatusTag } from '../../../parts/collection/status.tsx';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const flashMs = 1_500;

/** The last orders as they come; a changed one flashes once. */
export function LatestCard({ orders }: { orders: readonly CollectionRow[] | undefined }) {
  const t = useWords('dashboard');
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(new Set());
  const known = useRef<ReadonlySet<string> | null>(null);
  // An order that has just come in is seen to come in.
  useEffect(() => {
    if (orders === undefined) return;
    const before = known.current;
    known.current = new Set(orders.map((order) => order.id));
    const fresh = orders.filter((order) => before !== null && !before.has(order.id));
    if (fresh.length > 0) setFlashing(new Set(fresh.map((order) => order.id)));
  }, [orders]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = ordersChanged.listen((events) => {
      if (events === null) return;
      const collections = events.filter((event) => event.kind === 'collection');
      const changed = new Map(collections.map((event) => [event.id, event]));
      queryClient.setQueryData<DashboardAnswer>(
        ['statistics'],
        (before) =>
          before && {
            ...before,
            latest: before.latest.map((row) => {
              const event = changed.get(row.id);
              return event ? { ...row, status: event.status, callback_status: event.callback_status } : row;
            }),
          },
      );
      setFlashing(new Set(changed.keys()));
      clearTimeout(timer);
      timer = setTimeout(() => setFlashing(new Set()), flashMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return (
    <section className={styles.card} aria-label={t('latest')}>
      <header>
        <h2>
          {t('latest')}
          <Live />
        </h2>
        <a className={styles.link} href="#/wrap/collections.transactions">
          {t('allOrders')}
        </a>
      </header>
      <div className={styles.latest}>
        {orders?.map((order) => (
          <a
            key={order.id}
            href={`#/wrap/collections.transactions?open=${order.id}`}
            data-flash={flashing.has(order.id) || undefined}
          >
            <time className="num">{showTimeOfDay(order.created_at)}</time>
            <span className="num">{order.order_no}</span>
            <span>{order.customer_name}</span>
            <span>{order.channel ?? '–'}</span>
            <Money value={order.order_amount} currency={order.currency} />
            <CollectionStatusTag order={order} />
          </a>
        ))}
      </div>
      {orders?.length === 0 && <p className={styles.quiet}>{t('noOrders')}</p>}
    </section>
  );
}

/** The bead that beats while the line to the server stands. */
function Live() {
  const t = useWords('dashboard');
  const state = useSyncExternalStore(connectionChanged.listen, connectionState);
  return state === 'live' ? <span className={styles.live}>{t('live')}</span> : null;
}

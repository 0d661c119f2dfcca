import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Money } from '../../../kit/money.tsx';
import { showTimeOfDay } from '../../../lib/platform-time.ts';
import { connectionChanged, connectionState } from '../../../lib/socket.ts';
import { useWords } from '../../../lib/use-words.ts';
import { CollectionStatusTag } from '../../../parts/collection/status.tsx';
import styles from './statistics.module.css';

const flashMs = 1_500;
const none: ReadonlySet<string> = new Set();
/** What of an order changes while it stands here. */
const standOf = ({ status, callback_status, channel }: CollectionRow): string =>
  [status, callback_status, channel].join(' ');

/** The last orders as they come, each read whole; one that came in or changed flashes once. */
export function LatestCard({ orders }: { orders: readonly CollectionRow[] | undefined }) {
  const t = useWords('dashboard');
  const [flashing, setFlashing] = useState(none);
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    if (orders === undefined) return undefined;
    const before = known.current;
    known.current = new Map(orders.map((order) => [order.id, standOf(order)]));
    const fresh = orders.filter((order) => before !== null && before.get(order.id) !== standOf(order));
    if (fresh.length > 0) setFlashing(new Set(fresh.map((order) => order.id)));
    const timer = setTimeout(() => setFlashing(none), flashMs);
    return () => clearTimeout(timer);
  }, [orders]);
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

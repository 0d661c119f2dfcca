import type { CollectionStatus } from '@suanpan/domain/states/collection';
import type { PayoutStatus } from '@suanpan/domain/states/payout';
import { display2 } from '@suanpan/money/display';
import { use, useEffect, useRef, useState } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { showTimeOfDay } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { collectionTones } from '../../../parts/collection/status.tsx';
import { payoutTones } from '../../../parts/payout/status.tsx';
import { Cause, Figure } from './cause.tsx';
import { showWhole } from './figures.ts';
import { fitting, FullScreenContext } from './full-screen.ts';
import type { WallAnswer } from './wall-answer.ts';
import styles from './wall.module.css';

type Order = WallAnswer['latest'][number];

const flashMs = 1_500;
const none: ReadonlySet<string> = new Set();
const keyOf = ({ id, kind }: Order): string => `${kind} ${id}`;

interface StreamProps {
  readonly orders: readonly Order[];
  /** How many lines of alarms there are above it, across a room: what they leave is the orders'. */
  readonly alarms: number;
}

/** The newest orders of both kinds; one that came in or changed flashes once. */
export function Stream({ alarms, orders }: StreamProps) {
  const t = useWords('wall');
  const [flashing, setFlashing] = useState(none);
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Map(orders.map((order) => [keyOf(order), order.status]));
    const fresh = orders.filter((order) => before !== null && before.get(keyOf(order)) !== order.status);
    if (fresh.length > 0) setFlashing(new Set(fresh.map(keyOf)));
    const timer = setTimeout(() => setFlashing(none), flashMs);
    return () => clearTimeout(timer);
  }, [orders]);
  const isFull = use(FullScreenContext);
  const shown = isFull ? orders.slice(0, fitting.stream + Math.max(0, fitting.alarms - alarms)) : orders;
  return (
    <section className={styles.card} data-part="stream" aria-label={t('stream')}>
      <h2>{t('stream')}</h2>
      <ul className={styles.stream}>
        {shown.map((order) => (
          <li key={keyOf(order)} data-flash={flashing.has(keyOf(order)) || undefined}>
            <span className={styles.whose} data-name>
              <Cause
                screen={order.kind === 'collection' ? 'collections.transactions' : 'payment.transactions'}
                query={`?open=${order.id}`}
                title={[order.order_no, order.channel].filter((part) => part !== null).join(' · ')}
              >
                {order.customer}
              </Cause>
              <small>
                <time className="num">{showTimeOfDay(order.at)}</time> {t(`direction.${order.kind}`)}{' '}
                {order.currency}
              </small>
            </span>
            <span title={`${order.currency} ${display2(order.amount)}`}>
              <Figure>{showWhole(order.amount)}</Figure>
            </span>
            <State order={order} hasWord={!isFull} />
          </li>
        ))}
      </ul>
      {orders.length === 0 && <p className={styles.quiet}>{t('noOrders')}</p>}
    </section>
  );
}

/** Across a room colour and shape tell it; the words are for whoever stands before it. */
function State({ hasWord, order }: { readonly order: Order; readonly hasWord: boolean }) {
  const statuses = useWords('statuses');
  if (order.kind === 'payout') {
    const status = order.status as PayoutStatus;
    return (
      <StatusTag tone={payoutTones[status]} label={statuses(`payoutShort.${status}`)} hasWord={hasWord} />
    );
  }
  const status = order.status as CollectionStatus;
  // Whether its merchant was told is no matter of the stream.
  if (status === 'success')
    return <StatusTag tone="ok" label={statuses('collectionStatus.success')} hasWord={hasWord} />;
  return (
    <StatusTag
      tone={collectionTones[status]}
      label={statuses(`collectionShort.${status}`)}
      hasWord={hasWord}
    />
  );
}

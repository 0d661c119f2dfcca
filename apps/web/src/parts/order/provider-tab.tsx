import type { OrderStory } from '@suanpan/contract/order-fields';
import { EmptyState } from '../../kit/empty-state.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { RawText } from '../raw-text.tsx';
import { spokenBy } from './spoken.ts';
import styles from './drawer.module.css';

/** What was said to and by the provider, word for word with secrets masked by the server. */
export function ProviderTab({
  exchanges,
  kept,
}: {
  readonly exchanges: NonNullable<OrderStory['provider']>;
  /** There are so many, of an order older than records are shown. */
  readonly kept: number;
}) {
  const t = useWords('orders');
  const common = useWords('common');
  const spoken = spokenBy(t);
  if (kept > 0)
    return (
      <EmptyState
        kind="none"
        text={`${common('hints.requestDays')} · ${t('providerLog.kept', { count: kept })}`}
      />
    );
  if (exchanges.length === 0) return <EmptyState kind="none" text={t('providerLog.empty')} />;
  return (
    <>
      {exchanges.map((exchange, index) => (
        <article key={`${exchange.at} ${index}`} className={styles.exchange}>
          <header>
            <b>
              {exchange.direction === 'out' ? '→' : '←'} {spoken.operation(exchange.operation)}
            </b>
            <StatusTag
              tone={exchange.http_status !== null && exchange.http_status < 400 ? 'ok' : 'fail'}
              label={
                exchange.http_status === null
                  ? spoken.outcome(exchange.outcome)
                  : `HTTP ${exchange.http_status}`
              }
            />
            <span className="num">{exchange.latency_ms !== null && `${exchange.latency_ms} ms`}</span>
            <Instant at={exchange.at} />
          </header>
          <RawText label={t('providerLog.request')} text={exchange.request} />
          <RawText label={t('providerLog.response')} text={exchange.response} />
        </article>
      ))}
      <p className={styles.hint}>{common('hints.requestDays')}</p>
    </>
  );
}

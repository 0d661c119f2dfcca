import type { OrderStory } from '@suanpan/contract/order-fields';
import { Copy } from '../../kit/copy.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { RawText } from '../raw-text.tsx';
import { spokenBy } from './spoken.ts';
import styles from './drawer.module.css';

type Callback = OrderStory['callbacks'][number];

const tones = { success: 'ok', failed: 'fail', sending: 'wait', not_sent: 'reversed' } as const;

/** Every event for the merchant and every try to deliver it. */
export function CallbacksTab({ callbacks }: { callbacks: readonly Callback[] }) {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  if (callbacks.length === 0) return <EmptyState kind="none" text={t('callbackLog.empty')} />;
  const resultOf = (result: string): string =>
    statuses(`callbackResult.${result as 'timeout'}`, {
      defaultValue: statuses(`callbackState.${result as 'success'}`, { defaultValue: result }),
    });
  return callbacks.map((callback) => (
    <article key={callback.id} className={styles.exchange}>
      <header>
        <b>{spokenBy(t).event(callback.type)}</b>
        <StatusTag
          tone={tones[callback.status as keyof typeof tones] ?? 'reversed'}
          label={statuses(`callbackState.${callback.status as 'success'}`, { defaultValue: callback.status })}
        />
        {callback.next_at !== null && (
          <span className="num">
            {t('callbackLog.nextAt')} {showInstant(callback.next_at)}
          </span>
        )}
      </header>
      <dl className={styles.facts}>
        <dt>{t('callbackLog.event')}</dt>
        <dd>
          <Copy text={callback.event_id} />
        </dd>
        <dt>{t('callbackLog.url')}</dt>
        <dd>{callback.url === '' ? t('callbackLog.noUrl') : callback.url}</dd>
      </dl>
      <RawText label={t('callbackLog.body')} text={callback.body} />
      <ol className={styles.attempts}>
        {callback.attempts.map((attempt) => (
          <li key={attempt.attempt}>
            <span className="num">{t('callbackLog.attempt', { attempt: attempt.attempt })}</span>
            <Instant at={attempt.at} />
            <span className="num">{attempt.http_status === null ? '–' : `HTTP ${attempt.http_status}`}</span>
            <span className="num">{attempt.latency_ms} ms</span>
            <span data-good={attempt.result === 'success' || undefined}>{resultOf(attempt.result)}</span>
            {attempt.response !== '' && <RawText label={t('providerLog.response')} text={attempt.response} />}
          </li>
        ))}
      </ol>
    </article>
  ));
}

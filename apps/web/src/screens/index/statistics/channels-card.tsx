import { display2 } from '@suanpan/money/display';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { DrillLink } from '../../../parts/drill-link.tsx';
import type { DashboardAnswer } from './dashboard-answer.ts';
import { rateText } from './tiles.tsx';
import styles from './statistics.module.css';

/** Open says that orders may come, and nothing of how they fare. */
const tones: Readonly<Record<DashboardAnswer['channels'][number]['state'], Tone>> = {
  ok: 'idle',
  disabled: 'idle',
  out_of_window: 'idle',
  amount_capped: 'attention',
  tripped: 'fail',
  maintenance: 'attention',
};

interface ChannelsCardProps {
  readonly channels: DashboardAnswer['channels'];
  readonly currency: string;
}

/** How each channel does today: its share of success as a bar, its state as a tag. */
export function ChannelsCard({ channels, currency }: ChannelsCardProps) {
  const t = useWords('dashboard');
  const statuses = useWords('statuses');
  const common = useWords('common');
  return (
    <section className={styles.card} aria-label={t('channels')}>
      <header>
        <h2>{t('channels')}</h2>
      </header>
      <ul className={styles.channels}>
        {channels.map((channel) => {
          const decided = channel.success_count + channel.failed_count;
          const open = channel.count - decided;
          return (
            <li key={channel.channel_id}>
              <b>
                <DrillLink to={channel.at} hint={t('hints.toChannel')}>
                  {channel.channel}
                </DrillLink>
              </b>
              <StatusTag
                tone={tones[channel.state]}
                label={channel.state === 'ok' ? t('channelOpen') : statuses(`channel.${channel.state}`)}
                {...(channel.state === 'ok' && { hint: t('hints.channelOpen') })}
              />
              <meter
                min={0}
                max={Math.max(decided, 1)}
                value={channel.success_count}
                aria-label={t('successRate')}
              />
              <span className="num" title={common('successRateFormula')}>
                {rateText(channel)}
              </span>
              <small className="num">
                {channel.count === 0 ? (
                  t('noOrders')
                ) : (
                  <DrillLink to={channel.drill} hint={t('hints.toOrders')}>
                    {[
                      ...(decided > 0
                        ? [t('succeededOf', { success: channel.success_count, count: decided })]
                        : []),
                      ...(open > 0 ? [t('openCount', { count: open })] : []),
                      `${currency} ${display2(channel.amount)}`,
                    ].join(' · ')}
                  </DrillLink>
                )}
              </small>
            </li>
          );
        })}
      </ul>
      {channels.length === 0 && <p className={styles.quiet}>{t('noChannels')}</p>}
    </section>
  );
}

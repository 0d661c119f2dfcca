import { display2 } from '@suanpan/money/display';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { useWords } from '../../../lib/use-words.ts';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const tones: Readonly<Record<string, Tone>> = {
  ok: 'ok',
  disabled: 'idle',
  out_of_window: 'idle',
  amount_capped: 'attention',
  tripped: 'fail',
  provider_maintenance: 'attention',
};

interface ChannelsCardProps {
  readonly channels: DashboardAnswer['channels'] | undefined;
  readonly currency: string | undefined;
}

/** How each channel does today: its share of success as a bar, its state as a tag. */
export function ChannelsCard({ channels, currency }: ChannelsCardProps) {
  const t = useWords('dashboard');
  const statuses = useWords('statuses');
  return (
    <section className={styles.card} aria-label={t('channels')}>
      <header>
        <h2>{t('channels')}</h2>
      </header>
      <ul className={styles.channels}>
        {channels?.map((channel) => {
          const share = channel.count === 0 ? 0 : channel.success_count / channel.count;
          return (
            <li key={channel.channel_id}>
              <b>{channel.channel}</b>
              <StatusTag
                tone={tones[channel.state] ?? 'idle'}
                label={statuses(`channel.${channel.state as 'ok'}`, { defaultValue: channel.state })}
              />
              <meter min={0} max={1} value={share} aria-label={t('successRate')} />
              <span className="num">{channel.count === 0 ? '–' : `${Math.floor(share * 100)} %`}</span>
              <small className="num">
                {channel.count === 0
                  ? t('noOrders')
                  : `${t('succeededOf', { success: channel.success_count, count: channel.count })} · ${currency ?? ''} ${display2(channel.amount)}`}
              </small>
            </li>
          );
        })}
      </ul>
      {channels?.length === 0 && <p className={styles.quiet}>{t('noChannels')}</p>}
    </section>
  );
}

import { displayCount } from '@suanpan/money/display';
import { use } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { showInstant, showTimeOfDay } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { stateTag } from '../../../parts/channel/state.ts';
import { Cause, Figure } from './cause.tsx';
import { rateOf, showRate } from './figures.ts';
import { fitting, FullScreenContext } from './full-screen.ts';
import { Line } from './line.tsx';
import type { WallAnswer, WallChannel } from './wall-answer.ts';
import styles from './wall.module.css';

/** How the orders of each channel fare and how fast its provider answers; the worst stand first. */
export function Channels({ channels }: Pick<WallAnswer, 'channels'>) {
  const t = useWords('wall');
  const shown = use(FullScreenContext) ? channels.slice(0, fitting.channels) : channels;
  const hidden = channels.length - shown.length;
  return (
    <section className={styles.card} data-part="channels" aria-label={t('channels')}>
      <h2>{t('channels')}</h2>
      <ul className={styles.channels}>
        {shown.map((channel) => (
          <Channel key={channel.id} channel={channel} />
        ))}
      </ul>
      {channels.length === 0 && <p className={styles.quiet}>{t('noChannels')}</p>}
      {hidden > 0 && <p className={styles.more}>{t('moreChannels', { count: hidden })}</p>}
    </section>
  );
}

function Channel({ channel }: { readonly channel: WallChannel }) {
  const t = useWords('wall');
  const defs = useWords('channelDefs');
  const { direction, hours, id, name, since, state } = channel;
  const tag = stateTag(defs, { enabled: true, state });
  const trips = hours.map((hour) => hour.trips > 0);
  const tripped = hours.reduce((all, hour) => all + hour.trips, 0);
  const latest = hours.findLast((hour) => hour.p95_ms !== null)?.p95_ms ?? null;
  const slowest = Math.max(1, ...hours.map((hour) => hour.p95_ms ?? 0));
  const ms = (value: number): string =>
    value < 1_000 ? t('ms', { count: value }) : t('s', { count: Math.floor(value / 100) / 10 });
  const at = (hour: WallChannel['hours'][number], value: string): string =>
    `${showTimeOfDay(hour.at).slice(0, 5)} ${value}`;
  const orders = direction === 'collection' ? 'collections.transactions' : 'payment.transactions';
  return (
    <li data-state={state}>
      <div className={styles.name} data-name>
        <Cause screen="index.stats5">
          <b title={`${name} · ${channel.account}`}>{name}</b>
        </Cause>
        <span>
          {state !== 'ok' && (
            <StatusTag
              tone={tag.tone}
              label={tag.label}
              {...(since !== null && { hint: t('channelSince', { time: showInstant(since) }) })}
            />
          )}
          <small>
            {t(`direction.${direction}`)} {channel.currency}
          </small>
        </span>
      </div>
      <div className={styles.measure}>
        <Cause
          screen={orders}
          query={`?channel=${id}`}
          title={`${displayCount(channel.success_count)} / ${displayCount(channel.success_count + channel.failed_count)}`}
        >
          <Figure>{showRate(channel)}</Figure>
        </Cause>
        <Line
          label={[
            t('rateLine', { rates: hours.map((hour) => at(hour, showRate(hour))).join(', ') }),
            ...(tripped > 0 ? [t('trips', { count: tripped })] : []),
          ].join(' · ')}
          // Not money: a place in the picture.
          points={hours.map((hour) => {
            const rate = rateOf(hour);
            return rate === null ? null : Number(rate) / 100;
          })}
          trips={trips}
        />
      </div>
      <div className={styles.measure} title={t('latencyHint')}>
        <Cause screen="index.stats5">
          <Figure>{latest === null ? '–' : ms(latest)}</Figure>
        </Cause>
        <Line
          label={t('latencyLine', {
            values: hours.map((hour) => at(hour, hour.p95_ms === null ? '–' : ms(hour.p95_ms))).join(', '),
          })}
          points={hours.map((hour) => (hour.p95_ms === null ? null : hour.p95_ms / slowest))}
        />
      </div>
    </li>
  );
}

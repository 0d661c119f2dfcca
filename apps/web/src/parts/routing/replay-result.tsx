import type { RoutingReplay } from '@suanpan/contract/endpoints/routing-replay';
import { Money } from '../../kit/money.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './replay.module.css';

/** What a replay came to, channel by channel, and some of the orders that would move. */
export function ReplayResult({ replay }: { replay: RoutingReplay }) {
  const t = useWords('routing');
  const nameOf = (channel: { readonly name: string } | null): string =>
    channel?.name ?? t('replay.noChannel');
  return (
    <section className={styles.result}>
      <p>
        <b>{t('replay.moved', { moved: replay.moved, orders: replay.orders })}</b>
      </p>
      <p>{t('replay.without', { before: replay.without_channel_before, after: replay.without_channel })}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('replay.channel')}</th>
              <th scope="col">{t('replay.before')}</th>
              <th scope="col">{t('replay.after')}</th>
              <th scope="col">{t('replay.costBefore')}</th>
              <th scope="col">{t('replay.costAfter')}</th>
              <th scope="col">{t('replay.capHits')}</th>
            </tr>
          </thead>
          <tbody>
            {replay.by_channel.map((line) => (
              <tr key={line.channel.id}>
                <th scope="row">{line.channel.name}</th>
                <td className="num">{line.before}</td>
                <td className="num">{line.after}</td>
                <td>
                  <Money value={line.cost_before} currency={line.currency} />
                </td>
                <td>
                  <Money value={line.cost_after} currency={line.currency} />
                </td>
                <td className="num">{line.cap_hits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replay.sample.length > 0 && (
        <>
          <h3>{t('replay.sample')}</h3>
          <ul className={styles.sample}>
            {replay.sample.map((order) => (
              <li key={order.order_no}>
                <span className="mono">{order.order_no}</span>
                <span>
                  {nameOf(order.before)} → {nameOf(order.after)}
                </span>
                <small>{order.why}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

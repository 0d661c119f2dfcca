import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { display4 } from '@suanpan/money/display';
import { Money } from '../../kit/money.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import styles from './drawer.module.css';

/** The fee lines to the last decimal, and the postings that made them true. */
export function MoneyTab({ detail }: { detail: CollectionDetail }) {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const { money, order } = detail;
  return (
    <>
      <section className={styles.section}>
        <h3>{t('split.title')}</h3>
        {money.provisional && <p className={styles.hint}>{t('split.provisional')}</p>}
        <table className={styles.lines}>
          <thead>
            <tr>
              <th>{t('split.party')}</th>
              <th data-figure>{t('split.rate')}</th>
              <th data-figure>{t('split.perItem')}</th>
              <th data-figure>
                {t('split.amount')} ({order.currency})
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{t('columns.actualAmount')}</td>
              <td data-figure />
              <td data-figure />
              <td data-figure>
                <Money value={order.actual_amount ?? order.order_amount} isExact />
              </td>
            </tr>
            {money.lines.map((line) => (
              <tr key={line.party}>
                <td>{t(`parties.${line.party}`)}</td>
                <td data-figure className="num">
                  {line.pct === null ? '–' : `${display4(line.pct)} %`}
                </td>
                <td data-figure>
                  <Money value={line.per_item} isExact />
                </td>
                <td data-figure>
                  <Money value={line.amount} isExact />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t('split.credited')}</td>
              <td data-figure>
                <Money value={order.accounted_amount} isExact />
              </td>
            </tr>
          </tfoot>
        </table>
        <p className={styles.hint}>
          {money.released_at !== null
            ? t('split.releasedAt', { time: showInstant(money.released_at) })
            : money.settle_at !== null && `${t('split.settleAt')} ${showInstant(money.settle_at)}`}
        </p>
      </section>
      {money.journals.length > 0 && (
        <section className={styles.section}>
          <h3>{t('split.journals')}</h3>
          {money.journals.map((journal) => (
            <table key={journal.id} className={styles.lines}>
              <caption>
                {statuses(`journal.${journal.event as 'collection.settle'}`, { defaultValue: journal.event })}
                <span className="num"> #{journal.id}</span> · <Instant at={journal.at} />
              </caption>
              <tbody>
                {journal.legs.map((leg, index) => (
                  <tr key={`${leg.account} ${index}`}>
                    <td>
                      <span className="mono">{leg.account}</span>{' '}
                      {statuses(`account.${leg.account as 'L200'}`, { defaultValue: leg.account })}
                      {leg.owner_name !== null && <small> {leg.owner_name}</small>}
                    </td>
                    <td data-figure>
                      <Money value={leg.amount} isExact isChange />
                    </td>
                    <td data-figure className={styles.after}>
                      {leg.balance_after === null ? '' : <Money value={leg.balance_after} isExact />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </section>
      )}
    </>
  );
}

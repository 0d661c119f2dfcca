import { display2, displayCount } from '@suanpan/money/display';
import { use } from 'react';
import { showTimeOfDay } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Cause, Figure } from './cause.tsx';
import { changeOf, showRate, showWhole } from './figures.ts';
import { fitting, FullScreenContext } from './full-screen.ts';
import type { WallAnswer } from './wall-answer.ts';
import styles from './wall.module.css';

/** The present day against the one before: orders, how many of them succeed, and the money of each currency. */
export function Today({ data }: { readonly data: WallAnswer }) {
  const t = useWords('wall');
  const { today, until_now: untilNow, yesterday } = data;
  const change = untilNow && changeOf(untilNow.today.count, untilNow.yesterday.count);
  const time = untilNow && showTimeOfDay(untilNow.until).slice(0, 5);
  return (
    <div className={styles.today}>
      <section className={styles.tile} aria-label={t('today')}>
        {/* Nobody points at a wall: until when it is held against yesterday stands there. */}
        <h2>{[t('today'), change && time && t('changeBy', { time })].filter(Boolean).join(' · ')}</h2>
        <p>
          <Cause screen="collections.transactions">
            <Figure>{displayCount(today.count)}</Figure>
          </Cause>
          {change && time && (
            <span title={t('sameTime', { time })}>
              <Figure tone={change.isRise ? 'ok' : 'fail'}>{change.text}</Figure>
            </span>
          )}
        </p>
        <p className={styles.before}>
          <span>{t('yesterday')}</span>
          <Cause screen="collections.transactions" query="?range=yesterday">
            <Figure>{displayCount(yesterday.count)}</Figure>
          </Cause>
        </p>
      </section>
      <section className={styles.tile} aria-label={t('successRate')}>
        <h2>{t('successRate')}</h2>
        <p>
          <Cause screen="collections.transactions">
            <Figure>{showRate(today)}</Figure>
          </Cause>
        </p>
        <p className={styles.before}>
          <span>{t('yesterday')}</span>
          <Cause screen="collections.transactions" query="?range=yesterday">
            <Figure>{showRate(yesterday)}</Figure>
          </Cause>
        </p>
      </section>
      <Amounts amounts={data.amounts} />
    </div>
  );
}

function Amounts({ amounts }: Pick<WallAnswer, 'amounts'>) {
  const t = useWords('wall');
  const shown = use(FullScreenContext) ? amounts.slice(0, fitting.amounts) : amounts;
  const cell = (
    amount: string,
    currency: string,
    at: { screen: 'collections' | 'payment'; query: string },
  ) => (
    <td>
      <Cause
        screen={`${at.screen}.transactions`}
        query={`${at.query}&currency=${currency}`}
        title={`${currency} ${display2(amount)}`}
      >
        <Figure>{showWhole(amount)}</Figure>
      </Cause>
    </td>
  );
  return (
    <section className={styles.tile} aria-label={t('amounts')}>
      {amounts.length === 0 ? (
        <p className={styles.quiet}>{t('noAmounts')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('collectedToday')}</th>
              <th scope="col">{t('collectedYesterday')}</th>
              <th scope="col">{t('paidOut')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.currency}>
                <th scope="row">{one.currency}</th>
                {cell(one.today, one.currency, { screen: 'collections', query: '?status=success' })}
                {cell(one.yesterday, one.currency, {
                  screen: 'collections',
                  query: '?status=success&range=yesterday',
                })}
                {cell(one.paid_out, one.currency, { screen: 'payment', query: '?status=paid' })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

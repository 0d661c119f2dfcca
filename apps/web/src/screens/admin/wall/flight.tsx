import type { RouteName } from '@suanpan/domain/access/permissions';
import { display2 } from '@suanpan/money/display';
import { use } from 'react';
import { useWords } from '../../../lib/use-words.ts';
import { Cause, Figure } from './cause.tsx';
import { showWhole } from './figures.ts';
import { fitting, FullScreenContext } from './full-screen.ts';
import type { WallAnswer } from './wall-answer.ts';
import styles from './wall.module.css';

interface Held {
  readonly key: string;
  readonly label: string;
  readonly currency: string;
  readonly amount: string;
  readonly hint: string;
  readonly screen: RouteName;
  readonly query: string;
}

/** Money that has left one place and not come to the other, by currency and by what it waits for. */
export function Flight({ money }: { readonly money: WallAnswer['in_flight'] }) {
  const t = useWords('wall');
  const isFull = use(FullScreenContext);
  const lines: readonly Held[] = money.flatMap((one) => {
    const { currency } = one;
    const of = `currency=${currency}`;
    return [
      {
        label: t('awaited'),
        amount: one.awaited,
        hint: t('awaitedHint', { count: one.awaited_count }),
        screen: 'collections.transactions' as const,
        query: `?status=pending&range=all&${of}`,
      },
      {
        label: t('payouts'),
        amount: one.payouts,
        hint: t('heldHint'),
        screen: 'payment.transactions' as const,
        query: `?status=processing&range=all&${of}`,
      },
      {
        label: t('withdrawals'),
        amount: one.withdrawals,
        hint: t('heldHint'),
        screen: 'withdraws.list' as const,
        query: `?status=pending&status=processing&range=all&${of}`,
      },
      {
        label: t('refunds'),
        amount: one.refunds,
        hint: t('heldHint'),
        screen: 'collections.revert' as const,
        query: `?range=all&${of}`,
      },
    ]
      .filter(({ amount }) => !/^0(\.0*)?$/.test(amount))
      .map((line) => ({ ...line, currency, key: `${currency} ${line.label}` }));
  });
  const shown = isFull ? lines.slice(0, fitting.flight) : lines;
  const hidden = lines.length - shown.length;
  return (
    <section className={styles.card} data-part="flight" aria-label={t('flight')}>
      <h2>{t('flight')}</h2>
      <ul className={styles.lines}>
        {shown.map(({ amount, currency, hint, key, label, query, screen }) => (
          <li key={key}>
            <span>
              {label} <small>{currency}</small>
            </span>
            <Cause screen={screen} query={query} title={`${currency} ${display2(amount)} · ${hint}`}>
              <Figure>{showWhole(amount)}</Figure>
            </Cause>
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p className={styles.quiet}>{t('noFlight')}</p>}
      {hidden > 0 && <p className={styles.more}>{t('moreFlight', { count: hidden })}</p>}
    </section>
  );
}

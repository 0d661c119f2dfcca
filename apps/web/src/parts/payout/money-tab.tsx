import type { PayoutDetail } from '@suanpan/contract/endpoints/payouts';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { Money } from '../../kit/money.tsx';
import { useWords } from '../../lib/use-words.ts';
import { MoneyTables } from '../order/money-tables.tsx';
import styles from '../order/drawer.module.css';

/** What the payee gets, what it costs, from which money it was held, and the postings. */
export function MoneyTab({ detail: { holds, money, order } }: { detail: PayoutDetail }) {
  const t = useWords('payouts');
  const statuses = useWords('statuses');
  const { amount, currency, fee } = order;
  const held = formatLedger(parseSignedLedger(amount, currency) + parseSignedLedger(fee, currency), currency);
  return (
    <MoneyTables
      name="payout"
      currency={currency}
      first={{ title: t('columns.amount'), amount }}
      lines={money.lines}
      last={{ title: t('drawer.held'), amount: held }}
      journals={money.journals}
      rateVersion={money.rate_version}
      customerId={order.customer.id}
    >
      {holds.length > 0 && (
        <p className={styles.hint}>
          {t('drawer.holds')}
          {holds.map(({ account, amount: part }) => (
            <span key={account}>
              {' '}
              · {statuses(`account.${account as 'L200'}`, { defaultValue: account })}{' '}
              <Money value={part} isExact />
            </span>
          ))}
        </p>
      )}
    </MoneyTables>
  );
}

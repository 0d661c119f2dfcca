import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { MoneyTables } from '../order/money-tables.tsx';
import styles from '../order/drawer.module.css';

/** What was paid, what it cost, and when the merchant has it. */
export function MoneyTab({ detail: { money, order } }: { detail: CollectionDetail }) {
  const t = useWords('orders');
  return (
    <>
      {money.provisional && <p className={styles.hint}>{t('split.provisional')}</p>}
      <MoneyTables
        name="collection"
        currency={order.currency}
        first={{ title: t('columns.actualAmount'), amount: order.actual_amount ?? order.order_amount }}
        lines={money.lines}
        last={{ title: t('split.credited'), amount: order.accounted_amount }}
        journals={money.journals}
        rateVersion={money.rate_version}
        customerId={order.customer_id}
      >
        <p className={styles.hint}>
          {money.released_at !== null
            ? t('split.releasedAt', { time: showInstant(money.released_at) })
            : money.settle_at !== null && `${t('split.settleAt')} ${showInstant(money.settle_at)}`}
        </p>
      </MoneyTables>
    </>
  );
}

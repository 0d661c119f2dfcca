import type { OutputOf } from '@suanpan/contract/endpoint';
import type { supplyEffect } from '@suanpan/contract/endpoints/collection-supply';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import { Money } from '../../kit/money.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from '../user/dialogs.module.css';

const columnOf = {
  status: 'status',
  actual_amount: 'actualAmount',
  fee: 'fee',
  accounted_amount: 'accountedAmount',
} as const;

/** What settling an order by hand does to it, line by line. */
export function SupplyEffect({ shown }: { readonly shown: OutputOf<typeof supplyEffect> }) {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const said = (field: keyof typeof columnOf, value: string) =>
    field === 'status' ? (
      statuses(`collectionStatus.${value as CollectionStatus}`)
    ) : (
      <Money value={value} currency={shown.currency} isExact />
    );
  return (
    <dl className={styles.becomes}>
      {shown.effect.map(({ after, before, field }) => (
        <div key={field}>
          <dt>{t(`columns.${columnOf[field]}`)}</dt>
          <dd>
            {before !== null && before !== after && <>{said(field, before)} → </>}
            {said(field, after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

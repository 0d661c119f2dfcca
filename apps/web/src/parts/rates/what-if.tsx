import type { OutputOf } from '@suanpan/contract/endpoint';
import type { priceWhatIf } from '@suanpan/contract/endpoints/price-matrix';
import type { Currency } from '@suanpan/money/currency';
import { Money } from '../../kit/money.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './matrix.module.css';

interface WhatIfProps {
  readonly answer: OutputOf<typeof priceWhatIf>;
  readonly currency: Currency;
}

/** What the orders of the last days brought, and what they would have brought by the prices that are typed. */
export function WhatIf({ answer, currency }: WhatIfProps) {
  const t = useWords('prices');
  const { by_merchant: merchants, difference, now, then } = answer;
  const lines = [
    { key: 'now', name: t('whatIf.now'), of: now, isChange: false },
    { key: 'then', name: t('whatIf.tried'), of: then, isChange: false },
    { key: 'difference', name: t('whatIf.difference'), of: difference, isChange: true },
    ...(merchants.length < 2
      ? []
      : merchants.map((one) => ({
          key: one.customer.id,
          name: one.customer.name,
          of: one.difference,
          isChange: true,
        }))),
  ];
  return (
    <div role="status">
      <p className={styles.hint}>{t('whatIf.title', { count: now.orders })}</p>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th />
            <th scope="col">
              {t('whatIf.fee')} {currency}
            </th>
            <th scope="col">
              {t('columns.margin')} {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ isChange, key, name, of }) => (
            <tr key={key} data-line={key}>
              <th scope="row">{name}</th>
              <td>
                <Money value={of.merchant_fee} isExact isChange={isChange} />
              </td>
              <td>
                <Money value={of.net} isExact isChange={isChange} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { OutputOf } from '@suanpan/contract/endpoint';
import type { runProof } from '@suanpan/contract/endpoints/accounting';
import { displayCount } from '@suanpan/money/display';
import { Money } from '../../../kit/money.tsx';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../check-balance.module.css';

type Seen = NonNullable<OutputOf<typeof runProof>['outside']>;

/** What providers hold by our books and by their own word, and what nobody is known to have sent. */
export function Outside({ outside }: { outside: Seen }) {
  return (
    <>
      {outside.providers.length > 0 && <Providers rows={outside.providers} />}
      {outside.unidentified.length > 0 && <Unidentified rows={outside.unidentified} />}
    </>
  );
}

function Providers({ rows }: { rows: Seen['providers'] }) {
  const t = useWords('ledger');
  return (
    <section className={styles.part} tabIndex={0} aria-label={t('proof.providers')}>
      <h2>{t('proof.providers')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('proof.channelAccount')}</th>
            <th scope="col">{t('columns.currency')}</th>
            <th scope="col" className={styles.figure}>
              {t('proof.books')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('proof.providerSays')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('proof.difference')}
            </th>
            <th scope="col">{t('proof.askedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td>{row.currency}</td>
              <td className={styles.figure} data-title={t('proof.books')}>
                <Money value={row.books} isExact />
              </td>
              <td className={styles.figure} data-title={t('proof.providerSays')}>
                <Money value={row.provider} isExact />
              </td>
              <td className={styles.figure} data-title={t('proof.difference')}>
                <Money value={row.difference} isExact isChange />
              </td>
              <td data-title={t('proof.askedAt')}>{showInstant(row.checked_at) || t('proof.notAsked')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ages = ['total', 'within_day', 'within_three', 'within_week', 'older'] as const;
const titles = {
  total: 'sum',
  within_day: 'withinDay',
  within_three: 'withinThree',
  within_week: 'withinWeek',
  older: 'older',
} as const;

function Unidentified({ rows }: { rows: Seen['unidentified'] }) {
  const t = useWords('ledger');
  return (
    <section className={styles.part} tabIndex={0} aria-label={t('proof.unidentified')}>
      <h2>{t('proof.unidentified')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('columns.currency')}</th>
            <th scope="col" className={styles.figure}>
              {t('proof.receipts')}
            </th>
            {ages.map((age) => (
              <th key={age} scope="col" className={styles.figure}>
                {t(`proof.${titles[age]}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency}>
              <td>{row.currency}</td>
              <td className={`${styles.figure} num`} data-title={t('proof.receipts')}>
                {displayCount(row.count)}
              </td>
              {ages.map((age) => (
                <td key={age} className={styles.figure} data-title={t(`proof.${titles[age]}`)}>
                  <Money value={row[age]} isExact />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

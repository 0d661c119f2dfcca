import { displayCount } from '@suanpan/money/display';
import type { ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './list-sums.module.css';

/** What one currency comes to, in the whole filter and on this page. Currencies are never added to each other. */
export interface CurrencySums {
  readonly currency: string;
  readonly filter: SumLine;
  readonly page: SumLine;
}
export interface SumLine {
  readonly count: number;
  readonly figures: readonly { readonly label: string; readonly value: ReactNode }[];
}

const ranges = ['filter', 'page'] as const;
export type SumsRange = (typeof ranges)[number];
/** More figures than that stand below their words, which takes half the room. */
const fewFigures = 5;

interface ListSumsProps {
  readonly sums: readonly CurrencySums[];
  readonly range: SumsRange;
  readonly onRange: (range: SumsRange) => void;
}

/** One line a currency, with a switch between the whole filter and this page. */
export function ListSums({ sums, range, onRange }: ListSumsProps) {
  const t = useWords('common');
  const shown = sums.filter((sum) => sum[range].count > 0);
  return (
    <div className={styles.sums}>
      <span className={styles.ranges} role="group" aria-label={t('sums.title')}>
        {ranges.map((one) => (
          <button key={one} type="button" aria-pressed={range === one} onClick={() => onRange(one)}>
            {t(`sums.${one}`)}
          </button>
        ))}
      </span>
      <ul>
        {shown.map((sum) => (
          <li key={sum.currency} data-many={sum[range].figures.length > fewFigures || undefined}>
            <b>{sum.currency}</b>
            <span className="num">{t('sums.count', { count: displayCount(sum[range].count) })}</span>
            {sum[range].figures.map(({ label, value }) => (
              <span key={label}>
                {label} <span>{value}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { display2, display4 } from '@suanpan/money/display';
import styles from './kit.module.css';

interface MoneyProps {
  /** A decimal string of the ledger; nothing shows a dash, nonsense shows 0.00. */
  readonly value: string | null | undefined;
  readonly currency?: string;
  /** Fees, rates and ledger entries are shown to four decimals. */
  readonly isExact?: boolean;
  /** A change: with its sign, and in the colour of its direction. */
  readonly isChange?: boolean;
}

/** An amount: cut and never rounded, tabular digits. */
export function Money({ value, currency, isExact, isChange }: MoneyProps) {
  if (value === null || value === undefined) return <span className={styles.none}>–</span>;
  const text = isExact ? display4(value) : display2(value);
  const sign = isChange && !text.startsWith('-') && /[1-9]/.test(text) ? '+' : '';
  const tone = !isChange
    ? undefined
    : text.startsWith('-')
      ? styles.down
      : sign === '+'
        ? styles.up
        : undefined;
  return (
    <span className={tone ? `num ${tone}` : 'num'}>
      {currency !== undefined && <small className={styles.unit}>{currency}</small>}
      {sign}
      {text}
    </span>
  );
}

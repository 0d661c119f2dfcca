import type { WithdrawConfigRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { display2, displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import styles from './limit-columns.module.css';

const limits = {
  min: { title: 'rules.min', width: 112, card: 2 },
  max: { title: 'rules.max', width: 112, card: 2 },
  daily_amount: { title: 'rules.dailyAmount', width: 120, card: 3 },
  daily_count: { title: 'rules.dailyCount', width: 88 },
  per_card_daily: { title: 'rules.perCardDaily', width: 136 },
  card_usage_limit: { title: 'rules.cardUsageLimit', width: 120 },
} as const;
type Limits = Pick<WithdrawConfigRow, keyof typeof limits>;

/** The limits of withdrawals, in the currency of the row; 0 is none, and says so. */
export function limitColumns<Row>(
  t: TFunction<'withdrawals'>,
  limitsOf: (row: Row) => Limits,
  before = '',
): readonly GridColumn<Row>[] {
  return (Object.keys(limits) as (keyof typeof limits)[]).map((name) => {
    const { title, ...look } = limits[name];
    const isSet = (row: Row): boolean => /[1-9]/.test(String(limitsOf(row)[name]));
    const shown = (row: Row): string => {
      const limit = limitsOf(row)[name];
      if (!isSet(row)) return t('rules.unlimited');
      return typeof limit === 'number' ? displayCount(limit) : display2(limit);
    };
    const cell = (row: Row) => <span className={isSet(row) ? 'num' : styles.none}>{shown(row)}</span>;
    return {
      key: `${before}${name}`,
      title: t(title),
      isFigure: true as const,
      ...look,
      holds: shown,
      cell,
      // A bare figure says nothing where no header stands above it.
      cardCell: (row: Row) => (
        <>
          {t(title)} {cell(row)}
        </>
      ),
    };
  });
}

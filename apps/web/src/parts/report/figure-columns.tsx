import type { MonthRow } from '@suanpan/contract/endpoints/reports';
import { display2, display4, displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { Money } from '../../kit/money.tsx';
import { DrillLink } from '../drill-link.tsx';

const counts = ['count', 'success_count', 'failed_count', 'settled_count', 'payouts'] as const;
const sums = ['amount', 'refunds', 'actual', 'fee', 'accounted', 'payout_amount', 'payout_fee'] as const;
type CountKey = (typeof counts)[number];
type MoneyKey = (typeof sums)[number];
/** What prices make of amounts: to four decimals, as fees are everywhere, so that rows come to their sum. */
const exact: ReadonlySet<string> = new Set<MoneyKey>(['fee', 'accounted', 'payout_fee']);
export const isExactFigure = (key: string): boolean => exact.has(key);
type Row = Pick<MonthRow, CountKey | MoneyKey | 'drill'>;

/** The figures of daily statistics as columns, each opening the orders that it is made of. */
export function figureColumns<Shown extends Row>(t: TFunction<'reports'>): readonly GridColumn<Shown>[] {
  const c = columnsOf<Shown>();
  const count = (key: CountKey, title: string, hint: string, card?: 2 | 3): GridColumn<Shown> =>
    c.own(key, title, {
      width: 84,
      isFigure: true,
      ...(card !== undefined && { card }),
      holds: (row) => displayCount(row[key]),
      cell: (row) => (
        <DrillLink to={row.drill[key]} hint={hint}>
          <span className="num">{displayCount(row[key])}</span>
        </DrillLink>
      ),
      cardCell: (row) => (
        <>
          {title} <span className="num">{displayCount(row[key])}</span>
        </>
      ),
    });
  const money = (key: MoneyKey, title: string, hint: string, card?: 2 | 3): GridColumn<Shown> =>
    c.own(key, title, {
      width: 112,
      isFigure: true,
      ...(card !== undefined && { card }),
      holds: (row) => (isExactFigure(key) ? display4(row[key]) : display2(row[key])),
      cell: (row) => (
        <DrillLink to={row.drill[key]} hint={hint}>
          <Money value={row[key]} isExact={isExactFigure(key)} />
        </DrillLink>
      ),
      // A bare figure says nothing where no header stands above it.
      cardCell: (row) => (
        <>
          {title} <Money value={row[key]} isExact={isExactFigure(key)} />
        </>
      ),
    });
  const [made, posted] = [t('hints.made'), t('hints.posted')];
  return [
    count('count', t('columns.count'), made, 2),
    count('success_count', t('columns.success'), made),
    count('failed_count', t('columns.failed'), made),
    money('amount', t('columns.amount'), made),
    count('settled_count', t('columns.settled'), posted),
    money('actual', t('columns.actual'), posted, 2),
    money('fee', t('columns.fee'), posted, 3),
    money('accounted', t('columns.accounted'), posted),
    money('refunds', t('columns.refunds'), t('hints.refunds')),
    count('payouts', t('columns.payouts'), posted),
    money('payout_amount', t('columns.payoutAmount'), posted, 3),
    money('payout_fee', t('columns.payoutFee'), posted),
  ];
}

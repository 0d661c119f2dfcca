import type { ReportRow } from '@suanpan/contract/endpoints/reports';
import { display2 } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { Money } from '../../../kit/money.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { DrillLink } from '../../../parts/drill-link.tsx';

type CountKey = 'count' | 'success_count' | 'failed_count' | 'settled_count' | 'payouts';
type MoneyKey = 'amount' | 'refunds' | 'actual' | 'fee' | 'accounted' | 'payout_amount' | 'payout_fee';

const counted = (many: number): string => many.toLocaleString('en-US');

/** One row a merchant, channel and day; every figure opens the orders that it is made of. */
export function reportColumns(t: TFunction<'reports'>): readonly GridColumn<ReportRow>[] {
  const c = columnsOf<ReportRow>();
  const count = (key: CountKey, title: string, hint: string, card?: 2 | 3): GridColumn<ReportRow> =>
    c.own(key, title, {
      width: 84,
      isFigure: true,
      ...(card !== undefined && { card }),
      holds: (row) => counted(row[key]),
      cell: (row) => (
        <DrillLink to={row.drill[key]} hint={hint}>
          <span className="num">{counted(row[key])}</span>
        </DrillLink>
      ),
      cardCell: (row) => (
        <>
          {title} <span className="num">{counted(row[key])}</span>
        </>
      ),
    });
  const money = (key: MoneyKey, title: string, hint: string, card?: 2 | 3): GridColumn<ReportRow> =>
    c.own(key, title, {
      width: 112,
      isFigure: true,
      ...(card !== undefined && { card }),
      holds: (row) => display2(row[key]),
      cell: (row) => (
        <DrillLink to={row.drill[key]} hint={hint}>
          <Money value={row[key]} />
        </DrillLink>
      ),
    });
  const [made, posted] = [t('hints.made'), t('hints.posted')];
  return [
    c.text('day', t('columns.day'), { width: 100, card: 1 }),
    c.said('customer', t('columns.customer'), ({ customer }) => customer.name, { card: 1 }),
    c.said('channel', t('columns.channel'), ({ channel }) => channel?.name ?? t('states.noChannel'), {
      card: 2,
    }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    count('count', t('columns.count'), made, 2),
    count('success_count', t('columns.success'), made),
    count('failed_count', t('columns.failed'), made),
    c.own('success_rate', t('columns.rate'), {
      width: 84,
      isFigure: true,
      holds: ({ success_rate: rate }) => (rate === null ? '–' : `${rate}%`),
      cell: ({ success_rate: rate }) => (
        <span className="num" title={t('hints.rate')}>
          {rate === null ? '–' : `${rate}%`}
        </span>
      ),
    }),
    money('amount', t('columns.amount'), made),
    count('settled_count', t('columns.settled'), posted),
    money('actual', t('columns.actual'), posted, 2),
    money('fee', t('columns.fee'), posted, 3),
    money('accounted', t('columns.accounted'), posted),
    money('refunds', t('columns.refunds'), t('hints.refunds')),
    count('payouts', t('columns.payouts'), posted),
    money('payout_amount', t('columns.payoutAmount'), posted, 3),
    money('payout_fee', t('columns.payoutFee'), posted),
    c.own('version', t('columns.version'), {
      width: 92,
      holds: (row) => versionOf(t, row),
      besideText: 25,
      cell: (row) => <StatusTag tone={row.version > 1 ? 'attention' : 'ok'} label={versionOf(t, row)} />,
    }),
    c.said('agent', t('columns.agent'), ({ agent }) => agent?.name ?? '–'),
    c.time('made_at', t('columns.madeAt')),
    c.copy('hash', t('columns.hash'), { width: 120 }),
  ];
}

const versionOf = (t: TFunction<'reports'>, { version }: ReportRow): string =>
  version > 1 ? `${t('states.restated')} ${version}` : t('states.first');

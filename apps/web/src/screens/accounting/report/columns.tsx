import type { ReportRow } from '@suanpan/contract/endpoints/reports';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { figureColumns } from '../../../parts/report/figure-columns.tsx';

/** One row a merchant, channel and day. */
export function reportColumns(
  t: TFunction<'reports'>,
  common: TFunction<'common'>,
): readonly GridColumn<ReportRow>[] {
  const c = columnsOf<ReportRow>();
  const rateOf = ({ success_rate: rate }: ReportRow): string => (rate === null ? '–' : `${rate} %`);
  return [
    c.kind('day', t('columns.day'), { width: 100, card: 1 }),
    c.said('customer', t('columns.customer'), ({ customer }) => customer.name, {
      card: 1,
      whose: 'merchant',
    }),
    c.said('channel', t('columns.channel'), ({ channel }) => channel?.name ?? t('states.noChannel'), {
      card: 2,
    }),
    c.kind('currency', t('columns.currency'), { width: 64 }),
    ...figureColumns<ReportRow>(t),
    c.own('success_rate', t('columns.rate'), {
      width: 84,
      isFigure: true,
      holds: rateOf,
      cell: (row) => (
        <span className="num" title={common('successRateFormula')}>
          {rateOf(row)}
        </span>
      ),
    }),
    c.tag(
      'version',
      t('columns.version'),
      (row) => ({ tone: row.version > 1 ? 'attention' : 'ok', label: versionOf(t, row) }),
      { width: 92 },
    ),
    c.said('agent', t('columns.agent'), ({ agent }) => agent?.name ?? '–', { whose: 'agent' }),
    c.time('made_at', t('columns.madeAt')),
    c.copy('hash', t('columns.hash'), { width: 120 }),
  ];
}

const versionOf = (t: TFunction<'reports'>, { version }: ReportRow): string =>
  version > 1 ? `${t('states.restated')} ${version}` : t('states.first');

import type { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { operationGroupNames, type OperationGroup } from '@suanpan/domain/operations/groups';
import { display2 } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { columns, tagFrame } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { Money } from '../../../kit/money.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import type { RowOf } from '../../../lib/use-list.ts';
import styles from './operation-analysis.module.css';

export type OperatorRow = RowOf<typeof operationAnalysis>;

/** Between a count and the amounts beside it. */
const gap = 12;

interface OperatorWords {
  readonly t: TFunction<'audit'>;
  readonly statuses: TFunction<'statuses'>;
}

export function operatorColumns({ t, statuses }: OperatorWords): readonly GridColumn<OperatorRow>[] {
  const c = columns<OperatorRow>();
  const toldOf = ({ anomalies }: OperatorRow): string =>
    anomalies.map(({ kind, count }) => t(`anomalies.${kind}`, { count })).join(' · ');
  const groupOf = (row: OperatorRow, name: OperationGroup) => row.groups.find(({ group }) => group === name);
  return [
    c.own('anomalies', t('analysis.anomalies'), {
      width: 200,
      card: 3,
      words: toldOf,
      besideText: tagFrame,
      cell: (row) => (toldOf(row) === '' ? '–' : <StatusTag tone="attention" label={toldOf(row)} />),
    }),
    c.own('operator', t('analysis.operator'), {
      width: 132,
      card: 1,
      cell: ({ operator }) => <b title={`${operator.name} · ${operator.id}`}>{operator.username}</b>,
    }),
    c.said(
      'operator.role_name',
      t('analysis.role'),
      ({ operator }) => statuses(`role.${operator.role_name}`),
      {
        width: 96,
        card: 2,
      },
    ),
    c.count('acts', t('analysis.acts'), { width: 72, card: 2 }),
    c.figure('usual_per_day', t('analysis.usual'), { width: 88 }),
    c.count('denials', t('analysis.denials'), { width: 72 }),
    c.count('night', t('analysis.night'), { width: 72 }),
    ...operationGroupNames.map((name) =>
      c.own(`groups.${name}`, t(`groups.${name}`), {
        width: 104,
        isFigure: true,
        besideText: gap,
        holds: (row) => {
          const own = groupOf(row, name);
          if (own === undefined) return '–';
          const amounts = own.amounts.map(({ currency, amount }) => `${currency} ${display2(amount)}`);
          return [own.count, ...amounts].join('   ');
        },
        cell: (row) => {
          const own = groupOf(row, name);
          if (own === undefined) return '–';
          return (
            <span className={styles.figure}>
              {own.count}
              {own.amounts.map(({ currency, amount }) => (
                <Money key={currency} value={amount} currency={currency} />
              ))}
            </span>
          );
        },
      }),
    ),
    c.time('last_at', t('analysis.lastAt'), { card: 1 }),
  ];
}

/** *Work* shows what is unlike somebody and the acts that touch money; *all fields* every group of acts. */
export function operatorPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<OperatorRow>(
    common,
    {
      columns: [
        'anomalies',
        'operator',
        'operator.role_name',
        'acts',
        'usual_per_day',
        'denials',
        'night',
        'groups.refund',
        'groups.manualChange',
        'last_at',
      ],
      pinned: ['anomalies', 'operator'],
      leaving: ['groups.refund'],
    },
    {
      columns: [
        'operator',
        'operator.role_name',
        'anomalies',
        'acts',
        'usual_per_day',
        'denials',
        'night',
        ...operationGroupNames.map((name) => `groups.${name}` as const),
        'last_at',
      ],
      pinned: ['operator'],
    },
  );
}

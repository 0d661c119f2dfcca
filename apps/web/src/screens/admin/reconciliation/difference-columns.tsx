import type { DifferenceRow } from '@suanpan/contract/endpoints/reconciliation';
import type { TFunction } from 'i18next';
import { Copy } from '../../../kit/copy.tsx';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { Instant } from '../../../kit/instant.tsx';
import { showInstant } from '../../../lib/platform-time.ts';
import { WaitingMarks } from '../../../parts/approval/waiting-marks.tsx';

const work = [
  'state',
  'type',
  'channel_account',
  'day',
  'line.ref',
  'order',
  'ours',
  'theirs',
  'difference',
  'found_at',
  'assignee',
] as const;

export const differencePresets = (common: TFunction<'common'>): readonly GridPreset[] => {
  const [state, type, ...rest] = work;
  return workAndAll<DifferenceRow>(
    common,
    { columns: work, pinned: [state, type], leaving: ['order', 'assignee'] },
    {
      columns: [
        state,
        type,
        ...rest,
        'line.own_no',
        'resolution.act',
        'resolution.by',
        'resolution.at',
        'resolution.reason',
        'resolution.journal_id',
      ],
      pinned: [state, type],
    },
  );
};

/** The provider's number: as it stands on the statement, or as we booked it. */
export const refOf = ({ booked_ref: booked, line }: DifferenceRow): string => line?.ref || booked || '';

export function differenceColumns(t: TFunction<'reconciliation'>): readonly GridColumn<DifferenceRow>[] {
  const c = columnsOf<DifferenceRow>();
  const unit = (row: DifferenceRow): string => row.currency;
  const type = (row: DifferenceRow): string => t(`types.${row.type}`);
  /** What tells numbers apart stands at their end. */
  const number = (numberOf: (row: DifferenceRow) => string) => ({
    least: 104,
    words: numberOf,
    cell: (row: DifferenceRow) => (numberOf(row) === '' ? '–' : <Copy text={numberOf(row)} />),
  });
  const act = ({ resolution }: DifferenceRow): string =>
    resolution === null ? '–' : t(`acts.${resolution.act}`);
  return [
    c.tag(
      'state',
      t('columns.state'),
      (row) => ({
        tone: row.state === 'open' ? 'wait' : 'ok',
        label: t(`states.${row.state}`),
        hint: row.resolution === null ? undefined : act(row),
        mark: row.waiting_acts && <WaitingMarks of={row.waiting_acts} />,
      }),
      { width: 104, card: 1 },
    ),
    c.own('type', t('columns.type'), { width: 120, card: 1, holds: type, cell: type }),
    c.said('channel_account', t('columns.account'), ({ channel_account: account }) => account.name, {
      width: 144,
      card: 2,
    }),
    c.kind('day', t('columns.day'), { card: 2 }),
    c.own('line.ref', t('columns.ref'), { width: 160, card: 3, ...number(refOf) }),
    c.own('order', t('columns.order'), { width: 152, ...number(({ order }) => order?.no ?? '') }),
    c.said('line.own_no', t('columns.own_no'), ({ line }) => line?.own_no || '–', { width: 152 }),
    c.money('ours', t('columns.ours'), { width: 116, unit }),
    c.money('theirs', t('columns.theirs'), { width: 116, unit }),
    c.money('difference', t('columns.difference'), { width: 116, unit, card: 3 }),
    c.time('found_at', t('columns.found'), { card: 1 }),
    c.said('assignee', t('columns.assignee'), ({ assignee }) => assignee?.name ?? '–', { width: 112 }),
    c.said('resolution.act', t('columns.act'), act, { width: 128 }),
    c.said('resolution.by', t('columns.resolvedBy'), ({ resolution }) => resolution?.by ?? '–'),
    c.own('resolution.at', t('columns.resolvedAt'), {
      width: 152,
      holds: ({ resolution }) => showInstant(resolution?.at),
      cell: ({ resolution }) => <Instant at={resolution?.at ?? null} />,
    }),
    c.said('resolution.reason', t('columns.reason'), ({ resolution }) => resolution?.reason ?? '–', {
      width: 200,
    }),
    c.said('resolution.journal_id', t('columns.journal'), ({ resolution }) => resolution?.journal_id ?? '–'),
  ];
}

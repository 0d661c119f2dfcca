import type { approvals } from '@suanpan/contract/endpoints/approvals';
import { approvalActNames, approvalStates } from '@suanpan/domain/approvals';
import type { TFunction } from 'i18next';
import { fields, wordsOf, type FieldOf } from '../../../kit/filter/field-factory.ts';
import { columns } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { shownAge } from '../../../parts/approval/shown-age.ts';
import { approvalTones, type Approval } from './approval.ts';
import { EffectLine } from './effect.tsx';

export function approvalColumns(t: TFunction<'approvals'>): readonly GridColumn<Approval>[] {
  const c = columns<Approval>();
  const ageOf = (row: Approval): string => shownAge(t, row.created_at, row.decided_at ?? undefined);
  return [
    c.tag(
      'state',
      t('columns.state'),
      (row) => ({
        tone: approvalTones[row.state],
        label: t(`states.${row.state}`),
      }),
      { width: 92, card: 1 },
    ),
    c.own('act', t('columns.act'), {
      width: 136,
      card: 2,
      words: (row) => t(`acts.${row.act}`),
      cell: (row) => <strong title={t(`acts.${row.act}`)}>{t(`acts.${row.act}`)}</strong>,
    }),
    c.said('subject', t('columns.subject'), (row) => row.subject.label, { width: 128, card: 3 }),
    c.own('effect', t('columns.effect'), { width: 210, cell: (row) => <EffectLine row={row} /> }),
    c.money('amount', t('columns.amount'), { width: 116, card: 2, unit: (row) => row.currency ?? '' }),
    c.own('maker', t('columns.maker'), {
      width: 96,
      card: 3,
      cell: ({ maker }) => <span title={`${maker.name} · ${maker.username}`}>{maker.name}</span>,
    }),
    { ...c.time('created_at', t('columns.createdAt'), { card: 1 }), cardCell: ageOf },
    c.text('reason', t('columns.reason'), { width: 150 }),
    c.said(
      'checker',
      t('columns.checker'),
      ({ checker }) => (checker === null ? '–' : `${checker.name} · ${checker.username}`),
      { width: 130 },
    ),
    c.time('decided_at', t('columns.decidedAt')),
    c.time('expires_at', t('columns.expiresAt')),
    c.said('agent', t('columns.agent'), (row) => row.agent?.name ?? '–', { width: 120, whose: 'agent' }),
  ];
}

export function approvalPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<Approval>(
    common,
    {
      columns: ['state', 'act', 'subject', 'effect', 'amount', 'maker', 'created_at', 'reason'],
      pinned: ['state'],
      leaving: ['reason'],
    },
    {
      columns: [
        'state',
        'act',
        'subject',
        'effect',
        'amount',
        'maker',
        'created_at',
        'reason',
        'checker',
        'decided_at',
        'expires_at',
        'agent',
      ],
      pinned: ['state'],
    },
  );
}

/** Without a state: what waits, and what was closed today. */
export function approvalFields(t: TFunction<'approvals'>): readonly FieldOf<typeof approvals>[] {
  const f = fields<typeof approvals>();
  return [
    f.choice(
      'state',
      t('columns.state'),
      wordsOf(approvalStates, (state) => t(`states.${state}`)),
    ),
    f.choice(
      'act',
      t('columns.act'),
      wordsOf(approvalActNames, (act) => t(`acts.${act}`)),
    ),
    f.choice('closed', t('filters.closed'), { today: t('filters.today') }),
  ];
}

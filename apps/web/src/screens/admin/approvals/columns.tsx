import type { TFunction } from 'i18next';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { Money } from '../../../kit/money.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { platformZone } from '../../../lib/platform-time.ts';
import { Instant } from '../../../kit/instant.tsx';
import { approvalTones, shownAge, type Approval } from './approval.ts';
import { EffectLine } from './effect.tsx';

export function approvalColumns(t: TFunction<'approvals'>): readonly GridColumn<Approval>[] {
  return [
    {
      key: 'act',
      title: t('columns.act'),
      width: 150,
      card: 'head',
      cell: (row) => <strong>{t(`acts.${row.act}`)}</strong>,
    },
    {
      key: 'state',
      title: t('columns.state'),
      width: 110,
      card: 'head',
      cell: (row) => <StatusTag tone={approvalTones[row.state]} label={t(`states.${row.state}`)} />,
    },
    {
      key: 'subject',
      title: t('columns.subject'),
      width: 200,
      card: 'line',
      cell: (row) => row.subject.label,
    },
    {
      key: 'effect',
      title: t('columns.effect'),
      width: 290,
      card: 'line',
      cell: (row) => <EffectLine row={row} />,
    },
    {
      key: 'amount',
      title: t('columns.amount'),
      width: 120,
      isFigure: true,
      cell: (row) =>
        row.amount === null ? '–' : <Money value={row.amount} currency={row.currency ?? undefined} />,
    },
    {
      key: 'maker',
      title: t('columns.maker'),
      width: 110,
      card: 'line',
      cell: (row) => <span title={row.maker.username}>{row.maker.name}</span>,
    },
    {
      key: 'age',
      title: t('columns.age'),
      width: 70,
      isFigure: true,
      card: 'line',
      cell: (row) => <span className="num">{shownAge(t, row.created_at, row.decided_at ?? undefined)}</span>,
    },
    { key: 'reason', title: t('columns.reason'), width: 220, cell: (row) => row.reason },
    {
      key: 'checker',
      title: t('columns.checker'),
      width: 150,
      cell: (row) => (row.checker === null ? '–' : `${row.checker.name} · ${row.checker.username}`),
    },
    {
      key: 'created_at',
      title: `${t('columns.createdAt')} (${platformZone})`,
      width: 170,
      cell: (row) => <Instant at={row.created_at} />,
    },
    {
      key: 'decided_at',
      title: t('columns.decidedAt'),
      width: 170,
      isHidden: true,
      cell: (row) => <Instant at={row.decided_at} />,
    },
    {
      key: 'agent',
      title: t('columns.agent'),
      width: 150,
      isHidden: true,
      cell: (row) => row.agent?.name ?? '–',
    },
  ];
}

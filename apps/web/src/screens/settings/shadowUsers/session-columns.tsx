import type { ShadowSession } from '@suanpan/contract/endpoints/impersonation';
import type { TFunction } from 'i18next';
import { columns } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { now } from '../../../lib/clock.ts';
import { Person } from './person.tsx';

const minuteMs = 60_000;

/** Begun minutes count: "1 min" until the end. */
function minutesLeft({ expires_at }: ShadowSession): number {
  return Math.max(0, Math.ceil((Date.parse(expires_at) - now()) / minuteMs));
}

export function sessionColumns(t: TFunction<'personal'>): readonly GridColumn<ShadowSession>[] {
  const c = columns<ShadowSession>();
  const left = (row: ShadowSession): string => t('shadow.minutes', { count: minutesLeft(row) });
  return [
    c.own('operator', t('shadow.operator'), {
      width: 176,
      card: 1,
      cell: (row) => <Person person={row.operator} />,
    }),
    c.own('user', t('shadow.user'), { width: 176, card: 2, cell: (row) => <Person person={row.user} /> }),
    c.text('reason', t('shadow.reason'), { width: 240, card: 3 }),
    c.own('expires_at', t('shadow.left'), {
      width: 92,
      card: 1,
      isFigure: true,
      holds: left,
      cell: (row) => <span className="num">{left(row)}</span>,
    }),
    c.own('grant_id', t('shadow.basis'), {
      width: 120,
      cell: (row) =>
        row.grant_id === null ? t('shadow.byRight') : t('shadow.byGrant', { id: row.grant_id }),
    }),
    c.time('started_at', t('shadow.started'), { card: 2 }),
    c.time('last_seen_at', t('shadow.lastSeen')),
    c.own('ip', t('shadow.address'), {
      width: 128,
      card: 3,
      holds: (row) => row.ip,
      cell: (row) => <span className="num">{row.ip}</span>,
    }),
  ];
}

export function sessionPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<ShadowSession>(
    common,
    {
      columns: ['operator', 'user', 'reason', 'expires_at', 'grant_id', 'started_at', 'ip'],
      pinned: ['operator'],
    },
    {
      columns: ['operator', 'user', 'reason', 'grant_id', 'ip', 'started_at', 'last_seen_at', 'expires_at'],
      pinned: ['operator'],
    },
  );
}

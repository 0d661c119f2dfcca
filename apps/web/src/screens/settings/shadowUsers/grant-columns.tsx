import type { ShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import type { TFunction } from 'i18next';
import { columns } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { Person } from './person.tsx';

const tones = { live: 'ok', expired: 'idle', revoked: 'reversed' } as const;

export function grantColumns(t: TFunction<'personal'>): readonly GridColumn<ShadowGrant>[] {
  const c = columns<ShadowGrant>();
  const state = (row: ShadowGrant) => ({ tone: tones[row.state], label: t(`shadow.states.${row.state}`) });
  return [
    c.tag('state', t('shadow.state'), state, { width: 92, card: 1 }),
    c.copy('id', t('shadow.grant'), { width: 80, least: 64 }),
    c.own('grantee', t('shadow.grantee'), {
      width: 176,
      card: 2,
      cell: (row) => <Person person={row.grantee} />,
    }),
    c.own('target', t('shadow.target'), {
      width: 176,
      card: 2,
      cell: (row) => <Person person={row.target} />,
    }),
    c.text('reason', t('shadow.reason'), { width: 240, card: 3 }),
    c.time('expires_at', t('shadow.expires'), { card: 1 }),
    c.time('revoked_at', t('shadow.revokedAt')),
    c.text('revoked_by', t('shadow.revokedBy'), { width: 120 }),
    c.text('granted_by', t('shadow.grantedBy'), { width: 120 }),
    c.time('granted_at', t('shadow.grantedAt')),
  ];
}

export function grantPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<ShadowGrant>(
    common,
    {
      columns: ['state', 'grantee', 'target', 'reason', 'expires_at', 'granted_by', 'granted_at'],
      pinned: ['state'],
      leaving: ['granted_by'],
    },
    {
      columns: [
        'id',
        'grantee',
        'target',
        'state',
        'reason',
        'granted_by',
        'granted_at',
        'expires_at',
        'revoked_by',
        'revoked_at',
      ],
      pinned: ['id'],
    },
  );
}

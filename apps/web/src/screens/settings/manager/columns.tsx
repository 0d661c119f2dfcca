import type { ManagerRow } from '@suanpan/contract/endpoints/roles';
import type { TFunction } from 'i18next';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { platformZone } from '../../../lib/platform-time.ts';
import { Instant } from '../../../kit/instant.tsx';

const tones: Readonly<Record<ManagerRow['status'], Tone>> = {
  pending: 'attention',
  active: 'ok',
  disabled: 'fail',
  archived: 'idle',
};

export function managerColumns(
  t: TFunction<'roles'>,
  statuses: TFunction<'statuses'>,
): readonly GridColumn<ManagerRow>[] {
  return [
    { key: 'name', title: t('manager.name'), width: 140, card: 'head', cell: (row) => row.name },
    {
      key: 'status',
      title: t('manager.status'),
      width: 110,
      card: 'head',
      cell: (row) => <StatusTag tone={tones[row.status]} label={statuses(`user.${row.status}`)} />,
    },
    {
      key: 'username',
      title: t('manager.username'),
      width: 160,
      card: 'line',
      cell: (row) => <span className="mono">{row.username}</span>,
    },
    {
      key: 'role_name',
      title: t('manager.kind'),
      width: 130,
      card: 'line',
      cell: (row) => statuses(`role.${row.role_name}`),
    },
    {
      key: 'role',
      title: t('manager.role'),
      width: 140,
      card: 'line',
      cell: (row) => (row.has_own_grant ? t('manager.ownGrant') : (row.role?.name ?? t('manager.noRole'))),
    },
    {
      key: 'google2FA',
      title: t('manager.twoFactor'),
      width: 120,
      card: 'line',
      cell: (row) => (
        <StatusTag
          tone={row.google2FA ? 'ok' : 'attention'}
          label={row.google2FA ? t('manager.bound') : t('manager.unbound')}
        />
      ),
    },
    {
      key: 'last_login_at',
      title: `${t('manager.lastLogin')} (${platformZone})`,
      width: 170,
      cell: (row) => <Instant at={row.last_login_at} />,
    },
    { key: 'email', title: t('manager.email'), width: 180, isHidden: true, cell: (row) => row.email ?? '–' },
    { key: 'phone', title: t('manager.phone'), width: 130, isHidden: true, cell: (row) => row.phone ?? '–' },
    {
      key: 'created_at',
      title: t('manager.createdAt'),
      width: 170,
      isHidden: true,
      cell: (row) => <Instant at={row.created_at} />,
    },
  ];
}

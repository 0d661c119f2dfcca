import type { ManagerRow } from '@suanpan/contract/endpoints/roles';
import type { TFunction } from 'i18next';
import { columns } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { userTones } from '../../../parts/user/status.tsx';

export function managerColumns(
  t: TFunction<'roles'>,
  statuses: TFunction<'statuses'>,
): readonly GridColumn<ManagerRow>[] {
  const c = columns<ManagerRow>();
  const status = (row: ManagerRow) => ({
    tone: userTones[row.status],
    label: statuses(`user.${row.status}`),
  });
  return [
    c.tag('status', t('manager.status'), status, { width: 92, card: 1 }),
    c.copy('username', t('manager.username'), { width: 152, card: 1 }),
    c.copy('id', t('manager.id'), { width: 92, least: 80 }),
    c.name('name', t('manager.name'), 'id', { width: 132, card: 2 }),
    c.said('role_name', t('manager.kind'), (row) => statuses(`role.${row.role_name}`), {
      width: 120,
      card: 2,
    }),
    c.own('role', t('manager.role'), {
      width: 140,
      card: 3,
      cell: (row) => (row.has_own_grant ? t('manager.ownGrant') : (row.role?.name ?? t('manager.noRole'))),
    }),
    c.own('google2FA', t('manager.twoFactor'), {
      width: 88,
      card: 3,
      cell: (row) => (row.google2FA ? t('manager.bound') : t('manager.unbound')),
    }),
    c.text('phone', t('manager.phone'), { width: 124 }),
    c.text('email', t('manager.email'), { width: 168 }),
    c.time('last_login_at', t('manager.lastLogin'), { card: 1 }),
    c.time('created_at', t('manager.createdAt')),
  ];
}

export function managerPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<ManagerRow>(
    common,
    {
      columns: [
        'status',
        'username',
        'name',
        'role_name',
        'role',
        'google2FA',
        'last_login_at',
        'created_at',
      ],
      pinned: ['status', 'username'],
      leaving: ['created_at'],
    },
    {
      columns: [
        'id',
        'username',
        'name',
        'role_name',
        'role',
        'phone',
        'email',
        'google2FA',
        'status',
        'last_login_at',
        'created_at',
      ],
      pinned: ['id', 'username'],
    },
  );
}

import type { RoleRow } from '@suanpan/contract/endpoints/roles';
import type { TFunction } from 'i18next';
import { columns } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';

export function roleColumns(t: TFunction<'roles'>): readonly GridColumn<RoleRow>[] {
  const c = columns<RoleRow>();
  return [
    {
      ...c.text('name', t('role.name'), { width: 240, card: 1 }),
      cell: (row) => <strong title={row.name}>{row.name}</strong>,
    },
    c.copy('role_id', t('role.id'), { width: 92, least: 72 }),
    c.own('owner', t('role.owner'), {
      width: 200,
      card: 2,
      cell: ({ owner }) =>
        owner === null ? t('role.platform') : <span title={owner.id}>{`${owner.name} · ${owner.id}`}</span>,
    }),
    {
      ...c.count('users', t('role.users'), { card: 3 }),
      cardCell: (row) => t('role.usersOf', { count: row.users }),
    },
    c.own('permissions', t('role.permissions'), {
      width: 104,
      isFigure: true,
      card: 3,
      holds: (row) => String(row.permissions.length),
      cell: (row) => <span className="num">{row.permissions.length}</span>,
      cardCell: (row) => t('role.permissionsOf', { count: row.permissions.length }),
    }),
    c.time('updated_at', t('role.updatedAt'), { card: 1 }),
    c.time('created_at', t('role.createdAt')),
  ];
}

export function rolePresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<RoleRow>(
    common,
    { columns: ['name', 'owner', 'users', 'permissions', 'updated_at'], pinned: ['name'] },
    {
      columns: ['role_id', 'name', 'permissions', 'created_at', 'updated_at', 'owner', 'users'],
      pinned: ['role_id', 'name'],
    },
  );
}

import type { AccessUser } from '@suanpan/contract/endpoints/access';
import type { TFunction } from 'i18next';
import { columns } from '../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { userTones } from '../user/status.tsx';

export function accessColumns(
  t: TFunction<'roles'>,
  statuses: TFunction<'statuses'>,
): readonly GridColumn<AccessUser>[] {
  const c = columns<AccessUser>();
  const status = (row: AccessUser) => ({
    tone: userTones[row.status],
    label: statuses(`user.${row.status}`),
  });
  return [
    c.tag('status', t('manager.status'), status, { width: 92, card: 1 }),
    c.copy('username', t('manager.username'), { width: 160, card: 1 }),
    c.copy('id', t('manager.id'), { width: 92, least: 80 }),
    c.name('name', t('manager.name'), 'id', { width: 160, card: 2 }),
    c.said('role_name', t('manager.kind'), (row) => statuses(`role.${row.role_name}`), {
      width: 140,
      card: 2,
    }),
    c.said('source', t('access.source'), (row) => row.role?.name ?? t(`access.sources.${row.source}`), {
      width: 180,
      card: 3,
    }),
    c.own('owner', t('role.owner'), {
      width: 180,
      card: 3,
      cell: ({ owner }) => (owner === null ? '–' : <span title={owner.id}>{owner.name}</span>),
    }),
  ];
}

export function accessPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<AccessUser>(
    common,
    {
      columns: ['status', 'username', 'name', 'role_name', 'source', 'owner'],
      pinned: ['status', 'username'],
    },
    {
      columns: ['id', 'username', 'name', 'role_name', 'status', 'source', 'owner'],
      pinned: ['id', 'username'],
    },
  );
}

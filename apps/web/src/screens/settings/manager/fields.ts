import type { searchManagers } from '@suanpan/contract/endpoints/roles';
import type { TFunction } from 'i18next';
import { fields, type FieldOf } from '../../../kit/filter/field-factory.ts';

export function managerFields(
  t: TFunction<'roles'>,
  statuses: TFunction<'statuses'>,
): readonly FieldOf<typeof searchManagers>[] {
  const f = fields<typeof searchManagers>();
  return [
    f.text('search', t('manager.username'), { placeholder: t('access.search') }),
    f.choice('status', t('manager.status'), {
      pending: statuses('user.pending'),
      active: statuses('user.active'),
      disabled: statuses('user.disabled'),
      archived: statuses('user.archived'),
    }),
  ];
}

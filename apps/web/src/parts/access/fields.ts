import type { authorityUsers } from '@suanpan/contract/endpoints/access';
import type { TFunction } from 'i18next';
import { fields, type FieldOf } from '../../kit/filter/field-factory.ts';
import type { AccessReach } from './access-calls.ts';

/** Both lists take the same; one's own sub-accounts are all of one kind. */
export function accessFields(
  t: TFunction<'roles'>,
  statuses: TFunction<'statuses'>,
  reach: AccessReach,
): readonly FieldOf<typeof authorityUsers>[] {
  const f = fields<typeof authorityUsers>();
  const search = f.text('search', t('access.user'), { placeholder: t('access.search') });
  if (reach === 'subs') return [search];
  return [
    search,
    f.choice('role_name', t('manager.kind'), {
      admin: statuses('role.admin'),
      manager: statuses('role.manager'),
      agent: statuses('role.agent'),
      subAgent: statuses('role.subAgent'),
      middleman: statuses('role.middleman'),
      customer: statuses('role.customer'),
      staffSub: statuses('role.staffSub'),
      customerSub: statuses('role.customerSub'),
    }),
  ];
}

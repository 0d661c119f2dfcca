import { users } from '@suanpan/contract/endpoints/users';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import { UserList } from '../../parts/user/user-list.tsx';

const roles: readonly RoleName[] = ['admin', 'manager'];
const columns = ['type', 'twoFactor', 'contact'] as const;
const statuses: readonly UserStatus[] = ['active', 'disabled'];
const fixed = { role_name: roles.join(',') };

/** The platform's administrators and managers, as users. */
export function Managers() {
  return (
    <UserList
      name="users.manage"
      endpoint={users}
      fixed={fixed}
      roles={roles}
      columns={columns}
      statuses={statuses}
      shownStatuses={statuses}
    />
  );
}

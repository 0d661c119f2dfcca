import { users } from '@suanpan/contract/endpoints/users';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import { UserList } from '../../parts/user/user-list.tsx';

const roles: readonly RoleName[] = ['customer', 'agent', 'subAgent', 'middleman'];
const columns = ['type', 'agent', 'money', 'contact'] as const;
const statuses: readonly UserStatus[] = ['pending', 'disabled'];
const fixed = {};

/** Accounts that are not in use: pending ones and disabled ones. */
export function InactiveUsers() {
  return (
    <UserList
      name="users.unList"
      endpoint={users}
      fixed={fixed}
      roles={roles}
      columns={columns}
      statuses={statuses}
      shownStatuses={statuses}
    />
  );
}

import { users } from '@suanpan/contract/endpoints/users';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import { UserList } from '../../parts/user/user-list.tsx';

const roles: readonly RoleName[] = ['customer', 'agent', 'subAgent', 'middleman'];
const columns = ['type', 'agent', 'money', 'fees', 'partners', 'twoFactor', 'contact'] as const;
const statuses: readonly UserStatus[] = ['active', 'disabled', 'pending', 'archived'];
const shown: readonly UserStatus[] = ['active'];
const fixed = {};

/** Merchants, agents and referrers of one's tree. */
export function Users() {
  return (
    <UserList
      name="users.list"
      endpoint={users}
      fixed={fixed}
      roles={roles}
      columns={columns}
      statuses={statuses}
      shownStatuses={shown}
    />
  );
}

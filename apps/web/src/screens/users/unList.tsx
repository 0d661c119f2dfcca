import type { UserScope } from '../../parts/user/fields.ts';
import { UserList } from '../../parts/user/user-list.tsx';

const scope: UserScope = {
  roles: ['customer', 'agent', 'subAgent', 'middleman'],
  statuses: ['pending', 'disabled'],
  picks: 'agent',
};

/** Accounts that are not in use: pending ones and disabled ones. */
export function InactiveUsers() {
  return <UserList name="users.unList" scope={scope} />;
}

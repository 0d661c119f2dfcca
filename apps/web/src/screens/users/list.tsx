import type { UserScope } from '../../parts/user/fields.ts';
import { UserList } from '../../parts/user/user-list.tsx';

const scope: UserScope = {
  roles: ['customer', 'agent', 'subAgent', 'middleman'],
  statuses: ['active', 'disabled', 'pending', 'archived'],
  status: 'active',
  picks: 'agent',
};

/** Merchants, agents and referrers of one's tree. */
export function Users() {
  return <UserList name="users.list" scope={scope} />;
}

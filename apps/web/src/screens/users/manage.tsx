import type { UserScope } from '../../parts/user/fields.ts';
import { UserList } from '../../parts/user/user-list.tsx';

const scope: UserScope = { roles: ['admin', 'manager'], statuses: ['active', 'disabled'] };

/** The platform's administrators and managers, as users. */
export function Managers() {
  return <UserList name="users.manage" scope={scope} />;
}

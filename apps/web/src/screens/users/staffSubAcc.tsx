import { SubList } from '../../parts/user/sub-list.tsx';

/** Staff of the platform and of senior agents. */
export function StaffSubAccounts() {
  return <SubList name="users.staffSubAcc" />;
}

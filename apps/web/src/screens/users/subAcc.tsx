import { SubList } from '../../parts/user/sub-list.tsx';

/** One's own sub-accounts. */
export function OwnSubAccounts() {
  return <SubList name="users.subAcc" />;
}

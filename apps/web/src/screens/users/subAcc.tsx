import { SubList } from '../../parts/user/sub-list.tsx';

export function OwnSubAccounts() {
  return <SubList name="users.subAcc" />;
}

import { SubList } from '../../parts/user/sub-list.tsx';

/** Sub-accounts of merchants; new ones are made from the merchant's row. */
export function MerchantSubAccounts() {
  return <SubList name="users.customerSubAcc" />;
}

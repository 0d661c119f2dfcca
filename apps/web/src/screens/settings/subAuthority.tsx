import { AccessList } from '../../parts/access/access-list.tsx';

/** The rights of one's own sub-accounts, within what one has oneself. */
export function SubAuthority() {
  return <AccessList reach="subs" />;
}

import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { UserAct } from '@suanpan/domain/access/user-acts';

/** What every dialog about a user is given. */
export interface UserDialogProps {
  readonly user: UserRow;
  readonly act: UserAct;
  readonly onClose: () => void;
}

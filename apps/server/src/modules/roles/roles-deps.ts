import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Grant } from '../access/index.ts';
import type { Approvals, RegisteredAct } from '../approvals/index.ts';
import type { ManagerDraft } from './people/create-manager-act.ts';
import type { RoleChange } from './update-role-act.ts';

export interface RolesDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}

/** The room with its acts registered. */
export interface RolesRoom extends RolesDeps {
  readonly updateRole: RegisteredAct<RoleChange>;
  readonly grant: RegisteredAct<Grant>;
  readonly grantOwnSub: RegisteredAct<Grant>;
  readonly createManager: RegisteredAct<ManagerDraft>;
}

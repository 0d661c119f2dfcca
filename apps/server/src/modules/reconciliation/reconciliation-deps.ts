import type { Database } from '../../platform/db/database.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Identity } from '../identity/index.ts';

/** What the commands of this module work with. */
export interface ReconciliationDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}

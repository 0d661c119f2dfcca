import type { TestDatabase } from '../../../../test/database.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { openApprovals } from '../../approvals/index.ts';
import type { Approvals } from '../../approvals/index.ts';
import type { Identity } from '../../identity/index.ts';
import { openUsers } from '../index.ts';

/** Without a door nobody can prove who he is: acts that ask for it are tested behind one. */
const nobodyProves: Pick<Identity, 'proveStepUp'> = {
  proveStepUp: () => Promise.reject(new Error('This test has no door')),
};

/** The module on a test database; with a door's identity also its acts that need a code. */
export function openTestUsers(
  { database, log, vault }: Pick<TestDatabase, 'database' | 'log' | 'vault'>,
  app: Http,
  identity: Pick<Identity, 'proveStepUp'> = nobodyProves,
): Approvals {
  const approvals = openApprovals({ db: database, identity, fourEyes: true });
  approvals.bind(app);
  openUsers({ db: database, vault, identity, approvals, publicUrl: 'http://127.0.0.1:3000', log }).bind(app);
  return approvals;
}

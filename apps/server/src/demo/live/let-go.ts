import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import { readDemoAccounts } from '../demo-accounts.ts';
import { matterReasons } from '../demo-names.ts';
import type { DemoSecrets } from '../demo-secrets.ts';
import { call, enter, leave, stepUpOf } from '../front-door.ts';
import type { FrontDoor } from '../front-door.ts';
import { waitingPayouts } from './live.queries.ts';

export interface LetGoDeps extends FrontDoor {
  readonly db: Database;
  readonly vault: Vault;
  readonly secrets: DemoSecrets;
}

/** Each of them for one tree: a code counts once. */
const people = ['admin.lin', 'admin.chen', 'manager.wu'];

/** Of the payouts that wait in each tree the platform lets one go, and the others stay for whoever looks. */
export async function letOneGo(deps: LetGoDeps): Promise<void> {
  const waiting = await waitingPayouts(deps.db.app);
  if (waiting.length === 0) return;
  const accounts = await readDemoAccounts(deps.db, deps.vault, deps.secrets);
  for (const [place, id] of waiting.entries()) {
    const account = accounts.find(({ username }) => username === people[place % people.length]);
    if (account === undefined) continue;
    const token = await enter(deps, account);
    await call(deps, `/payment/transactions/${id}/dispatch`, {
      token,
      key: `demo-dispatch-${id}`,
      body: { reason: matterReasons.payoutGo, ...stepUpOf(deps, account) },
    });
    await leave(deps, token);
  }
}

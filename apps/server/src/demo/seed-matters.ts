import { catalogue } from '@suanpan/domain/errors';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { readDemoAccounts } from './demo-accounts.ts';
import type { DemoAccount } from './demo-accounts.ts';
import { hasAsked, hasEdited, hasMovedMoney, hasPaidOut } from './demo-accounts.queries.ts';
import type { DemoSecrets } from './demo-secrets.ts';
import { matterReasons } from './demo-names.ts';
import { call, enter, leave, stepUpOf } from './front-door.ts';
import type { FrontDoor } from './front-door.ts';
import { seedModels } from './money/keep-models.ts';
import { seedTopUps } from './money/top-up.ts';
import { addRestingAccount, seedWithdrawalMatters } from './money/withdraw.ts';
import { submitDemoBatch } from './payouts/submit-batch.ts';
import { demoMerchants, platformUsers } from './tenants/demo-tenants.ts';

export interface SeedMattersDeps extends FrontDoor {
  readonly db: Database;
  readonly vault: Vault;
  readonly secrets: DemoSecrets;
}

const frozenAmount = '1200';
const payoutKey = {
  is_test: false,
  scopes: ['payout', 'read'],
  // Documentation addresses: nobody calls from there.
  ip_allowlist: ['203.0.113.24/32'],
  daily_amount: '50000',
};

/**
 * What people of each tree have done or asked for when a newcomer arrives: the senior agent has frozen a sum, a merchant's
 * payout key waits for its second person, and another merchant has sent a file of payouts; in all of them money was asked
 * for and paid in, and a senior agent keeps templates. Done through the front door, as they would do it; a tree in which it was
 * done before gets no more, and where no merchant has the money nothing is frozen.
 */
export async function seedMatters(deps: SeedMattersDeps): Promise<void> {
  const { db, vault, secrets } = deps;
  const accounts = new Map(
    (await readDemoAccounts(db, vault, secrets)).map((account) => [account.username, account]),
  );
  const agents = platformUsers.flatMap(({ kind, username }) => (kind === 'agent' ? [username] : []));
  for (const username of agents) {
    const below = demoMerchants.filter(({ agent, currency }) => agent === username && currency === 'TWD');
    const merchants = below.flatMap((merchant) => accounts.get(merchant.username) ?? []);
    const agent = accounts.get(username);
    const last = merchants.at(-1);
    if (agent === undefined || last === undefined) continue;
    if (!(await hasEdited(db.app, agent.username))) await freezeSum(deps, agent, merchants);
    if (!(await hasAsked(db.app, last.username))) await askForKey(deps, last);
    // His money is his own at once, so that there is something to pay with.
    const payer = below.find(({ settleRule }) => settleRule === 'D0');
    const account = payer && accounts.get(payer.username);
    if (account !== undefined && !(await hasPaidOut(db.app, account.username)))
      await submitDemoBatch(deps, account);
  }
  if (await hasMovedMoney(db.app)) return;
  const cast = { ...deps, accounts };
  await seedWithdrawalMatters(cast);
  await addRestingAccount(cast, 'shuibei');
  await seedTopUps(cast);
  await seedModels(cast);
}

async function freezeSum(
  deps: SeedMattersDeps,
  agent: DemoAccount,
  merchants: readonly DemoAccount[],
): Promise<void> {
  const token = await enter(deps, agent);
  for (const { customer_id: id, username } of merchants) {
    const answer = await call(deps, `/users/${id}/frozen`, {
      token,
      key: `demo-frozen-${username}`,
      body: {
        direction: 'freeze',
        amount: frozenAmount,
        reason: matterReasons.frozen,
        ...stepUpOf(deps, agent),
      },
    });
    // A refusal leaves the code unused, so the next merchant can be tried with it.
    if (answer.code !== catalogue.insufficientBalance.code) break;
  }
  await leave(deps, token);
}

async function askForKey(deps: SeedMattersDeps, merchant: DemoAccount): Promise<void> {
  const token = await enter(deps, merchant);
  const body = { ...payoutKey, reason: matterReasons.payoutKey, ...stepUpOf(deps, merchant) };
  await call(deps, '/apiKeys', { token, body });
  await leave(deps, token);
}

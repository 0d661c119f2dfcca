import { generateSync } from 'otplib';
import { catalogue } from '@suanpan/domain/errors';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import type { WallClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { readDemoAccounts } from './demo-accounts.ts';
import type { DemoAccount } from './demo-accounts.ts';
import { hasAsked, hasEdited } from './demo-accounts.queries.ts';
import type { DemoSecrets } from './demo-secrets.ts';
import { matterReasons } from './demo-names.ts';
import { demoMerchants, platformUsers } from './tenants/demo-tenants.ts';

export interface SeedMattersDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly secrets: DemoSecrets;
  readonly clock: WallClock;
  readonly log: Log;
  /** Where this server listens. */
  readonly origin: string;
}

/** A code counts until the step after its own has ended, which leaves this one at least five seconds. */
const codeAgeMs = 25_000;
const frozenAmount = '1200';
const payoutKey = {
  is_test: false,
  scopes: ['payout', 'read'],
  // Documentation addresses: nobody calls from there.
  ip_allowlist: ['203.0.113.24/32'],
  daily_amount: '50000',
};

/**
 * What people of each tree have done or asked for when a newcomer arrives: the senior agent has frozen a sum, and a
 * merchant's payout key waits for its second person. Done through the front door, as they would do it; a tree in which
 * it was done before gets no more, and where no merchant has the money nothing is frozen.
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
  }
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

/** The code of a step that has gone by, or is about to: the next one stays for whoever comes after. */
function stepUpOf({ clock }: SeedMattersDeps, account: DemoAccount) {
  const epoch = Math.floor((clock.now().getTime() - codeAgeMs) / 1_000);
  return {
    payment_password: account.payment_password ?? '',
    one_code: generateSync({ secret: account.totp_secret ?? '', epoch }),
  };
}

async function enter(deps: SeedMattersDeps, { username }: DemoAccount): Promise<string> {
  const opened = await call(deps, '/demo/login', { body: { username } });
  return (opened.data as { access_token: string }).access_token;
}

async function leave({ origin }: SeedMattersDeps, token: string): Promise<void> {
  const answer = await fetch(`${origin}/api/logout`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}

interface Call {
  readonly body: unknown;
  readonly token?: string;
  readonly key?: string;
}

/** Answers the envelope. A refusal is no fault of the demo's: it lacks this matter then, and the log says so. */
async function call(
  { origin, log }: SeedMattersDeps,
  path: string,
  { body, token, key }: Call,
): Promise<{ readonly code: number; readonly data: unknown }> {
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const envelope = (await answer.json()) as { code: number; message: string; data: unknown };
  if (envelope.code !== 0)
    log.info({ path, code: envelope.code, says: envelope.message }, 'a demo matter was refused');
  return envelope;
}

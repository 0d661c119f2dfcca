import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { DemoAccount } from '../demo-accounts.ts';
import { withdrawAccountsOf } from '../demo-accounts.queries.ts';
import { accountHolders, matterReasons } from '../demo-names.ts';
import { call, enter, leave, stepUpOf } from '../front-door.ts';
import type { FrontDoor } from '../front-door.ts';

export interface Cast extends FrontDoor {
  readonly db: { readonly app: Kysely<Tables> };
  readonly accounts: ReadonlyMap<string, DemoAccount>;
}

interface Wish {
  readonly owner: string;
  readonly to: 'bank' | 'chain';
  readonly currency: 'TWD' | 'USDT';
  readonly amount: string;
  readonly becomes: 'pending' | 'cancelled' | 'taken' | 'rejected' | 'paid';
}

/**
 * One of each state in which somebody meets a withdrawal. Each owner asks once, as a code counts once. None waits by a rate, with which
 * it would end.
 */
const wishes: readonly Wish[] = [
  { owner: 'yunduan', to: 'bank', currency: 'TWD', amount: '2000', becomes: 'paid' },
  { owner: 'hailan', to: 'bank', currency: 'TWD', amount: '1500', becomes: 'rejected' },
  { owner: 'pacific', to: 'chain', currency: 'USDT', amount: '20', becomes: 'cancelled' },
  { owner: 'dianjing', to: 'bank', currency: 'TWD', amount: '2600', becomes: 'taken' },
  { owner: 'qingniao', to: 'bank', currency: 'TWD', amount: '1600', becomes: 'pending' },
];
/** Who looks at them, who agrees to what is paid, and who has the others in hand. */
const [payer, second, clerk] = ['admin.lin', 'admin.chen', 'manager.wu'] as const;
const transferNo = '2026112800417';

/** Owners of money ask for it, and the platform looks at what they asked for. */
export async function seedWithdrawalMatters(cast: Cast): Promise<void> {
  for (const wish of wishes) {
    const id = await apply(cast, wish);
    if (id !== undefined) await decide(cast, wish, id);
  }
}

/** A new account rests: it waits for whoever looks at it. */
export async function addRestingAccount(cast: Cast, owner: string): Promise<void> {
  await as(cast, owner, (_account, token) =>
    call(cast, '/withdraws/apply/bank_acc', {
      token,
      key: `demo-account-${owner}`,
      body: {
        type: 'bank',
        currency: 'TWD',
        account_name: accountHolders[owner] ?? owner,
        bank_code: '700',
        card_no: '00012345678901',
      },
    }),
  );
}

/** Answers what was applied for, or undefined where it was refused. */
async function apply(
  cast: Cast,
  { amount, becomes, currency, owner, to }: Wish,
): Promise<string | undefined> {
  const kept = await withdrawAccountsOf(cast.db.app, owner);
  const account = kept.find(({ type }) => type === to);
  if (account === undefined) return undefined;
  return as(cast, owner, async (person, token) => {
    const wanted = { account_id: String(account.id), amount, currency };
    const shown = await call(cast, '/withdraws/apply/effect', { token, body: wanted });
    if (shown.code !== 0) return undefined;
    const { effect, hash } = shown.data as { effect: { rate_id: string | null }; hash: string };
    const applied = await call(cast, '/withdraws/apply', {
      token,
      key: `demo-withdrawal-${owner}`,
      body: {
        ...wanted,
        ...(effect.rate_id !== null && { rate_id: effect.rate_id }),
        effect_hash: hash,
        ...stepUpOf(cast, person),
      },
    });
    if (applied.code !== 0) return undefined;
    const { id } = applied.data as { id: string };
    if (becomes === 'cancelled')
      await call(cast, `/withdraws/apply/${id}/cancel`, { token, key: `demo-cancel-${id}`, body: {} });
    return id;
  });
}

async function decide(cast: Cast, { becomes }: Wish, id: string): Promise<void> {
  if (becomes === 'pending' || becomes === 'cancelled') return;
  const act = (verb: string) => ({ path: `/withdraws/list/${id}/${verb}`, key: `demo-${verb}-${id}` });
  const submitted = await as(cast, becomes === 'paid' ? payer : clerk, async (person, token) => {
    const { key, path } = act('take');
    await call(cast, path, { token, key, body: {} });
    if (becomes === 'taken') return undefined;
    const ends = act(becomes === 'paid' ? 'approve' : 'reject');
    return call(cast, ends.path, {
      token,
      key: ends.key,
      body: {
        reason: becomes === 'paid' ? matterReasons.withdrawalPaid : matterReasons.withdrawalRejected,
        ...(becomes === 'paid' && { third_party_no: transferNo }),
        ...stepUpOf(cast, person),
      },
    });
  });
  const approval = (submitted?.data as { approval_id?: string } | null | undefined)?.approval_id;
  if (approval === undefined) return;
  await as(cast, second, (person, token) =>
    call(cast, `/admin/approvals/${approval}/approve`, {
      token,
      key: `demo-agreed-${approval}`,
      body: stepUpOf(cast, person),
    }),
  );
}

/** Somebody comes in, acts and goes; undefined where there is nobody of that name. */
export async function as<T>(
  cast: Cast,
  username: string,
  work: (person: DemoAccount, token: string) => Promise<T>,
): Promise<T | undefined> {
  const person = cast.accounts.get(username);
  if (person === undefined) return undefined;
  const token = await enter(cast, person);
  const done = await work(person, token);
  await leave(cast, token);
  return done;
}

import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { setAccess as contract } from '@suanpan/contract/endpoints/user-acts';
import { isPermission } from '@suanpan/domain/access/permissions';
import type { UserGroup } from '@suanpan/domain/access/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { readHolder } from '../../access/index.ts';
import type { Approvals, RegisteredAct, Submitted } from '../../approvals/index.ts';
import { recordAct } from '../record-act.ts';
import { grantableTo } from './grantable.ts';
import { lockForAct } from '../find/get-user.ts';
import { groupOf } from '../find/may-act.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';
import { changeBy, saveAccess } from './grant-access.ts';
import type { AccessGrant } from './grant-access.ts';

type Input = ParsedInputOf<typeof contract>;

export interface AccessMeans {
  readonly db: Database;
  readonly approvals: Approvals;
  readonly grants: Readonly<Partial<Record<UserGroup, RegisteredAct<AccessGrant>>>>;
}

/**
 * Grants a user his permissions. Less acts at once; more waits for a second person, for a tenant's sub-account only
 * what undoes others. Refuses `permissionBeyondOwner` for what the caller could not grant (what the user has
 * already may stay), and `reasonRequired` for what waits.
 */
export async function setAccess(
  { db, approvals, grants }: AccessMeans,
  context: RequestContext,
  input: Input,
): Promise<Submitted> {
  const waits = await transact(db.app, (tx) => actOrAsk(tx, context, input));
  if (waits === null) return { state: 'done' };
  if (input.reason === undefined) throw new Refusal('reasonRequired');
  const act = grants[waits.group];
  if (act === undefined) throw new Error(`No act gives more to ${waits.group}`);
  return approvals.submit(context, act, waits.grant, { reason: input.reason });
}

/** Does it and answers null, or says what has to wait. */
async function actOrAsk(
  tx: Tx,
  context: RequestContext,
  input: Input,
): Promise<{ group: UserGroup; grant: AccessGrant } | null> {
  const { caller, user, right } = await lockForAct(tx, context.actor, input.id, 'access', input.version);
  refuseStrayFlags(context, user, input);
  const found = await readHolder(tx, user.id);
  if (found === undefined) throw new Refusal('notFound');
  const { allowManualBalance, allowManualPayout } = found.holder;
  const grant: AccessGrant = {
    user_id: String(user.id),
    version: input.version,
    permissions: input.permissions === null ? null : [...new Set(input.permissions)],
    allow_manual_balance: input.allow_manual_balance ?? allowManualBalance,
    allow_manual_payout: input.allow_manual_payout ?? allowManualPayout,
  };
  const { holder, change } = await changeBy(tx, user, grant);
  const permitted: ReadonlySet<string> = new Set([...grantableTo(caller, holder), ...change.had]);
  if (grant.permissions?.some((name) => !isPermission(name) || !permitted.has(name))) {
    throw new Refusal('permissionBeyondOwner');
  }
  if (change.waits) return { group: groupOf(caller, user), grant };
  await saveAccess(tx, user, grant, context.actor.userId);
  const { permissions, allow_manual_balance, allow_manual_payout } = grant;
  await recordAct(tx, context, {
    userId: user.id,
    act: right,
    before: {
      permissions: user.permissions,
      allow_manual_balance: allowManualBalance,
      allow_manual_payout: allowManualPayout,
    },
    after: { permissions, allow_manual_balance, allow_manual_payout },
    ...(user.status === 'pending' && { fromStatus: 'pending', toStatus: 'active' }),
  });
  return null;
}

/** Which agents may move balances and payouts by hand is decided by the platform alone (specification §6). */
function refuseStrayFlags({ actor, locale }: RequestContext, user: UserRecord, input: Input): void {
  if (user.kind === 'agent' && actor.scope.kind === 'platform') return;
  const stray = (['allow_manual_balance', 'allow_manual_payout'] as const).find(
    (name) => input[name] !== undefined,
  );
  if (stray === undefined) return;
  const says = translate(locale, 'common.validation.unknownField');
  throw new Refusal('invalidFields', { fields: { [stray]: [says] } });
}

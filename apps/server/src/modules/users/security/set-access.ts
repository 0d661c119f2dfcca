import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { setAccess as contract } from '@suanpan/contract/endpoints/user-acts';
import type { UserGroup } from '@suanpan/domain/access/user-acts';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { grantAccess } from '../../access/index.ts';
import type { Grant } from '../../access/index.ts';
import type { Approvals, RegisteredAct, Submitted } from '../../approvals/index.ts';
import { getUser } from '../find/get-user.ts';
import { groupOf, requireAct } from '../find/may-act.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';

type Input = ParsedInputOf<typeof contract>;

/** The screen on which the access of each group is set names the right, and the checker needs that of the maker. */
export const grantActNames = {
  parties: 'users.grant',
  ownSubs: 'users.grantOwnSub',
  staffSubs: 'users.grantStaff',
  merchantSubs: 'users.grantMerchantSub',
} as const satisfies Partial<Record<UserGroup, ApprovalActName>>;

export interface AccessMeans {
  readonly db: Database;
  readonly approvals: Approvals;
  readonly grants: Readonly<Partial<Record<UserGroup, RegisteredAct<Grant>>>>;
}

/** Gives a user of the caller's lists his permissions, as `grantAccess` says; his role, if he has one, stays. */
export async function setAccess(
  { db, approvals, grants }: AccessMeans,
  context: RequestContext,
  input: Input,
): Promise<Submitted> {
  const { caller, user } = await getUser(db.app, context.actor, input.id);
  const right = requireAct(caller, user, 'access');
  refuseStrayFlags(context, user, input);
  const act = grants[groupOf(caller, user)];
  if (act === undefined) throw new Error(`No act gives more to ${user.kind}`);
  const grant: Grant = {
    userId: input.id,
    version: input.version,
    permissions: input.permissions === null ? null : [...new Set(input.permissions)],
    allowManualBalance: input.allow_manual_balance,
    allowManualPayout: input.allow_manual_payout,
  };
  return grantAccess({ db, approvals }, context, { grant, right, act, reason: input.reason });
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

import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { setAccess as contract } from '@suanpan/contract/endpoints/user-acts';
import { isPermission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { permissionsOf } from '../../access/index.ts';
import { endSessions } from '../../identity/index.ts';
import { holderOf } from '../facets/facets.queries.ts';
import { grantableTo } from '../facets/grantable.ts';
import { lockForAct } from '../who/get-user.ts';
import type { UserRecord } from '../who/users-in-scope.queries.ts';
import { saveUser, subsOf } from './acts.store.ts';
import { recordAct } from './record-act.ts';

type Input = ParsedInputOf<typeof contract>;

/**
 * Grants a user his permissions. A sub-account that waited for it becomes active. Rights that were taken away end the
 * sessions of the user and of those who work for him, so that open sockets lose them too. Refuses
 * `permissionBeyondOwner` for what the caller could not grant; what the user has already may stay.
 */
export async function setAccess(tx: Tx, context: RequestContext, input: Input): Promise<bigint> {
  const { caller, user, right } = await lockForAct(tx, context.actor, input.id, 'access', input.version);
  refuseStrayFlags(context, user, input);
  const found = await holderOf(tx, user.id);
  if (found === undefined) throw new Refusal('notFound');
  const { holder } = found;
  // Whoever waits for his access has nothing yet that could stay.
  const had: ReadonlySet<string> = user.status === 'pending' ? new Set() : permissionsOf(holder);
  const permissions = input.permissions === null ? null : [...new Set(input.permissions)];
  const grantable: ReadonlySet<string> = new Set(grantableTo(caller, holder));
  if (permissions?.some((name) => !isPermission(name) || !(grantable.has(name) || had.has(name)))) {
    throw new Refusal('permissionBeyondOwner');
  }
  const flags = {
    allow_manual_balance: input.allow_manual_balance ?? holder.allowManualBalance,
    allow_manual_payout: input.allow_manual_payout ?? holder.allowManualPayout,
  };
  const isFirst = user.status === 'pending';
  await saveUser(tx, user.id, { permissions, ...flags, ...(isFirst && { status: 'active' as const }) });
  await recordAct(tx, context, {
    userId: user.id,
    act: right,
    before: { permissions: user.permissions, ...flagsOf(holder) },
    after: { permissions, ...flags },
    ...(isFirst && { fromStatus: 'pending', toStatus: 'active' }),
  });

  const has = permissionsOf({
    ...holder,
    ownGrant: permissions,
    allowManualBalance: flags.allow_manual_balance,
    allowManualPayout: flags.allow_manual_payout,
  });
  if ([...had].some((name) => !(has as ReadonlySet<string>).has(name))) {
    for (const id of [user.id, ...(await subsOf(tx, user.id))]) await endSessions(tx, id, 'accessChanged');
  }
  return user.id;
}

const flagsOf = (holder: { allowManualBalance: boolean; allowManualPayout: boolean }) => ({
  allow_manual_balance: holder.allowManualBalance,
  allow_manual_payout: holder.allowManualPayout,
});

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

import { isPermission } from '@suanpan/domain/access/permissions';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../platform/http/actor.ts';
import type { Approvals, RegisteredAct, Submitted } from '../approvals/index.ts';
import { recordAudit } from '../audit/index.ts';
import { grantableTo } from './ceiling.ts';
import { giveRights } from './give-rights.ts';
import { effectOf, lockGranting, readGranting, rightsIn } from './grant-act.ts';
import type { Grant, Granting } from './grant-act.ts';

export interface AccessDeps {
  readonly db: Database;
  readonly approvals: Pick<Approvals, 'submit'>;
}

interface Asked {
  readonly grant: Grant;
  /** The right by which the caller gives it, which the log names. */
  readonly right: Permission;
  /** What is submitted where a second person has to agree. */
  readonly act: RegisteredAct<Grant>;
  readonly reason?: string | undefined;
}

/**
 * Gives a user whom the caller may give rights the preset of his kind, a role, or a list of his own. Less acts at once;
 * more waits for a second person, for the sub-account of a tenant only what undoes others. Refuses `notFound`,
 * `permissionBeyondOwner` for what the caller could not give (what the user was given himself may stay), `staleEdit`,
 * and `reasonRequired` for what waits.
 */
export async function grantAccess(
  { db, approvals }: AccessDeps,
  context: RequestContext,
  { grant, right, act, reason }: Asked,
): Promise<Submitted> {
  const { actor } = context;
  const planned = await readGranting(db.app, grant);
  if (isBeyond(actor, planned, grant)) throw new Refusal('permissionBeyondOwner');
  if (planned.change.waits) {
    if (reason === undefined) throw new Refusal('reasonRequired');
    return approvals.submit(context, act, grant, { reason });
  }
  await transact(db.app, async (tx) => {
    const granting = await lockGranting(tx, grant);
    // The role, or what his owner has, may hold more by now than it did above; under the locks it is certain.
    if (granting.change.waits || isBeyond(actor, granting, grant)) throw new Refusal('staleEdit');
    await giveRights(tx, granting.grantee, rightsIn(grant), actor.userId);
    await record(tx, context, right, granting, grant);
  });
  return { state: 'done' };
}

function isBeyond(actor: Actor, { grantee: { holder }, change }: Granting, { permissions }: Grant): boolean {
  const grantable: ReadonlySet<string> = new Set(grantableTo(actor, holder));
  const own = holder.ownGrant ?? (holder.roleGrant === null ? [...change.had] : []);
  return (
    change.added.some((name) => !grantable.has(name)) ||
    permissions?.some((name) => !own.includes(name) && !(isPermission(name) && grantable.has(name))) === true
  );
}

async function record(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  right: Permission,
  granting: Granting,
  grant: Grant,
): Promise<void> {
  const { id, status, holder } = granting.grantee;
  const { rows } = effectOf(granting);
  const side = (which: 'before' | 'after') => Object.fromEntries(rows.map((row) => [row.field, row[which]]));
  await recordAudit(tx, {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act: right,
    objectKind: 'user',
    objectId: String(id),
    before: {
      ...side('before'),
      permissions: holder.ownGrant,
      allow_manual_balance: holder.allowManualBalance,
      allow_manual_payout: holder.allowManualPayout,
    },
    after: {
      ...side('after'),
      permissions: grant.permissions,
      allow_manual_balance: grant.allowManualBalance ?? holder.allowManualBalance,
      allow_manual_payout: grant.allowManualPayout ?? holder.allowManualPayout,
    },
    ...(status === 'pending' && { fromStatus: 'pending', toStatus: 'active' }),
    ip,
    userAgent,
    requestId,
  });
}

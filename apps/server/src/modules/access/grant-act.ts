import type { ApprovalActName } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../approvals/index.ts';
import { rightsChange } from '../rights/index.ts';
import type { RightsChange } from '../rights/index.ts';
import { giveRights } from './give-rights.ts';
import { findGrantee, listRoleChoices, lockGrantee } from './grantee.store.ts';
import type { Grantee, NewRights, RoleChoice } from './grantee.store.ts';

const grant = z.strictObject({
  userId: z.string(),
  /** The version that was on the maker's screen. */
  version: z.string(),
  /** Left out, the role stays. */
  roleId: z.string().nullable().optional(),
  permissions: z.array(z.string()).nullable(),
  allowManualBalance: z.boolean().optional(),
  allowManualPayout: z.boolean().optional(),
});
export type Grant = z.output<typeof grant>;

export interface Granting {
  readonly grantee: Grantee;
  /** The role he would have. */
  readonly role: Pick<RoleChoice, 'id' | 'name'> | null;
  readonly change: RightsChange;
}

/**
 * What a grant would change now. Refuses `notFound` for a user who does not exist and for a role that this user
 * cannot be given, and `staleEdit` when the user is no longer the version that was looked at.
 */
export async function readGranting(db: Kysely<Tables>, wanted: Grant): Promise<Granting> {
  return grantingOf(db, await findGrantee(db, BigInt(wanted.userId)), wanted);
}

/** The same under the locks of user and role. */
export async function lockGranting(tx: Tx, wanted: Grant): Promise<Granting> {
  return grantingOf(
    tx,
    await lockGrantee(tx, BigInt(wanted.userId), rightsIn(wanted).roleId ?? null),
    wanted,
  );
}

async function grantingOf(
  db: Kysely<Tables>,
  grantee: Grantee | undefined,
  wanted: Grant,
): Promise<Granting> {
  if (grantee === undefined) throw new Refusal('notFound');
  if (grantee.updated_at.toISOString() !== wanted.version) throw new Refusal('staleEdit');
  const { holder } = grantee;
  const role = await roleFor(db, grantee, rightsIn(wanted).roleId);
  const after = {
    ...holder,
    ownGrant: wanted.permissions,
    roleGrant: role?.permissions ?? null,
    allowManualBalance: wanted.allowManualBalance ?? holder.allowManualBalance,
    allowManualPayout: wanted.allowManualPayout ?? holder.allowManualPayout,
  };
  return { grantee, role, change: rightsChange(holder, grantee.status, after) };
}

async function roleFor(
  db: Kysely<Tables>,
  { holder, role, role_id: id }: Grantee,
  roleId: bigint | null | undefined,
): Promise<RoleChoice | null> {
  if (roleId === null) return null;
  if (roleId === undefined) {
    return id === null ? null : { id, name: role ?? '', permissions: [...(holder.roleGrant ?? [])] };
  }
  const choice = (await listRoleChoices(db, holder)).find((each) => each.id === roleId);
  if (choice === undefined) throw new Refusal('notFound');
  return choice;
}

export function effectOf({ grantee, role, change }: Granting): ApprovalEffect {
  return {
    subject: { kind: 'user', id: String(grantee.id), label: `${grantee.name} (${grantee.username})` },
    // Neither a senior agent nor his own people agree to what concerns himself.
    agentId: grantee.holder.kind === 'agent' ? null : grantee.agent_id,
    rows: [
      ...(grantee.role_id === (role?.id ?? null)
        ? []
        : [{ field: 'role' as const, before: grantee.role, after: role?.name ?? null }]),
      ...changeRows(change),
    ],
  };
}

/** Rights as rows of an effect: one permission a line, which screens show in words. */
export function changeRows({
  added,
  removed,
}: {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}): ApprovalEffect['rows'] {
  return [
    ...(added.length === 0 ? [] : [{ field: 'added' as const, before: null, after: added.join('\n') }]),
    ...(removed.length === 0 ? [] : [{ field: 'removed' as const, before: removed.join('\n'), after: null }]),
  ];
}

export function rightsIn({ roleId, ...rights }: Grant): NewRights {
  if (roleId === undefined) return rights;
  return { ...rights, roleId: roleId === null ? null : BigInt(roleId) };
}

/**
 * More rights for one user (reliability §5 C21). The screen on which they are given names the act, and the checker
 * needs the right of the maker.
 */
export const grantAct = (name: ApprovalActName): ApprovalAct<Grant> => ({
  name,
  payload: grant,
  preview: async (tx, wanted) => effectOf(await lockGranting(tx, wanted)),
  async perform(tx, wanted, { makerId }) {
    const { grantee } = await lockGranting(tx, wanted);
    await giveRights(tx, grantee, rightsIn(wanted), makerId);
  },
});

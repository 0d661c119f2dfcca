import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RightsChange } from '../../access/index.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { giveRights } from '../../identity/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { changeRows } from '../change-of.ts';
import { peopleBelow, tellChangedRights } from '../roles.store.ts';
import { listRoleChoices, readAccess } from './access.queries.ts';
import { lockForGrant } from './access.store.ts';
import { changeOfGrant } from './rights-of.ts';

const grant = z.strictObject({
  userId: z.string(),
  roleId: z.string().nullable(),
  permissions: z.array(z.string()).nullable(),
  /** The version that was on the maker's screen. */
  version: z.string(),
});
export type Grant = z.output<typeof grant>;

/**
 * Under the locks of user and role. Refuses `notFound` for a user or a role that is not to be had, and `staleEdit`
 * when the user is no longer the version that was looked at.
 */
export async function previewGrant(tx: Tx, wanted: Grant): Promise<ApprovalEffect> {
  const roleId = wanted.roleId === null ? null : BigInt(wanted.roleId);
  await lockForGrant(tx, BigInt(wanted.userId), roleId);
  const row = await readAccess(tx, BigInt(wanted.userId));
  if (row === undefined || row.status === 'archived') throw new Refusal('notFound');
  if (row.updated_at.toISOString() !== wanted.version) throw new Refusal('staleEdit');
  const role = roleId === null ? null : (await listRoleChoices(tx, row)).find(({ id }) => id === roleId);
  if (role === undefined) throw new Refusal('notFound');
  const change = changeOfGrant(row, { own: wanted.permissions, role: role?.permissions ?? null });
  return {
    subject: { kind: 'user', id: wanted.userId, label: `${row.name} (${row.username})` },
    // Neither a senior agent nor his own people agree to what concerns himself.
    agentId: row.kind === 'agent' ? null : row.agent_id,
    rows: [
      ...(row.role_id === roleId
        ? []
        : [{ field: 'role' as const, before: row.role_name, after: role?.name ?? null }]),
      ...changeRows(change),
    ],
  };
}

/** Whoever loses a role signs in anew (reliability §5 C8); all others keep their sessions with other rights. */
export async function performGrant(tx: Tx, wanted: Grant, byId: bigint): Promise<RightsChange> {
  const userId = BigInt(wanted.userId);
  const before = await readAccess(tx, userId);
  const roleId = wanted.roleId === null ? null : BigInt(wanted.roleId);
  const change = await giveRights(tx, userId, { roleId, permissions: wanted.permissions }, byId);
  if (before?.role_id != null && before.role_id !== roleId) await endSessions(tx, userId, 'accessChanged');
  await tellChangedRights(tx, await peopleBelow(tx, userId));
  return change;
}

/** More rights for one person (reliability §5 C21), on the page of the platform or on that of his owner. */
export const grantAct = (name: 'access.grant' | 'access.grantOwnSub'): ApprovalAct<Grant> => ({
  name,
  payload: grant,
  preview: previewGrant,
  async perform(tx, wanted, { makerId }) {
    await performGrant(tx, wanted, makerId);
  },
});

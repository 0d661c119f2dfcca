import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { createUser } from '../../identity/index.ts';
import { lockRole } from '../roles.store.ts';
import { isUsernameTaken } from './people.queries.ts';

const managerDraft = z.strictObject({
  kind: z.enum(['admin', 'manager', 'staffSub']),
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  roleId: z.string().nullable(),
  /** The senior agent whose staff it is. */
  parentId: z.string().nullable(),
});
export type ManagerDraft = z.output<typeof managerDraft>;

/** Refuses `usernameTaken` at once, and `notFound` for a role of somebody else. */
export async function previewManager(tx: Tx, draft: ManagerDraft): Promise<ApprovalEffect> {
  if (await isUsernameTaken(tx, draft.username)) throw new Refusal('usernameTaken');
  const role = draft.roleId === null ? null : await lockRole(tx, BigInt(draft.roleId));
  if (role === undefined || (role !== null && (role.owner_id?.toString() ?? null) !== draft.parentId)) {
    throw new Refusal('notFound');
  }
  return {
    subject: { kind: 'user', id: draft.username, label: `${draft.name} (${draft.username})` },
    agentId: draft.parentId === null ? null : BigInt(draft.parentId),
    rows: [
      { field: 'username', before: null, after: draft.username },
      { field: 'kind', before: null, after: draft.kind },
      ...(role === null ? [] : [{ field: 'role' as const, before: null, after: role.name }]),
      ...(role === null
        ? []
        : [{ field: 'added' as const, before: null, after: role.permissions.join('\n') }]),
    ],
  };
}

/** The account exists from now on, without a password: its owner sets one with a one-time link. */
export async function makeManager(
  tx: Tx,
  vault: Vault,
  draft: ManagerDraft,
  madeBy: bigint,
): Promise<bigint> {
  const { id } = await createUser(tx, vault, {
    kind: draft.kind,
    madeBy,
    username: draft.username,
    name: draft.name,
    ...(draft.email !== null && { email: draft.email }),
    ...(draft.phone !== null && { phone: draft.phone }),
    ...(draft.roleId !== null && { roleId: BigInt(draft.roleId) }),
    ...(draft.parentId !== null && { parentId: BigInt(draft.parentId) }),
  });
  return id;
}

/** One more person of the platform is a grant (reliability §5 C21): nobody makes himself an accomplice. */
export function createManagerAct(vault: Vault): ApprovalAct<ManagerDraft> {
  return {
    name: 'managers.create',
    payload: managerDraft,
    preview: previewManager,
    async perform(tx, draft, { makerId }) {
      await makeManager(tx, vault, draft, makerId);
    },
  };
}

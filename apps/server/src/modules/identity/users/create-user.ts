import { patterns } from '@suanpan/contract/patterns';
import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { defaultRegion, misprintedRegion } from '@suanpan/domain/limits';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import { hashPassword } from '../../../platform/crypto/passwords.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { normalizePassword } from '../credentials/password-rules.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { sealSecret } from '../credentials/totp.ts';
import { insertUser, lockParent } from './users.store.ts';
import type { ParentRow } from './users.store.ts';

export interface UserDraft {
  /** Only for data that is brought in with its ids (demo, import). */
  readonly id?: bigint;
  readonly kind: RoleName;
  /**
   * The account that makes it, whose person it is until it is confirmed as another human; null from the server's
   * console, which makes persons of their own.
   */
  readonly madeBy: bigint | null;
  readonly username: string;
  readonly name: string;
  /** Absent: nobody can sign in until a password is set by a one-time link. */
  readonly password?: string;
  readonly paymentPassword?: string;
  readonly roleId?: bigint;
  /**
   * Who stands above: the senior agent of a general agent, merchant or middleman; the owner of a sub-account.
   * Absent for the platform's own people and for senior agents.
   */
  readonly parentId?: bigint;
  readonly subAgentId?: bigint;
  readonly middlemanId?: bigint;
  /** Granted to this user alone; null for what his role or kind gives. */
  readonly permissions?: readonly string[];
  readonly phone?: string;
  readonly email?: string;
  readonly currency?: Currency;
  readonly region?: string;
  /** By default active, and pending for a sub-account whose access is still to be set. */
  readonly status?: UserStatus;
  /** A second factor that is bound from the start (demo and tests). */
  readonly totpSecret?: string;
  readonly isDemo?: boolean;
}

export interface CreatedUser {
  readonly id: bigint;
  readonly status: UserStatus;
}

const belowAgent: readonly RoleName[] = ['subAgent', 'customer', 'middleman'];
const subAccounts: readonly RoleName[] = ['staffSub', 'customerSub'];

/**
 * Makes a user with his place in the tree. The password is hashed as it is given: a caller who gets it from a person
 * calls `refuseWeakPassword` first. Refuses `usernameTaken`, `invalidFields` for a name that is no user name, and
 * `enterPremiumProxyId` where a senior agent is missing above.
 */
export async function createUser(tx: Tx, vault: Vault, draft: UserDraft): Promise<CreatedUser> {
  const username = draft.username.trim();
  if (!patterns.username.test(username)) {
    // A call from outside is refused at its schema, with words; this stops our own programs.
    throw new Refusal('invalidFields');
  }
  const parent = draft.parentId === undefined ? undefined : await lockParent(tx, draft.parentId);
  refuseMisplaced(draft, parent);
  const isSub = subAccounts.includes(draft.kind);
  const hasAccess = draft.permissions !== undefined || draft.roleId !== undefined;
  const status = draft.status ?? (isSub && !hasAccess ? 'pending' : 'active');
  const region =
    draft.region === undefined || draft.region === misprintedRegion ? defaultRegion : draft.region;
  try {
    const id = await insertUser(tx, parent?.tenant_path ?? '', {
      ...(draft.id !== undefined && { id: draft.id }),
      kind: draft.kind,
      username,
      name: draft.name,
      passwordHash: draft.password === undefined ? '' : await hashPassword(normalizePassword(draft.password)),
      paymentPasswordHash:
        draft.paymentPassword === undefined
          ? null
          : await hashPassword(normalizePassword(draft.paymentPassword)),
      roleId: draft.roleId ?? null,
      parentId: parent?.id ?? null,
      agentId: agentAbove(parent),
      subAgentId: draft.subAgentId ?? null,
      middlemanId: draft.middlemanId ?? null,
      customerId: draft.kind === 'customerSub' ? (parent?.id ?? null) : null,
      madeBy: draft.madeBy,
      permissions: draft.permissions ?? null,
      phone: draft.phone ?? null,
      email: draft.email ?? null,
      currency: draft.currency ?? 'TWD',
      region,
      status,
      totpSealed: draft.totpSecret === undefined ? null : sealSecret(vault, draft.totpSecret),
      isDemo: draft.isDemo ?? false,
    });
    if (draft.madeBy !== null) {
      await noteAccountChange(tx, { userIds: [id], what: 'account', byId: draft.madeBy });
    }
    return { id, status };
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_username')) throw new Refusal('usernameTaken');
    throw error;
  }
}

/** The senior agent of the parent user; null directly below the platform. */
function agentAbove(parent: ParentRow | undefined): bigint | null {
  if (parent === undefined) return null;
  return parent.kind === 'agent' ? parent.id : parent.agent_id;
}

function refuseMisplaced({ kind, parentId }: UserDraft, parent: ParentRow | undefined): void {
  const refuse = (name: ErrorName): never => {
    throw new Refusal(name);
  };
  if (belowAgent.includes(kind) && (parent?.kind !== 'agent' || parent.status === 'archived')) {
    // A middleman may also belong to the platform, which then refers merchants itself.
    if (kind !== 'middleman' || parentId !== undefined) refuse('enterPremiumProxyId');
  }
  if (kind === 'customerSub' && parent?.kind !== 'customer') refuse('notFound');
  if (
    kind === 'staffSub' &&
    (parent === undefined || subAccounts.includes(parent.kind) || parent.kind === 'customer')
  ) {
    refuse('notFound');
  }
  if (['admin', 'manager', 'agent'].includes(kind) && parentId !== undefined) refuse('notFound');
}

import type { Permission } from './access/permissions.ts';

export interface ApprovalRule {
  /** What the maker must hold, and the checker too. */
  readonly permission: Permission;
  /**
   * The act moves a sum that can be compared with a threshold: below it nobody else is asked. An act without one
   * always waits for a second person (domain §9).
   */
  readonly hasAmount: boolean;
}

/** Every act that a second person has to look at (reliability §5 C21). One line an act; names are kept for ever. */
export const approvalActs = {
  'approvals.changeThreshold': { permission: 'admin.approvals.update', hasAmount: false },
  'roles.update': { permission: 'settings.roles.update', hasAmount: false },
  'access.grant': { permission: 'authority.update', hasAmount: false },
  'managers.create': { permission: 'settings.manager.create', hasAmount: false },
  'users.grant': { permission: 'users.list.access', hasAmount: false },
  'users.grantOwnSub': { permission: 'users.subAcc.access', hasAmount: false },
  'users.grantStaff': { permission: 'users.staffSubAcc.access', hasAmount: false },
  'keys.create': { permission: 'apiFile.createKey', hasAmount: false },
  'keys.rotate': { permission: 'apiFile.rotateKey', hasAmount: false },
  'keys.widen': { permission: 'apiFile.updateIps', hasAmount: false },
  'users.editFrozen': { permission: 'users.list.editFrozen', hasAmount: true },
  'users.editSettleable': { permission: 'users.list.editSettleable', hasAmount: true },
  'users.settleEarly': { permission: 'users.list.settleEarly', hasAmount: true },
  'users.resetTwoFactor': { permission: 'users.list.resetTwoFactor', hasAmount: false },
  'users.resetOwnSubTwoFactor': { permission: 'users.subAcc.resetTwoFactor', hasAmount: false },
  'users.resetStaffTwoFactor': { permission: 'users.staffSubAcc.resetTwoFactor', hasAmount: false },
  'users.resetMerchantSubTwoFactor': { permission: 'users.customerSubAcc.resetTwoFactor', hasAmount: false },
} as const satisfies Record<string, ApprovalRule>;

export type ApprovalActName = keyof typeof approvalActs;

export const approvalActNames = Object.keys(approvalActs) as readonly ApprovalActName[];

/** Acts with a sum that a threshold is held against. */
export const amountActNames = approvalActNames.filter((name) => approvalActs[name].hasAmount);

export function isApprovalActName(name: string): name is ApprovalActName {
  return Object.hasOwn(approvalActs, name);
}

export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'stale', 'withdrawn'] as const;

/**
 * `stale`: what it would have done had changed by the time somebody looked at it. `withdrawn`: its maker took it back
 * while it waited.
 */
export type ApprovalState = (typeof approvalStates)[number];

/** Why somebody may not decide: he made it, he works for its maker, or he could not have made it himself. */
export const approvalHindrances = ['own', 'subAccountOfMaker', 'permission'] as const;
export type ApprovalHindrance = (typeof approvalHindrances)[number];

export interface Checker {
  /** The person who really sits there, never the one he acts for. */
  readonly id: bigint;
  /** For a sub-account, whom it works for; null for everybody else. */
  readonly ownerId: bigint | null;
  readonly permissions: ReadonlySet<string>;
}

/**
 * Two persons, not one with two accounts: nobody decides what he made or what his owner made, and the checker must
 * be allowed the act itself. Whose tree it lies in is decided where the row is found.
 */
export function checkerHindrance(
  checker: Checker,
  approval: { readonly act: ApprovalActName; readonly makerId: bigint },
): ApprovalHindrance | undefined {
  if (checker.id === approval.makerId) return 'own';
  if (checker.ownerId === approval.makerId) return 'subAccountOfMaker';
  return checker.permissions.has(approvalActs[approval.act].permission) ? undefined : 'permission';
}

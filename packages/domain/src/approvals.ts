import type { Permission } from './access/permissions.ts';

export interface ApprovalRule {
  /** What the maker must hold, and the checker too. */
  readonly permission: Permission;
  /** With this somebody checks it as well: of an act that only those below the platform make. */
  readonly checkedWith?: Permission;
  /**
   * The act moves a sum that can be compared with a threshold: below it nobody else is asked. An act without one
   * always waits for a second person (domain §9).
   */
  readonly hasAmount: boolean;
  /** It does the same as this act, and a day's sums of both are one. */
  readonly countsAs?: string;
  /** Of one subject it waits once, whatever else is said with it: by the number of a transfer or by another. */
  readonly waitsOnce?: true;
}

/** Every act that a second person has to look at (reliability §5 C21). One line an act; names are kept for ever. */
export const approvalActs = {
  'approvals.changeThreshold': { permission: 'admin.approvals.update', hasAmount: false },
  'roles.update': { permission: 'settings.roles.update', hasAmount: false },
  'access.grant': { permission: 'authority.update', hasAmount: false },
  'access.grantOwnSub': { permission: 'subAuthority.update', hasAmount: false },
  'managers.create': { permission: 'settings.manager.create', hasAmount: false },
  'users.grant': { permission: 'users.list.access', hasAmount: false },
  'users.grantOwnSub': { permission: 'users.subAcc.access', hasAmount: false },
  'users.grantStaff': { permission: 'users.staffSubAcc.access', hasAmount: false },
  'users.grantMerchantSub': { permission: 'users.customerSubAcc.access', hasAmount: false },
  'users.settleSooner': { permission: 'users.list.update', hasAmount: false },
  'users.confirmPerson': { permission: 'users.list.confirmPerson', hasAmount: false },
  'keys.create': { permission: 'apiFile.createKey', hasAmount: false },
  'keys.rotate': { permission: 'apiFile.rotateKey', hasAmount: false },
  'keys.widen': { permission: 'apiFile.updateIps', hasAmount: false },
  'payouts.reverseCheck': { permission: 'payment.setting.update', hasAmount: false },
  'payouts.markPaid': { permission: 'payment.transactions.markPaid', hasAmount: false, waitsOnce: true },
  'payouts.notSent': { permission: 'payment.transactions.markPaid', hasAmount: false, waitsOnce: true },
  'withdrawals.markPaid': { permission: 'withdraws.list.approve', hasAmount: false, waitsOnce: true },
  'withdrawals.reverse': { permission: 'withdraws.list.reverse', hasAmount: false, waitsOnce: true },
  'withdrawals.free': { permission: 'withdraws.list.update', hasAmount: false, waitsOnce: true },
  'withdrawals.raiseCeiling': { permission: 'withdraws.config.update', hasAmount: false },
  'rates.set': { permission: 'settings.currency_rate.create', hasAmount: false },
  'channels.swap': { permission: 'collectionMethod.customer_c_m_change.create', hasAmount: false },
  'channels.undoSwap': { permission: 'collectionMethod.customer_c_m_change.undo', hasAmount: false },
  'prices.setCollection': { permission: 'collectionMethod.customers.update', hasAmount: false },
  'prices.firstCollection': { permission: 'collectionMethod.customers.create', hasAmount: false },
  'prices.firstPayout': { permission: 'paymentMethod.customers.create', hasAmount: false },
  'prices.allowLoss': { permission: 'collectionMethod.customers.update', hasAmount: false },
  'prices.modelCollection': { permission: 'collectionMethod.customer_c_m.update', hasAmount: false },
  'prices.modelPayout': { permission: 'paymentMethod.customer_p_m.update', hasAmount: false },
  'prices.setPayout': { permission: 'paymentMethod.customers.update', hasAmount: false },
  'collections.refund': { permission: 'collections.transactions.refund', hasAmount: true },
  'collections.supply': { permission: 'collections.transactions.supply', hasAmount: true, waitsOnce: true },
  'receipts.match': {
    permission: 'claimOrder.match',
    hasAmount: true,
    countsAs: 'collections.supply',
    waitsOnce: true,
  },
  'receipts.sendBack': { permission: 'claimOrder.sendBack', hasAmount: false, waitsOnce: true },
  'receipts.import': { permission: 'claimOrder.import', hasAmount: true, countsAs: 'collections.supply' },
  'receipts.restore': { permission: 'claimOrder.restore', hasAmount: false, waitsOnce: true },
  'collections.chargeBack': {
    permission: 'collections.revert.chargeBack',
    hasAmount: false,
    waitsOnce: true,
  },
  'collections.chargeBackWon': {
    permission: 'collections.revert.winBack',
    hasAmount: false,
    waitsOnce: true,
  },
  'users.editFrozen': { permission: 'users.list.editFrozen', hasAmount: true },
  'users.editSettleable': { permission: 'users.list.editSettleable', hasAmount: true },
  'users.settleEarly': { permission: 'users.list.settleEarly', hasAmount: true },
  'funds.fund': {
    permission: 'cashManagement3.fund',
    checkedWith: 'cashManagement3.manualAdjustment',
    hasAmount: true,
  },
  'channels.create': { permission: 'admin.methods.create', hasAmount: false },
  'channels.change': { permission: 'admin.methods.update', hasAmount: false },
  'collectionKeys.create': { permission: 'admin.agentCollectionKey.create', hasAmount: false },
  'collectionKeys.update': { permission: 'admin.agentCollectionKey.update', hasAmount: false },
  'collectionKeys.rotate': { permission: 'admin.agentCollectionKey.rotate', hasAmount: false },
  'collectionKeys.settle': { permission: 'admin.agentCollectionKey.settle', hasAmount: false },
  'payoutKeys.create': { permission: 'admin.agentPaymentKey.create', hasAmount: false },
  'payoutKeys.update': { permission: 'admin.agentPaymentKey.update', hasAmount: false },
  'payoutKeys.rotate': { permission: 'admin.agentPaymentKey.rotate', hasAmount: false },
  'payoutKeys.settle': { permission: 'admin.agentPaymentKey.settle', hasAmount: false },
  'collectionAgents.open': { permission: 'collectionMethod.agents.create', hasAmount: false },
  'collectionAgents.systemFee': { permission: 'collectionMethod.agents.systemFee', hasAmount: false },
  'payoutAgents.open': { permission: 'paymentMethod.agents.create', hasAmount: false },
  'payoutAgents.systemFee': { permission: 'paymentMethod.agents.systemFee', hasAmount: false },
  'channels.prefund': { permission: 'payment.balance.prefund', hasAmount: false },
  'reconciliation.receipt': {
    permission: 'admin.reconciliation.resolve',
    hasAmount: false,
    waitsOnce: true,
  },
  'reconciliation.writeOff': {
    permission: 'admin.reconciliation.resolve',
    hasAmount: false,
    waitsOnce: true,
  },
  'reconciliation.dismiss': {
    permission: 'admin.reconciliation.resolve',
    hasAmount: true,
    waitsOnce: true,
  },
  'income.draw': { permission: 'accounting.systemIncomewithdraws.create', hasAmount: false },
  'income.exchange': { permission: 'accounting.systemIncome.exchange', hasAmount: false },
  'funds.adjust': { permission: 'cashManagement3.manualAdjustment', hasAmount: true },
  'users.resetTwoFactor': { permission: 'users.list.resetTwoFactor', hasAmount: false },
  'users.resetOwnSubTwoFactor': { permission: 'users.subAcc.resetTwoFactor', hasAmount: false },
  'users.resetStaffTwoFactor': { permission: 'users.staffSubAcc.resetTwoFactor', hasAmount: false },
  'users.resetMerchantSubTwoFactor': { permission: 'users.customerSubAcc.resetTwoFactor', hasAmount: false },
} as const satisfies Record<string, ApprovalRule>;

export type ApprovalActName = keyof typeof approvalActs;

export const approvalActNames = Object.keys(approvalActs) as readonly ApprovalActName[];

/** Of these a checker holds one. */
export function checkedWithOneOf(act: ApprovalActName): readonly Permission[] {
  const { permission, checkedWith }: ApprovalRule = approvalActs[act];
  return checkedWith === undefined ? [permission] : [permission, checkedWith];
}

/** Under which act what it moves is added up for a day. */
export function countedAs(act: ApprovalActName): ApprovalActName {
  const { countsAs = act }: ApprovalRule = approvalActs[act];
  return countsAs as ApprovalActName;
}

/** Those of which one alone waits on a subject, this act among them; none where an act may wait as often as it says something else. */
export function waitingOnceWith(act: ApprovalActName): readonly ApprovalActName[] {
  const isOnce = (each: ApprovalActName): boolean => (approvalActs[each] as ApprovalRule).waitsOnce === true;
  if (!isOnce(act)) return [];
  return approvalActNames.filter((each) => isOnce(each) && countedAs(each) === countedAs(act));
}

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

/**
 * Why somebody may not decide: he made it, his account is not known to be another human's than its maker's, it is about
 * his own account, he could not have made it himself, the maker gave him what he has or reset it within seven days, or
 * somebody made or reset his account within 72 hours.
 */
export const approvalHindrances = [
  'own',
  'samePerson',
  'concerned',
  'permission',
  'handledByMaker',
  'unseasoned',
] as const;
export type ApprovalHindrance = (typeof approvalHindrances)[number];

/** What has to be known of an account to say whether it is the second person of something. */
export interface Standing {
  /** The account that really sits there, never the one it acts for. */
  readonly id: bigint;
  /** Accounts of everybody who may be behind it, itself included. */
  readonly persons: readonly bigint[];
  /** The same, and everybody who gave the account anything or reset it within seven days. */
  readonly hands: readonly bigint[];
  /** Nobody else made the account or reset its credentials within 72 hours. */
  readonly isSeasoned: boolean;
}

export interface Submitter {
  readonly makerId: bigint;
  /**
   * Accounts of everybody who can have used the maker's account, at that time or now; this includes a person who
   * reset it within seven days.
   */
  readonly makers: readonly bigint[];
  /** Accounts that the request is about: the persons behind them cannot decide it. */
  readonly barred: readonly bigint[];
}

/**
 * Two persons, not one with two accounts (reliability §7.1): nobody decides what he, or an account that may be his,
 * submitted; and the checker must be allowed the act itself. Whose tree it lies in is decided where the row is found.
 */
export function checkerHindrance(
  checker: Standing & { readonly permissions: ReadonlySet<string> },
  approval: Submitter & { readonly act: ApprovalActName },
): ApprovalHindrance | undefined {
  const { makers, barred } = approval;
  if (checker.id === approval.makerId) return 'own';
  if (checker.persons.some((person) => makers.includes(person))) return 'samePerson';
  if (checker.persons.some((person) => barred.includes(person))) return 'concerned';
  if (!checkedWithOneOf(approval.act).some((permission) => checker.permissions.has(permission)))
    return 'permission';
  if (checker.hands.some((hand) => makers.includes(hand))) return 'handledByMaker';
  return checker.isSeasoned ? undefined : 'unseasoned';
}

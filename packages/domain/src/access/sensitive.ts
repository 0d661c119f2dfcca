import { abilities } from './abilities.ts';
import { permissions, permissionsOf } from './permissions.ts';
import type { Permission } from './permissions.ts';

/** Acts that need payment password and a fresh 2FA code (domain §6.22, reliability §5 C20). */
export const stepUpPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'collections.transactions.supply',
  'collections.transactions.refund',
  ...permissionsOf('collections.revert').filter((permission) => !/\.(?:get|export)$/.test(permission)),
  'claimOrder.match',
  'claimOrder.sendBack',
  'claimOrder.restore',
  'claimOrder.import',
  ...abilities.submitPayouts.filter((permission) => permission !== 'payment.apply.get'),
  'payment.transactions.markPaid',
  'payment.transactions.reject',
  'payment.transactions.reverse',
  'payment.transactions.reveal',
  'withdraws.apply.create',
  'withdraws.list.approve',
  'withdraws.list.reject',
  'withdraws.list.reverse',
  'withdraws.list.update',
  'collections.deposit.approve',
  'cashManagement3.transfer',
  'cashManagement3.fund',
  'cashManagement3.manualAdjustment',
  'users.list.editSettleable',
  'users.list.settleEarly',
  'users.list.editFrozen',
  'users.list.resetTwoFactor',
  'users.list.confirmPerson',
  'users.list.impersonate',
  'users.subAcc.impersonate',
  'settings.shadowUsers.create',
  'settings.currency_rate.create',
  'settings.currency_rate.update',
  'payment.balance.prefund',
  'collectionMethod.customer_c_m_change.create',
  'collectionMethod.customer_c_m_change.undo',
  'accounting.systemIncome.collect',
  'accounting.systemIncome.exchange',
  'accounting.systemIncomewithdraws.create',
  ...permissionsOf('collectionMethod.agents').filter((permission) => !permission.endsWith('.get')),
  ...permissionsOf('paymentMethod.agents').filter((permission) => !permission.endsWith('.get')),
  'admin.agentCollectionKey.create',
  'admin.agentCollectionKey.update',
  'admin.agentCollectionKey.rotate',
  'admin.agentCollectionKey.settle',
  'admin.agentPaymentKey.create',
  'admin.agentPaymentKey.update',
  'admin.agentPaymentKey.rotate',
  'admin.agentPaymentKey.settle',
  'admin.reconciliation.resolve',
  'admin.reconciliation.close',
  'admin.approvals.approve',
  'admin.approvals.update',
  'apiFile.createKey',
  'apiFile.rotateKey',
  'apiFile.updateWebhook',
]);

/** Verbs that give, reset or decide what others have, on whatever screen. */
const undoingVerbs = ['access', 'password', 'paymentPassword', 'resetTwoFactor', 'confirmPerson'] as const;

/**
 * Rights that undo all the others: to approve, to set credentials, to pay out, to hold keys, and to grant. Two
 * persons must agree before anybody gets one of them, a tenant's sub-account included (reliability §7.2).
 */
const undoing: ReadonlySet<string> = new Set<Permission>([
  'admin.approvals.approve',
  'admin.approvals.update',
  ...permissions.filter((permission) => undoingVerbs.some((verb) => permission.endsWith(`.${verb}`))),
  ...abilities.submitPayouts.filter((permission) => permission !== 'payment.apply.get'),
  ...abilities.decidePayouts,
  ...abilities.applyForWithdrawal.filter((permission) => permission !== 'withdraws.apply.get'),
  'accounting.systemIncome.exchange',
  'accounting.systemIncomewithdraws.create',
  'apiFile.createKey',
  'apiFile.rotateKey',
  'apiFile.updateIps',
  'apiFile.updateWebhook',
  ...permissionsOf('admin.agentCollectionKey'),
  ...permissionsOf('admin.agentPaymentKey'),
  'authority.update',
  'subAuthority.update',
  'settings.roles.create',
  'settings.roles.update',
  'settings.manager.create',
  'settings.shadowUsers.create',
]);

/**
 * Whether more rights wait for a second person. A tenant's sub-account never exceeds its owner, who could do all of
 * it himself: for it only rights that undo others wait. For everybody else more rights always wait (reliability §5
 * C21, §7.2).
 */
export function grantWaits(isTenantSub: boolean, added: readonly string[]): boolean {
  return isTenantSub ? added.some((permission) => undoing.has(permission)) : added.length > 0;
}

/** Screens that show what opens a door: nobody looks at them in another's name. */
const secretScreens: ReadonlySet<Permission> = new Set<Permission>([
  'admin.agentCollectionKey.get',
  'admin.agentPaymentKey.get',
  'apiFile.get',
]);

/**
 * What an operator may do while he acts for a user: look, and export what he sees as a file of his own (reliability
 * §7.4). A new right is not among these until it is a `get` or an `export`.
 */
export const allowedWhileActing: ReadonlySet<Permission> = new Set<Permission>(
  permissions.filter((permission) => /\.(?:get|export)$/.test(permission) && !secretScreens.has(permission)),
);

/** Functions "only available for proxy use": another role is answered 20411 instead of 20403. */
export const agentOnlyPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'cashManagement3.transfer',
  'cashManagement3.fund',
]);

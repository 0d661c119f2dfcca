import { abilities } from './abilities.ts';
import { permissions } from './permissions.ts';
import type { Permission } from './permissions.ts';

/** Acts that need payment password and a fresh 2FA code (domain §6.22, reliability §5 C20). */
export const stepUpPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'collections.transactions.supply',
  'collections.transactions.refund',
  'collections.revert.close',
  'claimOrder.match',
  ...abilities.submitPayouts.filter((permission) => permission !== 'payment.apply.get'),
  'payment.transactions.markPaid',
  'payment.transactions.reject',
  'payment.transactions.reverse',
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
  'users.list.impersonate',
  'users.subAcc.impersonate',
  'settings.shadowUsers.create',
  'accounting.systemIncomewithdraws.create',
  'admin.agentCollectionKey.create',
  'admin.agentCollectionKey.update',
  'admin.agentCollectionKey.rotate',
  'admin.agentPaymentKey.create',
  'admin.agentPaymentKey.update',
  'admin.agentPaymentKey.rotate',
  'admin.approvals.approve',
  'admin.approvals.update',
  'apiFile.createKey',
  'apiFile.rotateKey',
  'apiFile.updateWebhook',
]);

/** Screens that show what opens a door: nobody looks at them in another's name. */
const secretScreens: ReadonlySet<Permission> = new Set<Permission>([
  'admin.agentCollectionKey.get',
  'admin.agentPaymentKey.get',
  'apiFile.get',
]);

/**
 * All that is left of somebody's rights for whoever acts for him: to look, and to take away what he looks at as a file
 * of his own (reliability §7.4). A right that is new is out until it is one of these.
 */
export const allowedWhileActing: ReadonlySet<Permission> = new Set<Permission>(
  permissions.filter((permission) => /\.(?:get|export)$/.test(permission) && !secretScreens.has(permission)),
);

/** Functions "only available for proxy use": another role is answered 20411 instead of 20403. */
export const agentOnlyPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'cashManagement3.transfer',
  'cashManagement3.fund',
]);

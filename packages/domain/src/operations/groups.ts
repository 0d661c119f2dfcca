import type { Permission } from '../access/permissions.ts';

/**
 * The acts that a supervisor counts (operation analysis), by what they do to money or to rights. Acts that are
 * recorded under a name of their own stand beside the permissions.
 */
export const operationGroups = {
  supply: [
    'collections.transactions.supply',
    'collections.transactions.testSupply',
    'claimOrder.match',
    'claimOrder.restore',
  ],
  refund: [
    'collections.transactions.refund',
    'collections.revert.send',
    'collections.revert.confirm',
    'collections.revert.fail',
    'collections.revert.retry',
    'collections.revert.close',
    'collections.revert.chargeBack',
    'collections.revert.winBack',
    'claimOrder.sendBack',
  ],
  reverse: ['payment.transactions.reverse', 'withdraws.list.reverse'],
  manualChange: [
    'cashManagement3.manualAdjustment',
    'cashManagement3.fund',
    'users.list.editFrozen',
    'users.list.editSettleable',
    'users.list.settleEarly',
  ],
  reissue: [
    'collections.transactions.reissue',
    'collections.transactions.callback',
    'payment.transactions.reissue',
    'payment.transactions.callback',
  ],
  permissions: [
    'users.list.access',
    'users.subAcc.access',
    'users.staffSubAcc.access',
    'users.customerSubAcc.access',
    'authority.update',
    'subAuthority.update',
    'settings.roles.create',
    'settings.roles.update',
    'settings.roles.delete',
    'settings.manager.create',
    'settings.manager.update',
    'settings.manager.delete',
    'users.list.resetTwoFactor',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type OperationGroup = keyof typeof operationGroups;
export const operationGroupNames = Object.keys(operationGroups) as readonly OperationGroup[];

export const anomalyKinds = ['nightWork', 'manyDenials', 'unusualCount'] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

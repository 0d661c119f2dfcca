import type { RoleName } from '@suanpan/domain/access/roles';
import type { RouteName } from '@suanpan/domain/access/permissions';

/** A screen and the word that says what it is for. */
export interface TourStep {
  readonly screen: RouteName;
  readonly word:
    | 'statistics'
    | 'transactions'
    | 'changelogs'
    | 'approvals'
    | 'operationLogs'
    | 'users'
    | 'oem'
    | 'personal'
    | 'notifications';
}

const everybody: readonly TourStep[] = [
  { screen: 'index.statistics', word: 'statistics' },
  { screen: 'collections.transactions', word: 'transactions' },
  { screen: 'accounting.changelogs', word: 'changelogs' },
];
const platform: readonly TourStep[] = [
  ...everybody,
  { screen: 'admin.approvals', word: 'approvals' },
  { screen: 'admin.operationLogs', word: 'operationLogs' },
];
const agent: readonly TourStep[] = [
  ...everybody,
  { screen: 'users.list', word: 'users' },
  { screen: 'settings.oem', word: 'oem' },
];
const merchant: readonly TourStep[] = [
  ...everybody,
  { screen: 'notifications.all', word: 'notifications' },
  { screen: 'settings.personal', word: 'personal' },
];

/** The way through the product that fits a role. */
export const tourOf: Readonly<Record<RoleName, readonly TourStep[]>> = {
  admin: platform,
  manager: platform,
  staffSub: platform,
  agent,
  subAgent: agent,
  middleman: agent,
  customer: merchant,
  customerSub: merchant,
};

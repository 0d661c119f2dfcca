/**
 * The screens that count as built: each has its effect in browser/effects.test.ts, which does not compile without,
 * and its pictures. The journey over every route counts the others.
 */
export const builtScreens = [
  'index.statistics',
  'collections.transactions',
  'accounting.changelogs',
  'settings.oem',
  'admin.pushSystemMsg',
  'settings.blockIPAddress',
  'settings.blockLists',
  'settings.firewall',
  'settings.personal',
  'settings.shadowUsers',
  'settings.roles',
  'admin.approvals',
  'admin.operationLogs',
  'admin.loginlogs',
  'admin.operationAnalysis',
  'admin.checkBalance',
  'users.list',
  'users.unList',
  'users.manage',
  'users.subAcc',
  'users.staffSubAcc',
  'users.customerSubAcc',
  'users.create.customer/accountMethod',
  'notifications.all',
  'notifications.unread',
  'notifications.readed',
] as const;
export type BuiltScreen = (typeof builtScreens)[number];

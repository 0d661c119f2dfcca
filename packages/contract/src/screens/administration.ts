import { screensOf, type ScreenGroup } from './screen.ts';

export const administration: ScreenGroup = {
  key: 'admin',
  icon: 'server-cog',
  screens: screensOf([
    'admin.approvals',
    'admin.wall',
    'admin.collections',
    'admin.payment',
    'admin.log',
    'admin.operationLogs',
    'admin.loginlogs',
    'admin.operationAnalysis',
    'admin.checkBalance',
    'admin.reconciliation',
    'admin.methods',
    'admin.agentCollectionKey',
    'admin.agentPaymentKey',
    'admin.failedQueue',
    'admin.backup',
    'admin.pushSystemMsg',
    'admin.operate',
  ]),
};

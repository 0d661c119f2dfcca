import type { RouteName } from '@suanpan/domain/access/permissions';
import { fetched as screen, type Fetched } from './fetched.ts';

/** The screens, one line each; a route without one does not compile. */
export const screenRegistry: Readonly<Record<RouteName, Fetched>> = {
  'index.statistics': screen(async () => (await import('../screens/index/statistics.tsx')).Statistics),
  'index.stats': screen(async () => (await import('../screens/index/stats.tsx')).MerchantStats),
  'index.stats3': screen(async () => (await import('../screens/index/stats3.tsx')).MerchantAnalysis),
  'index.customers': screen(async () => (await import('../screens/index/customers.tsx')).Merchants),
  'index.agents': screen(async () => (await import('../screens/index/agents.tsx')).SeniorAgents),
  'index.general': screen(async () => (await import('../screens/index/general.tsx')).GeneralAgents),
  'index.encryption': screen(async () => (await import('../screens/index/encryption.tsx')).Crypto),
  'index.stats7': screen(async () => (await import('../screens/index/stats7.tsx')).FeeLayers),
  'index.stats5': screen(async () => (await import('../screens/index/stats5.tsx')).ChannelAccounts),
  'index.stats6': screen(async () => (await import('../screens/index/stats6.tsx')).GeneralResults),
  'index.subagentPaymentFees': screen(
    async () => (await import('../screens/index/subagentPaymentFees.tsx')).PayoutCommissions,
  ),
  'index.payment': screen(async () => (await import('../screens/index/payment.tsx')).PayoutStats),
  'collections.transactions': screen(
    async () => (await import('../screens/collections/transactions.tsx')).CollectionTransactions,
  ),
  'collections.setting': screen(
    async () => (await import('../screens/collections/setting.tsx')).CollectionSettings,
  ),
  'collections.private': screen(
    async () => (await import('../screens/collections/private.tsx')).PrivateTransfers,
  ),
  'collections.deposit': screen(async () => (await import('../screens/collections/deposit.tsx')).Deposits),
  'withdraws.apply': screen(async () => (await import('../screens/withdraws/apply.tsx')).ApplyForWithdrawal),
  'withdraws.list': screen(async () => (await import('../screens/withdraws/list.tsx')).WithdrawalList),
  'withdraws.config': screen(
    async () => (await import('../screens/withdraws/config.tsx')).WithdrawalConfiguration,
  ),
  'withdraws.fee': screen(async () => (await import('../screens/withdraws/fee.tsx')).WithdrawalFees),
  'withdraws.setting': screen(
    async () => (await import('../screens/withdraws/setting.tsx')).WithdrawalSetting,
  ),
  'collections.revert': screen(async () => (await import('../screens/collections/revert.tsx')).Reverts),
  'collectionMethod.customers': screen(
    async () => (await import('../screens/collectionMethod/customers.tsx')).CollectionMerchants,
  ),
  'collectionMethod.c_m': screen(
    async () => (await import('../screens/collectionMethod/c_m.tsx')).CollectionModels,
  ),
  'collectionMethod.customer_c_m': screen(
    async () => (await import('../screens/collectionMethod/customer_c_m.tsx')).CollectionCustomerModels,
  ),
  'collectionMethod.customer_c_m_change': screen(
    async () => (await import('../screens/collectionMethod/customer_c_m_change.tsx')).ChannelSwaps,
  ),
  'paymentMethod.customers': screen(
    async () => (await import('../screens/paymentMethod/customers.tsx')).PayoutMerchants,
  ),
  'paymentMethod.customer_p_m': screen(
    async () => (await import('../screens/paymentMethod/customer_p_m.tsx')).PayoutCustomerModels,
  ),
  'settings.currency_rate': screen(
    async () => (await import('../screens/settings/currency_rate.tsx')).CurrencyRates,
  ),
  cashManagement3: screen(
    async () => (await import('../screens/withdraws/cashManagement3.tsx')).CashManagement,
  ),
  'collections.create': screen(
    async () => (await import('../screens/collections/create.tsx')).CreateCollection,
  ),
  counter: screen(async () => (await import('../screens/counter.tsx')).Counter),
  'payment.apply': screen(async () => (await import('../screens/payment/apply.tsx')).ApplyPayout),
  'payment.setting': screen(async () => (await import('../screens/payment/setting.tsx')).PaymentSetting),
  'payment.balance': screen(async () => (await import('../screens/payment/balance.tsx')).PaymentBalances),
  'payment.card': screen(async () => (await import('../screens/payment/card.tsx')).PaymentCards),
  'payment.transactions': screen(
    async () => (await import('../screens/payment/transactions.tsx')).PaymentTransactions,
  ),
  claimOrder: screen(async () => (await import('../screens/claimOrder.tsx')).ClaimOrder),
  callbacks: screen(async () => (await import('../screens/callbacks.tsx')).Callbacks),
  'admin.collections': screen(async () => (await import('../screens/admin/collections.tsx')).AllCollections),
  'admin.payment': screen(async () => (await import('../screens/admin/payment.tsx')).AllPayouts),
  'admin.methods': screen(async () => (await import('../screens/admin/methods.tsx')).ChannelDefinitions),
  'admin.agentCollectionKey': screen(
    async () => (await import('../screens/admin/agentCollectionKey.tsx')).AgentCollectionKeys,
  ),
  'admin.agentPaymentKey': screen(
    async () => (await import('../screens/admin/agentPaymentKey.tsx')).AgentPaymentKeys,
  ),
  'collectionMethod.agents': screen(
    async () => (await import('../screens/collectionMethod/agents.tsx')).CollectionAgents,
  ),
  'paymentMethod.agents': screen(
    async () => (await import('../screens/paymentMethod/agents.tsx')).PaymentAgents,
  ),
  'admin.failedQueue': screen(async () => (await import('../screens/admin/failedQueue.tsx')).FailedQueue),
  'accounting.systemIncome': screen(
    async () => (await import('../screens/accounting/systemIncome.tsx')).SystemIncome,
  ),
  'accounting.systemIncomewithdraws': screen(
    async () => (await import('../screens/accounting/systemIncomewithdraws.tsx')).IncomeDrawings,
  ),
  'index.stats2': screen(async () => (await import('../screens/index/stats2.tsx')).MerchantDays),
  'index.stats4': screen(async () => (await import('../screens/index/stats4.tsx')).MonthlyReport),
  'accounting.report': screen(async () => (await import('../screens/accounting/report.tsx')).DailyReport),
  'accounting.changelogs': screen(
    async () => (await import('../screens/accounting/changelogs.tsx')).Changelogs,
  ),
  'settings.oem': screen(async () => (await import('../screens/settings/oem.tsx')).Oem),
  'admin.reconciliation': screen(
    async () => (await import('../screens/admin/reconciliation.tsx')).Reconciliation,
  ),
  'admin.backup': screen(async () => (await import('../screens/admin/backup.tsx')).Backups),
  'admin.wall': screen(async () => (await import('../screens/admin/wall.tsx')).Wall),
  'admin.operate': screen(async () => (await import('../screens/admin/operate.tsx')).Operate),
  'admin.pushSystemMsg': screen(
    async () => (await import('../screens/admin/pushSystemMsg.tsx')).PushSystemMsg,
  ),
  'settings.blockIPAddress': screen(
    async () => (await import('../screens/settings/blockIPAddress.tsx')).BlockIPAddress,
  ),
  'settings.blockLists': screen(async () => (await import('../screens/settings/blockLists.tsx')).BlockLists),
  'settings.firewall': screen(async () => (await import('../screens/settings/firewall.tsx')).Firewall),
  'settings.personal': screen(async () => (await import('../screens/settings/personal.tsx')).Personal),
  'settings.shadowUsers': screen(
    async () => (await import('../screens/settings/shadowUsers.tsx')).ShadowUsers,
  ),
  'settings.manager': screen(async () => (await import('../screens/settings/manager.tsx')).Managers),
  authority: screen(async () => (await import('../screens/settings/authority.tsx')).Authority),
  subAuthority: screen(async () => (await import('../screens/settings/subAuthority.tsx')).SubAuthority),
  'settings.roles': screen(async () => (await import('../screens/settings/roles.tsx')).Roles),
  'admin.approvals': screen(async () => (await import('../screens/admin/approvals.tsx')).Approvals),
  'admin.operationLogs': screen(
    async () => (await import('../screens/admin/operationLogs.tsx')).OperationLogs,
  ),
  'admin.log': screen(async () => (await import('../screens/admin/log.tsx')).RequestLog),
  'admin.loginlogs': screen(async () => (await import('../screens/admin/loginlogs.tsx')).LoginLogs),
  'admin.operationAnalysis': screen(
    async () => (await import('../screens/admin/operationAnalysis.tsx')).OperationAnalysis,
  ),
  'admin.checkBalance': screen(async () => (await import('../screens/admin/checkBalance.tsx')).CheckBalance),
  apiFile: screen(async () => (await import('../screens/others/apiFile.tsx')).ApiFile),
  downloadPage: screen(async () => (await import('../screens/others/downloadPage.tsx')).DownloadPage),
  'notifications.all': screen(
    async () => (await import('../screens/notifications/all.tsx')).AllNotifications,
  ),
  'notifications.unread': screen(
    async () => (await import('../screens/notifications/unread.tsx')).UnreadNotifications,
  ),
  'notifications.readed': screen(
    async () => (await import('../screens/notifications/readed.tsx')).ReadedNotifications,
  ),
  'users.list': screen(async () => (await import('../screens/users/list.tsx')).Users),
  'users.unList': screen(async () => (await import('../screens/users/unList.tsx')).InactiveUsers),
  'users.manage': screen(async () => (await import('../screens/users/manage.tsx')).Managers),
  'users.subAcc': screen(async () => (await import('../screens/users/subAcc.tsx')).OwnSubAccounts),
  'users.staffSubAcc': screen(
    async () => (await import('../screens/users/staffSubAcc.tsx')).StaffSubAccounts,
  ),
  'users.customerSubAcc': screen(
    async () => (await import('../screens/users/customerSubAcc.tsx')).MerchantSubAccounts,
  ),
  'users.create.customer/accountMethod': screen(
    async () => (await import('../screens/users/create.customer/accountMethod.tsx')).CreateAccount,
  ),
};

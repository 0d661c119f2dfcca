/**
 * The permission tree: every screen of the specification with its verbs. A permission string is the route name
 * and a verb, as in `notifications.unread.get`; `get` opens the screen. Other verbs are create, update, delete,
 * export and the named acts of the glossary. Endpoints, presets, the permission page and the words follow this
 * table; a string that is not in it does not compile.
 */
export const permissionTree = {
  'index.statistics': ['get'],
  'index.customers': ['get', 'export'],
  'index.agents': ['get', 'export'],
  'index.general': ['get', 'export'],
  'index.encryption': ['get', 'export'],
  'index.stats': ['get', 'export'],
  'index.stats2': ['get', 'export'],
  'index.stats3': ['get', 'export'],
  'index.stats4': ['get', 'export'],
  'index.stats5': ['get', 'export'],
  'index.stats6': ['get', 'export'],
  'index.stats7': ['get', 'export'],
  'index.payment': ['get', 'export'],
  'index.subagentPaymentFees': ['get', 'export'],

  'collections.transactions': [
    'get',
    'export',
    'lock',
    'supply',
    'testSupply',
    'refund',
    'abnormal',
    'callback',
    'reissue',
    'reveal',
  ],
  'collections.create': ['get', 'create'],
  'collections.setting': ['get', 'update', 'unlockOrders', 'clearCardUsage'],
  'collections.private': ['get', 'create', 'delete', 'export'],
  'collections.deposit': ['get', 'create', 'approve', 'reject', 'export'],
  'collections.revert': [
    'get',
    'send',
    'confirm',
    'fail',
    'retry',
    'close',
    'chargeBack',
    'winBack',
    'export',
  ],

  'payment.apply': ['get', 'create', 'createBatch'],
  'payment.setting': ['get', 'update', 'unlockOrders', 'clearCardUsage'],
  'payment.transactions': [
    'get',
    'export',
    'lock',
    'take',
    'markPaid',
    'reject',
    'reverse',
    'reverify',
    'switchChannel',
    'slip',
    'callback',
    'reissue',
    'reveal',
  ],
  'payment.card': ['get', 'create', 'update', 'delete', 'clearCardUsage', 'export'],
  'payment.balance': ['get', 'update', 'refresh', 'prefund'],
  claimOrder: ['get', 'claim', 'match', 'release', 'sendBack', 'restore', 'import'],
  counter: ['get', 'create'],

  'withdraws.apply': ['get', 'create', 'cancel', 'createAccount', 'deleteAccount'],
  'withdraws.list': ['get', 'export', 'take', 'approve', 'reject', 'reverse', 'update', 'remark', 'reveal'],
  'withdraws.setting': ['get', 'create', 'update', 'delete', 'verifyAccount', 'clearCardUsage'],
  'withdraws.fee': ['get', 'create', 'update', 'delete'],
  'withdraws.config': ['get', 'update'],
  cashManagement3: ['get', 'export', 'transfer', 'fund', 'manualAdjustment'],

  'accounting.changelogs': ['get', 'export'],
  'accounting.systemIncome': ['get', 'export', 'collect', 'exchange'],
  'accounting.systemIncomewithdraws': ['get', 'export', 'create'],
  'accounting.report': ['get', 'export'],

  'users.list': [
    'get',
    'export',
    'update',
    'access',
    'password',
    'paymentPassword',
    'ipAllowlist',
    'resetTwoFactor',
    'confirmPerson',
    'changeAgent',
    'editSettleable',
    'settleEarly',
    'editFrozen',
    'bind',
    'bindMiddleman',
    'impersonate',
    'disable',
  ],
  'users.unList': ['get', 'activate', 'archive'],
  'users.manage': ['get', 'update', 'disable'],
  'users.subAcc': [
    'get',
    'create',
    'update',
    'delete',
    'access',
    'password',
    'resetTwoFactor',
    'impersonate',
  ],
  'users.staffSubAcc': ['get', 'create', 'update', 'delete', 'access', 'password', 'resetTwoFactor'],
  'users.customerSubAcc': ['get', 'create', 'update', 'delete', 'access', 'password', 'resetTwoFactor'],
  'users.create.customer/accountMethod': [
    'get',
    'createCustomer',
    'createSubAgent',
    'createAgent',
    'createMiddleman',
  ],

  'collectionMethod.customers': ['get', 'create', 'update', 'delete', 'exceptions', 'check'],
  'collectionMethod.agents': ['get', 'create', 'update', 'delete', 'systemFee'],
  'collectionMethod.c_m': ['get', 'create', 'update', 'delete'],
  // Templates are made on `collectionMethod.c_m`; here they are given and taken back.
  'collectionMethod.customer_c_m': ['get', 'update', 'delete'],
  'collectionMethod.customer_c_m_change': ['get', 'create', 'undo'],
  'paymentMethod.customers': ['get', 'create', 'update', 'delete', 'exceptions', 'check'],
  'paymentMethod.agents': ['get', 'create', 'update', 'delete', 'systemFee'],
  'paymentMethod.customer_p_m': ['get', 'create', 'update', 'delete'],

  'settings.personal': ['get', 'update'],
  'settings.oem': ['get', 'update'],
  'settings.manager': ['get', 'create', 'update', 'delete'],
  'settings.roles': ['get', 'create', 'update', 'delete'],
  'settings.blockIPAddress': ['get', 'create', 'delete'],
  'settings.blockLists': ['get', 'create', 'delete', 'export'],
  'settings.currency_rate': ['get', 'create', 'update'],
  'settings.firewall': ['get', 'create', 'update', 'delete', 'liftBan'],
  'settings.shadowUsers': ['get', 'create', 'revoke'],
  authority: ['get', 'update'],
  subAuthority: ['get', 'update'],

  callbacks: ['get', 'export', 'resend', 'pause'],
  'notifications.all': ['get'],
  'notifications.unread': ['get'],
  'notifications.readed': ['get'],

  'admin.approvals': ['get', 'approve', 'refuse', 'update'],
  'admin.wall': ['get'],
  'admin.collections': ['get', 'export'],
  'admin.payment': ['get', 'export'],
  'admin.log': ['get', 'export'],
  'admin.operationLogs': ['get', 'export', 'verify'],
  'admin.loginlogs': ['get', 'export'],
  'admin.operationAnalysis': ['get', 'export'],
  'admin.checkBalance': ['get', 'create', 'reconcile'],
  'admin.reconciliation': ['get', 'create', 'resolve', 'close', 'export'],
  'admin.methods': ['get', 'create', 'update', 'delete', 'test'],
  'admin.agentCollectionKey': ['get', 'create', 'update', 'rotate', 'test', 'settle'],
  'admin.agentPaymentKey': ['get', 'create', 'update', 'rotate', 'test', 'settle'],
  'admin.failedQueue': ['get', 'retry', 'discard'],
  'admin.backup': ['get', 'create', 'verify', 'download'],
  'admin.pushSystemMsg': ['get', 'create'],
  'admin.operate': ['get', 'update', 'unlockOrders', 'clearCardUsage', 'runJobs', 'archive'],

  apiFile: ['get', 'createKey', 'rotateKey', 'revokeKey', 'updateIps', 'updateWebhook', 'simulate'],
  downloadPage: ['get', 'delete'],
} as const satisfies Record<string, readonly ['get', ...string[]]>;

type PermissionTree = typeof permissionTree;

/** A screen below `/wrap`, by its route name. */
export type RouteName = keyof PermissionTree;

export type Permission = { [Route in RouteName]: `${Route}.${PermissionTree[Route][number]}` }[RouteName];

/** Every verb that stands in the tree; the words have a label for each. */
export type Verb = PermissionTree[RouteName][number];

export const routeNames = Object.keys(permissionTree) as readonly RouteName[];

/** Every permission string, in the order of the tree. */
export const permissions = routeNames.flatMap((route) => permissionsOf(route)) as readonly Permission[];

/** The permission strings of one screen. */
export function permissionsOf(route: RouteName): readonly Permission[] {
  return permissionTree[route].map((verb) => `${route}.${verb}` as Permission);
}

const known: ReadonlySet<string> = new Set(permissions);

export function isPermission(value: string): value is Permission {
  return known.has(value);
}

import { abilities } from './abilities.ts';
import { permissions, permissionsOf } from './permissions.ts';
import type { Permission, RouteName } from './permissions.ts';
import type { RoleName } from './roles.ts';

/** What everybody has: the landing page, himself, his notices and his exports. */
const everybody: readonly Permission[] = [
  'index.statistics.get',
  'settings.personal.get',
  'settings.personal.update',
  'notifications.all.get',
  'notifications.unread.get',
  'notifications.readed.get',
  'downloadPage.get',
  'downloadPage.delete',
];

const ownSubAccounts: readonly Permission[] = [
  ...permissionsOf('users.subAcc'),
  ...permissionsOf('subAuthority'),
];

const actsForSubs: ReadonlySet<Permission> = new Set(abilities.actForOwnSubs);

/** A whole screen with all its verbs. */
const whole = (...routes: RouteName[]): readonly Permission[] => routes.flatMap(permissionsOf);

/** Platform people have no account of their own to withdraw from, and no counter. */
const notForPlatform = new Set<Permission>([
  ...abilities.applyForWithdrawal,
  ...permissionsOf('counter'),
  'cashManagement3.transfer',
  'cashManagement3.fund',
]);
const admin = permissions.filter((permission) => !notForPlatform.has(permission));

/** Manager = administrator without role grants, upstream keys and backup (domain §7). */
const adminOnly = new Set<Permission>([
  'settings.roles.create',
  'settings.roles.update',
  'settings.roles.delete',
  'settings.manager.create',
  'settings.manager.update',
  'settings.manager.delete',
  'authority.update',
  ...whole('admin.agentCollectionKey', 'admin.agentPaymentKey', 'admin.backup'),
]);

const agent: readonly Permission[] = [
  ...everybody,
  ...ownSubAccounts,
  ...abilities.seeOrders,
  ...abilities.sendCallbacks,
  ...abilities.decidePayouts,
  ...abilities.applyForWithdrawal,
  ...abilities.readChannels,
  ...abilities.manageChannels,
  ...abilities.readUpstream,
  ...abilities.createMerchants,
  ...abilities.actForUsers,
  ...whole(
    'index.customers',
    'index.general',
    'index.encryption',
    'index.stats',
    'index.stats2',
    'index.stats3',
    'index.stats4',
    'index.stats5',
    'index.stats6',
    'index.payment',
    'index.subagentPaymentFees',
    'collections.create',
    'collections.setting',
    'collections.private',
    'counter',
    'payment.setting',
    'payment.card',
    'withdraws.setting',
    'withdraws.fee',
    'users.unList',
    'users.staffSubAcc',
    'users.customerSubAcc',
    'admin.reconciliation',
    'admin.wall',
    'settings.oem',
    'settings.manager',
    'settings.roles',
    'settings.blockIPAddress',
    'settings.blockLists',
    'apiFile',
  ),
  'admin.approvals.get',
  'admin.approvals.approve',
  'admin.approvals.refuse',
  'admin.loginlogs.get',
  'payment.balance.get',
  'payment.balance.update',
  'payment.balance.refresh',
  'callbacks.pause',
  'cashManagement3.get',
  'cashManagement3.export',
  'cashManagement3.transfer',
  'cashManagement3.fund',
  'claimOrder.get',
  'collections.deposit.get',
  'collections.deposit.create',
  'collections.deposit.export',
  'collections.revert.get',
  'collections.revert.export',
  'users.list.get',
  'users.list.export',
  'users.list.update',
  'users.list.access',
  'users.list.password',
  'users.list.paymentPassword',
  'users.list.ipAllowlist',
  'users.list.bind',
  'users.list.bindMiddleman',
  'users.list.disable',
];

const subAgent: readonly Permission[] = [
  ...everybody,
  // Nobody logs in as another or resets a second factor below a general agent (domain §7).
  ...ownSubAccounts.filter((permission) => !actsForSubs.has(permission)),
  ...abilities.seeOrders,
  ...abilities.applyForWithdrawal,
  ...abilities.readChannels,
  ...whole('index.customers', 'index.stats6', 'index.subagentPaymentFees'),
  'cashManagement3.get',
  'cashManagement3.export',
  'cashManagement3.transfer',
  'users.list.get',
];

const customer: readonly Permission[] = [
  ...everybody,
  ...ownSubAccounts,
  ...abilities.seeOrders,
  ...abilities.sendCallbacks,
  ...abilities.submitPayouts,
  ...abilities.applyForWithdrawal,
  ...abilities.readChannels,
  ...abilities.actForOwnSubs,
  ...whole('index.payment', 'collections.create', 'collections.private', 'counter', 'apiFile'),
  'callbacks.pause',
  'collections.deposit.get',
  'collections.deposit.create',
  'collections.deposit.export',
  'payment.balance.get',
  'withdraws.fee.get',
];

const staffSub: readonly Permission[] = [...everybody, ...abilities.seeOrders, ...abilities.sendCallbacks];

const customerSub: readonly Permission[] = [...everybody, ...abilities.seeOrders];

const middleman: readonly Permission[] = [
  ...everybody,
  ...abilities.applyForWithdrawal,
  'withdraws.list.get',
  'withdraws.list.export',
  'accounting.changelogs.get',
  'accounting.changelogs.export',
  'cashManagement3.get',
  'cashManagement3.transfer',
];

/** What a role has from the start; "by permission" abilities are off until they are granted. */
export const presets: Readonly<Record<RoleName, readonly Permission[]>> = {
  admin,
  manager: admin.filter((permission) => !adminOnly.has(permission)),
  staffSub: unique(staffSub),
  agent: unique(agent),
  subAgent: unique(subAgent),
  customer: unique(customer),
  customerSub: unique(customerSub),
  middleman: unique(middleman),
};

/**
 * Abilities of an agent that stand in domain §7 as "by permission" or behind a flag of his account
 * (`allow_manual_balance`, `allow_manual_payout`): only the platform grants them.
 */
const agentOnRequest: readonly Permission[] = [
  ...abilities.superviseOrders,
  ...abilities.freezeAndSettle,
  ...abilities.submitPayouts,
  ...abilities.changeBalance,
];

/**
 * The most that may ever be granted to a role. Sub-accounts have no ceiling of their own: they are bounded by
 * their owner's permissions, checked at every request.
 */
export function ceilingOf(role: RoleName, owner?: RoleName): readonly Permission[] {
  if (role === 'staffSub' || role === 'customerSub') return owner ? ceilingOf(owner) : presets[role];
  return role === 'agent' ? unique([...presets.agent, ...agentOnRequest]) : presets[role];
}

function unique(list: readonly Permission[]): readonly Permission[] {
  return [...new Set(list)];
}

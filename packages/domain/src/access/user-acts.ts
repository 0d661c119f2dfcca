import type { UserStatus } from '../states/user.ts';
import type { Permission } from './permissions.ts';
import type { RoleName } from './roles.ts';

/** What can be done to a user, in the order of the row's menu. */
export const userActs = [
  'edit',
  'access',
  'createSub',
  'bind',
  'bindMiddleman',
  'password',
  'paymentPassword',
  'ipAllowlist',
  'changeAgent',
  'editSettleable',
  'editFrozen',
  'impersonate',
  'resetTwoFactor',
  'confirmPerson',
  'enable',
  'activate',
  'disable',
  'archive',
  'remove',
] as const;
export type UserAct = (typeof userActs)[number];

/** The groups of users that have a screen of their own, and with it rights of their own. */
export type UserGroup = 'parties' | 'managers' | 'ownSubs' | 'staffSubs' | 'merchantSubs';

type Rights = Readonly<Partial<Record<UserAct, Permission>>>;

const subRights = (screen: 'users.subAcc' | 'users.staffSubAcc' | 'users.customerSubAcc'): Rights => ({
  edit: `${screen}.update`,
  access: `${screen}.access`,
  password: `${screen}.password`,
  paymentPassword: `${screen}.password`,
  resetTwoFactor: `${screen}.resetTwoFactor`,
  confirmPerson: 'users.list.confirmPerson',
  enable: `${screen}.update`,
  disable: `${screen}.update`,
  remove: `${screen}.delete`,
});

/** The right that each act on each group takes; what is absent is nobody's. */
export const userActRights: Readonly<Record<UserGroup, Rights>> = {
  parties: {
    edit: 'users.list.update',
    access: 'users.list.access',
    bind: 'users.list.bind',
    bindMiddleman: 'users.list.bindMiddleman',
    password: 'users.list.password',
    paymentPassword: 'users.list.paymentPassword',
    ipAllowlist: 'users.list.ipAllowlist',
    changeAgent: 'users.list.changeAgent',
    editSettleable: 'users.list.editSettleable',
    editFrozen: 'users.list.editFrozen',
    impersonate: 'users.list.impersonate',
    resetTwoFactor: 'users.list.resetTwoFactor',
    confirmPerson: 'users.list.confirmPerson',
    enable: 'users.unList.activate',
    activate: 'users.unList.activate',
    disable: 'users.list.disable',
    archive: 'users.unList.archive',
  },
  managers: {
    edit: 'users.manage.update',
    password: 'users.list.password',
    paymentPassword: 'users.list.paymentPassword',
    ipAllowlist: 'users.list.ipAllowlist',
    resetTwoFactor: 'users.list.resetTwoFactor',
    confirmPerson: 'users.list.confirmPerson',
    enable: 'users.manage.disable',
    disable: 'users.manage.disable',
    archive: 'users.manage.disable',
  },
  ownSubs: { ...subRights('users.subAcc'), impersonate: 'users.subAcc.impersonate' },
  staffSubs: subRights('users.staffSubAcc'),
  merchantSubs: { ...subRights('users.customerSubAcc'), impersonate: 'users.list.impersonate' },
};

const merchants: readonly RoleName[] = ['customer'];
const withMoney: readonly RoleName[] = ['agent', 'subAgent', 'customer', 'middleman'];

/** Acts that make sense for some kinds of users only. */
const kindsOf: Readonly<Partial<Record<UserAct, readonly RoleName[]>>> = {
  bind: merchants,
  bindMiddleman: merchants,
  changeAgent: merchants,
  editSettleable: withMoney,
  editFrozen: withMoney,
};

const open: readonly UserStatus[] = ['pending', 'active', 'disabled'];
const statusesOf: Readonly<Partial<Record<UserAct, readonly UserStatus[]>>> = {
  enable: ['disabled'],
  activate: ['pending'],
  disable: ['active'],
  archive: ['disabled'],
  impersonate: ['active'],
};

/** Whether an act is possible with a user of this kind in this state, independent of the caller. */
export function isUserActPossible(act: UserAct, kind: RoleName, status: UserStatus): boolean {
  return (kindsOf[act]?.includes(kind) ?? true) && (statusesOf[act] ?? open).includes(status);
}
